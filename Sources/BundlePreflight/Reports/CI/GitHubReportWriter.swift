import AlertSounds
import AudioFormats
import Files

/// Workflow commands that GitHub Actions shows as annotations of a change's files.
struct GitHubReportWriter: ReportWriter {
  func write(_ report: PreflightReport, to output: inout some TextOutputStream) {
    for group in report.findingsByFile {
      for finding in group.findings { output.write(finding.command + "\n") }
    }
  }
}

extension PreflightFinding {
  fileprivate var command: String {
    let properties =
      [
        ("file", file), ("line", line.map(String.init)), ("col", column.map(String.init)),
        ("title", "tocsin (\(printable(finding.rule)))"),
      ] as [(String, String?)]
    let given = properties.compactMap { name, value in
      value.map { "\(name)=\(escaped($0, property: true))" }
    }
    return "::\(finding.severity.commandName) \(given.joined(separator: ","))::"
      + escaped(text, property: false)
  }

  private var text: String {
    let place = line == nil ? finding.byteOffset.map { " (at byte \($0))" } ?? "" : ""
    return printable(finding.message) + place
      + (finding.fix?.text.map { "\n→ \(printable($0))" } ?? "")
  }

  /// The runner undoes exactly these escapes (actions/toolkit, docs/commands.md); in a property a
  /// colon and a comma would end it.
  private func escaped(_ text: String, property: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where property: result += "%3A"
      case "," where property: result += "%2C"
      // People may also read the command in a terminal.
      case _ where scalar.properties.generalCategory == .control:
        result += printable(String(scalar))
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Finding.Severity {
  fileprivate var commandName: String {
    switch self {
    case .note: "notice"
    case .warning: "warning"
    case .error: "error"
    }
  }
}
