import AlertSounds
import ConsoleOutput
import Files

/// Checks files and prints the findings. Outputs that are not requested are off.
struct ValidationRun {
  let files: [String]
  var isStrict = false
  var wantsJSON = false

  func run() throws {
    let results = mapInParallel(files) { [wantsJSON] file in
      let report = SoundValidator().validate(path: file)
      return (report: report, text: wantsJSON ? "" : report.text)
    }
    let reports = results.map(\.report)
    if wantsJSON {
      try Console.printJSON(ValidationRecord(files: reports))
    } else {
      Console.print(results.reduce(into: "") { $0 += $1.text } + summary(reports))
    }
    let limit: Finding.Severity = isStrict ? .warning : .error
    if reports.contains(where: { $0.worst.map { $0 >= limit } ?? false }) {
      throw ExitStatus.failure
    }
  }

  private func summary(_ reports: [SoundReport]) -> String {
    let findings = reports.flatMap(\.findings)
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count { $0.severity == .warning }
    return "\(reports.count) checked, \(counted(errors, "error")), \(counted(warnings, "warning"))"
  }
}

/// The JSON of a validation.
private struct ValidationRecord: Encodable {
  let version = 1
  let files: [SoundReport]
}

extension SoundReport {
  /// The report for people: a line for the file, one or two for each finding.
  fileprivate var text: String {
    var text = printable(file)
    text.reserveCapacity(text.utf8.count + 64)
    text += ": "
    text += worst?.rawValue ?? "ok"
    var separator = " ("
    for case let fact? in [container, dataFormat, duration.map(secondsText)] {
      text += separator
      text += fact
      separator = ", "
    }
    text += separator == ", " ? ")\n" : "\n"
    return findings.flatMap(\.lines).reduce(into: text) { $0 += $1 + "\n" }
  }
}

extension Finding {
  fileprivate var lines: [String] {
    let place = byteOffset.map { " at byte \($0)" } ?? ""
    return ["  \(severity.rawValue) [\(rule)]\(place): \(message)"]
      + (fix?.text.map { ["    → \($0)"] } ?? [])
  }
}
