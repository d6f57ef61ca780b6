import APNsGateway
import ArgumentParser
import NtfyPublishing

struct TopicCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "topic", abstract: "Topics that whatever pushes to ntfy can push to.",
    subcommands: [Add.self, List.self, Remove.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a topic, or replaces one; its access token goes to the standard output.")

    @OptionGroup var state: StateOption
    @Argument(help: "The topic's name: letters, digits, - and _.") var name: String
    @Option(name: .customLong("device"), help: "A box it rings on. May be repeated.")
    var boxes: [String] = []
    @Option(help: "The app that its messages belong to. Usually ntfy.NAME.") var app: String?
    @Option(help: "The name of its sound. Usually that of the box.") var sound: String?

    func run() throws {
      guard NtfyName.isValid(name) else {
        throw GatewayError("“\(name)” is not a topic: 1 to 64 letters, digits, - and _.")
      }
      guard !boxes.isEmpty else {
        throw GatewayError("Say which boxes it rings on: --device kitchen.")
      }
      let app = app ?? "ntfy.\(name)"
      guard Topic.isValid(app) else { throw GatewayError("“\(app)” is not the name of an app.") }
      try Terminal.checkPrivacy()
      let settings: GatewaySettings = try state.folder.load("gateway.json")
      let token = NtfyToken.random()
      let record = TopicRecord(
        name: name, app: app, devices: try boxes.map(device), token: NtfyToken.digest(token),
        sound: sound)
      try TopicFile(state.folder).change { records throws(GatewayError) in
        records.removeAll { $0.name == name }
        records.append(record)
      }
      Terminal.give(token)
      Terminal.say(
        """
        This is the topic's access token; it is not kept. On each box, once: tocsinctl remote token \(app)
        \(try state.reach()) Then:
          curl --cacert \(state.folder.file("ca.pem")) -H 'Authorization: Bearer \(token)' \
        -d 'Tea is ready' https://\(settings.host):\(settings.port)/\(name)
        """)
    }

    private func device(_ name: String) throws -> String {
      let devices: [DeviceRecord] = try state.folder.load("devices.json")
      guard let record = devices.last(where: { $0.name == name && $0.revoked == nil }) else {
        throw GatewayError("There is no box \(name). See `tocsin-gateway device list`.")
      }
      return record.device
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the topics: name, app, sound, boxes.")

    @OptionGroup var state: StateOption

    func run() throws {
      let devices: [DeviceRecord] = try state.folder.load("devices.json")
      for record in try TopicFile(state.folder).records() {
        let boxes = record.devices.map { number in
          devices.last { $0.device == number }?.name ?? number
        }
        let fields = [
          record.name, record.app, record.sound ?? "default", boxes.joined(separator: ","),
        ]
        Terminal.give(fields.joined(separator: "\t"))
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Takes a topic away: its messages are refused from then on.")

    @OptionGroup var state: StateOption
    @Argument(help: "The topic's name.") var name: String

    func run() throws {
      try TopicFile(state.folder).change { records throws(GatewayError) in
        let count = records.count
        records.removeAll { $0.name == name }
        if records.count == count {
          throw GatewayError("There is no topic \(name). See `tocsin-gateway topic list`.")
        }
      }
      Terminal.say("Messages to \(name) are refused from now on. \(try state.reach())")
    }
  }
}
