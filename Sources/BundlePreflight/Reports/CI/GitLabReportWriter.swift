import AlertSounds
import AudioFormats
import Files

/// GitLab's Code Quality report, a subset of Code Climate's format.
struct GitLabReportWriter: ReportWriter {
  func write(_ report: PreflightReport, to output: inout some TextOutputStream) {
    var fingerprints = Fingerprints()
    let issues = report.findingsByFile.lazy.flatMap(\.findings)
      .map { $0.issue(fingerprint: fingerprints.name(of: $0)) }
    JSONValue.writeLines(of: issues, to: &output, indentation: "")
    output.write("\n")
  }
}

extension PreflightFinding {
  fileprivate func issue(fingerprint: String) -> JSONValue {
    .object([
      ("description", .string(printable(description))), ("check_name", .string(finding.rule)),
      ("fingerprint", .string(fingerprint)), ("severity", .string(finding.severity.gitLabName)),
      (
        "location",
        .object([
          ("path", .string(relativePath)),
          // The format requires a line, but a sound has none.
          ("lines", .object([("begin", .integer(line ?? 1))])),
        ])
      ),
    ])
  }

  private var description: String {
    finding.message + (line == nil ? finding.byteOffset.map { " (at byte \($0))" } ?? "" : "")
      + (finding.fix?.text.map { ". To fix: \($0)" } ?? "")
  }

  /// GitLab matches the path with that of a changed file, which never starts with `./`.
  private var relativePath: String { file.hasPrefix("./") ? String(file.dropFirst(2)) : file }
}

extension Finding.Severity {
  /// `critical` and `blocker` are for worse faults than a sound that is not heard.
  fileprivate var gitLabName: String {
    switch self {
    case .note: "info"
    case .warning: "minor"
    case .error: "major"
    }
  }
}
