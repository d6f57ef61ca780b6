import AlertPlayback
import ArgumentParser
import FoundationEssentials

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the sound devices that audio.device can name.")

  @OptionGroup var list: ListOptions

  private struct Record: Encodable {
    var name: String
    var description: String
  }

  func run() throws {
    let devices = ListedDevice.all
    try list.print(
      ["NAME", "DESCRIPTION"],
      each: { next in for device in devices { guard try next(device) else { return } } },
      record: { Record(name: $0.name, description: $0.description) },
      cells: { [$0.name, $0.description.split(separator: "\n").joined(separator: ", ")] },
      total: devices.count, nothing: "no sound device is listed")
  }
}
