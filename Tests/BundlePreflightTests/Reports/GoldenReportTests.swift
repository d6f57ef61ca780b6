import BundlePreflight
import Foundation
import Testing

/// Renew the files with `TOCSIN_RENEW_GOLDEN=1 swift test --filter GoldenReportTests`, and read
/// what changed in them before it is committed.
@Suite("Golden reports")
struct GoldenReportTests {
  enum Golden: String, CaseIterable {
    case text = "report.txt"
    case coloredText = "report-colored.txt"
    case junit = "report.junit.xml"
    case strictJUnit = "report-strict.junit.xml"
    case github = "report.github.txt"

    var text: String {
      var options = SampleReport.options
      switch self {
      case .text: return ReportFormat.text.text()
      case .coloredText:
        options.isColored = true
        return ReportFormat.text.text(options: options)
      case .junit: return ReportFormat.junit.text()
      case .strictJUnit:
        options.isStrict = true
        return ReportFormat.junit.text(options: options)
      case .github: return ReportFormat.github.text()
      }
    }
  }

  @Test("are what the writers write", arguments: Golden.allCases)
  func matches(golden: Golden) throws {
    let url = ReportFixture.url(golden.rawValue)
    if ProcessInfo.processInfo.environment["TOCSIN_RENEW_GOLDEN"] != nil {
      try Data(golden.text.utf8).write(to: url)
      Issue.record(
        "\(golden.rawValue) is renewed: look at it and run the test without the variable")
      return
    }
    // Bytes: as strings, two forms of é would be equal.
    let expected = [UInt8](try Data(contentsOf: url))
    guard Array(golden.text.utf8) != expected else { return }
    let lines = golden.text.split(separator: "\n", omittingEmptySubsequences: false)
    let kept = String(decoding: expected, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let index = zip(lines, kept).prefix { Array($0.utf8) == Array($1.utf8) }.map(\.0).count
    Issue.record(
      """
      \(golden.rawValue) differs from line \(index + 1) on:
        written: \(lines.dropFirst(index).first ?? "(the end)")
        golden:  \(kept.dropFirst(index).first ?? "(the end)")
      """)
  }
}
