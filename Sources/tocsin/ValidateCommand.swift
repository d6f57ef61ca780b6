import AlertSounds
import ArgumentParser
import AudioTypes
import ConsoleOutput
import Files

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check sounds against Apple's rules for alert sounds.",
    discussion: """
      EXIT STATUS
        0  fine, or warnings alone without --strict
        1  an error finding; an unreadable file is one
        2  wrong usage

      EXAMPLES
        tocsin validate Sounds/*.caf
        tocsin validate --strict --json alert.wav
      """)

  @Argument(help: "The sounds to check.")
  var files: [String]

  @Flag(name: .customLong("strict"), help: "Let warnings fail too.")
  var isStrict = false

  @Flag(name: .customLong("json"), help: "Print the reports as JSON.")
  var wantsJSON = false

  func run() throws {
    let reports = mapInParallel(files) { SoundValidator().validate(path: $0) }
    if wantsJSON {
      try Console.printJSON(ValidationRecord(files: reports))
    } else {
      Console.print(
        (reports.map(\.lines) + [[summary(reports)]]).flatMap(\.self).joined(separator: "\n"))
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
    return "\(reports.count) checked, \(errors) errors, \(warnings) warnings"
  }
}

/// The JSON of a validation.
private struct ValidationRecord: Encodable {
  let version = 1
  let files: [SoundReport]
}

extension SoundReport {
  /// The report for people: a line for the file, one or two for each finding.
  fileprivate var lines: [String] {
    let what = [container, dataFormat, duration.map(secondsText)]
      .compactMap(\.self).joined(separator: ", ")
    let head = findings.isEmpty ? "ok" : worst.map(\.rawValue) ?? "ok"
    return ["\(printable(file)): \(head)" + (what.isEmpty ? "" : " (\(what))")]
      + findings.flatMap(\.lines)
  }
}

extension Finding {
  fileprivate var lines: [String] {
    let place = byteOffset.map { " at byte \($0)" } ?? ""
    return ["  \(severity.rawValue) [\(rule)]\(place): \(message)"]
      + (fix.map { ["    → \($0)"] } ?? [])
  }
}
