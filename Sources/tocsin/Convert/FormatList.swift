import AlertSounds
import AudioFormats

/// The list of `-hf`: the formats that can be written, in afconvert's layout.
enum FormatList {
  private static let perLine = 6
  private static let indent = String(repeating: " ", count: 15)

  static var text: String {
    let entries = Container.allCases.filter { !$0.writableCodings.isEmpty }
      .sorted { $0.name < $1.name }.map(entry)
    let foreign = ForeignOutput.formatLines.map { code, name, formats in
      "    '\(code)' = \(name)\n\(indent)data_formats: \(formats)"
    }
    return
      (["Audio file and data formats:"] + entries + ["With ffmpeg installed also:"] + foreign)
      .joined(separator: "\n")
  }

  private static func entry(_ container: Container) -> String {
    let extensions = container.fileExtensions.map { "." + $0 }.joined(separator: ", ")
    let names = container.writableCodings.map(\.optionName)
    var lines: [String] = []
    for start in stride(from: 0, to: names.count, by: perLine) {
      let part = names[start..<min(start + perLine, names.count)].joined(separator: " ")
      lines.append(indent + (start == 0 ? "data_formats: " : "              ") + part)
    }
    return (["    '\(container.code)' = \(container.name) (\(extensions))"] + lines)
      .joined(separator: "\n")
  }
}

extension DataFormat.Coding {
  /// The word for `-d`; codecs in quotes, as afconvert lists them.
  fileprivate var optionName: String {
    if case .linearPCM = self { name } else { "'\(name)'" }
  }
}
