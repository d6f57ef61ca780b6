import AudioContainers
import AudioTypes

/// A rule about one sound. A new rule is a new file in `Rules/` and a line in `SoundRules.all`.
protocol SoundRule: Sendable {
  /// The stable identifier, in kebab case.
  static var identifier: String { get }

  func check(_ sound: ExaminedSound) -> [Finding]
}

extension SoundRule {
  func finding(
    _ severity: Finding.Severity, _ message: String, fix: String? = nil, at byteOffset: Int64? = nil
  ) -> Finding {
    Finding(
      rule: Self.identifier, severity: severity, message: message, fix: fix, byteOffset: byteOffset)
  }
}

/// All rules, in the order in which their findings are told.
enum SoundRules {
  static let all: [any SoundRule] = [
    ContainerRule(), NameRule(), StructureRule(), DataFormatRule(), EmptyRule(), DurationRule(),
    FileSizeRule(), ChannelRule(), SampleRateRule(), PacketRule(), SilenceRule(),
  ]
}

/// A sound as the rules see it. Only our own readers have touched it.
struct ExaminedSound {
  let path: String
  let source: any ByteSource
  /// The container, or why there is none.
  let content: Result<ContainerDescription, ContainerError>

  var description: ContainerDescription? { try? content.get() }

  /// The command that makes an alert sound of this file.
  func conversion(_ options: String = "-d ima4 -f caff") -> String {
    let folder = String(path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? "")
    var output = folder + baseName(of: path) + ".caf"
    if output == path { output = folder + baseName(of: path) + "-fixed.caf" }
    return "tocsin convert \(shellWord(path)) \(shellWord(output)) \(options)"
  }
}
