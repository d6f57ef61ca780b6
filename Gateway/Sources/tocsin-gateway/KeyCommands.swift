import APNsGateway
import ArgumentParser
import Crypto
import Foundation

struct Key: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The keys that providers sign their tokens with.",
    subcommands: [Add.self, List.self, Remove.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a key: AuthKey_….p8 in this folder, for a provider.")

    @OptionGroup var state: StateOption
    @Option(help: "The provider's team, ten characters by custom.") var team: String
    @Option(help: "A topic it may push to, or a beginning and a star. May be repeated.")
    var topic: [String] = []

    func run() throws {
      guard !topic.isEmpty else {
        throw GatewayError("Say which topics the key is for: --topic 'org.example.*'.")
      }
      guard team.wholeMatch(of: /[A-Za-z0-9]{1,32}/) != nil else {
        throw GatewayError("A team is up to 32 letters and digits, like TEAM123456.")
      }
      for text in topic { _ = try TopicPattern(text) }
      let settings: GatewaySettings = try state.folder.load("gateway.json")
      let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
      let name = String((0..<10).map { _ in letters[Int.random(in: 0..<letters.count)] })
      let key = P256.Signing.PrivateKey()
      let file = "AuthKey_\(name).p8"
      // The key is written first: a record without it would be useless.
      try StateFolder(FileManager.default.currentDirectoryPath)
        .write(key.pemRepresentation + "\n", to: file)
      try ProviderFile(state.folder).add(
        ProviderRecord(
          name: name, team: team, key: key.publicKey.pemRepresentation, topics: topic))
      Terminal.give(file)
      Terminal.say(
        """
        \(file) is written: key id \(name), team \(team), server https://\(settings.host):\(settings.port), \
        authority \(state.folder.file("ca.pem")).
        Give the key and the authority to the provider. \(try state.reach())
        """)
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists keys and certificates, and their topics.")

    @OptionGroup var state: StateOption

    func run() throws {
      for record in try ProviderFile(state.folder).records() {
        let kind = record.key == nil ? "certificate" : "key"
        let fields = [
          kind, record.name, record.team ?? "-", record.topics.joined(separator: ","),
          record.withdrawn == true ? "withdrawn" : "",
        ]
        Terminal.give(fields.joined(separator: "\t"))
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Takes a key away: its tokens are refused from then on.")

    @OptionGroup var state: StateOption
    @Argument(help: "The key's identifier.") var name: String

    func run() throws {
      try ProviderFile(state.folder).change { records throws(GatewayError) in
        let count = records.count
        records.removeAll { $0.name == name && $0.key != nil && !$0.isLocal }
        if records.count == count {
          throw GatewayError("There is no key \(name). See `tocsin-gateway key list`.")
        }
      }
      Terminal.say("The key \(name) is refused from now on. \(try state.reach())")
    }
  }
}
