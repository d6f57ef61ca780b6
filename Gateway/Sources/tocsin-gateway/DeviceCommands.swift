import APNsGateway
import ArgumentParser
import Foundation

struct Device: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The boxes that get pushes.", subcommands: [Add.self, List.self, Revoke.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes a box's enrolment, NAME.enrol in this folder. No server is asked.")

    @OptionGroup var state: StateOption
    @OptionGroup var secret: SecretOutput
    @Argument(help: "The box's name.") var name: String

    func validate() throws {
      guard secret.output != nil || !name.contains(/^\.|\//) else {
        throw ValidationError("“\(name)” cannot name a file: give one with --output.")
      }
    }

    func run() throws {
      let folder = state.folder
      let file = try folder.locked { () throws(GatewayError) in
        var devices: [DeviceRecord] = try folder.load("devices.json")
        if devices.contains(where: { $0.name == name && $0.revoked == nil }) {
          throw GatewayError(
            "There is a box \(name) already. Revoke it first: "
              + "`tocsin-gateway device revoke \(name)`.")
        }
        let (enrolment, record) = try Enrolment.make(name, in: folder)
        devices.append(record)
        return try secret.write(enrolment, usual: "\(name).enrol") { () throws(GatewayError) in
          try folder.store(devices, as: "devices.json")
        }
      }
      if let file { Terminal.give(file) }
      Terminal.say(
        "This is a secret: carry it to the box in a file of mode 0600, run there "
          + "`tocsinctl remote enrol FILE`, and remove the file.")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the boxes.")

    @OptionGroup var state: StateOption

    func run() throws {
      for device in try state.folder.load("devices.json", as: [DeviceRecord].self) {
        Terminal.give(
          "\(device.name)\t\(device.device)\t\(device.revoked == nil ? "enrolled" : "revoked")")
      }
    }
  }

  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shuts a box out; its pushes are answered 410 Unregistered from then on.")

    @OptionGroup var state: StateOption
    @Argument(help: "The box's name.") var name: String

    func run() throws {
      let folder = state.folder
      let (device, now) = try folder.locked { () throws(GatewayError) in
        var devices: [DeviceRecord] = try folder.load("devices.json")
        // Repeating the command retries the part that failed the first time.
        let index =
          devices.lastIndex { $0.name == name && $0.revoked == nil }
          ?? devices.lastIndex { $0.name == name }
        guard let index else {
          throw GatewayError("There is no box \(name). See `tocsin-gateway device list`.")
        }
        let now = devices[index].revoked ?? WallClock.milliseconds()
        try Revocation(folder).write(devices[index].user, since: now)
        devices[index].revoked = now
        try folder.store(devices, as: "devices.json")
        return (devices[index].device, now)
      }
      try Revocation(folder).tell(device, since: now)
      Terminal.say(
        "The box \(name) is shut out. Its pushes are answered 410 Unregistered. To take it in "
          + "again, enrol it: `tocsin-gateway device add \(name)`.")
    }
  }
}
