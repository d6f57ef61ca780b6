import AlertPlayback
import ArgumentParser
import FoundationEssentials

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the sound devices that audio.device can name.")

  @OptionGroup var page: PageOptions

  @Flag(name: .customLong("json"), help: "Print all of them as JSON.")
  var wantsJSON = false

  private struct Record: Encodable {
    var name: String
    var description: String
  }

  func run() throws {
    let devices = ListedDevice.all
    if wantsJSON {
      var list = JSONList()
      for device in devices {
        try list.append(Record(name: device.name, description: device.description))
      }
      return list.end()
    }
    var table = PagedTable(["NAME", "DESCRIPTION"], page)
    for device in devices {
      let lines = device.description.split(separator: "\n").joined(separator: ", ")
      guard table.append(device.name, lines) else { break }
    }
    table.end(of: devices.count, nothing: "no sound device is listed")
  }
}
