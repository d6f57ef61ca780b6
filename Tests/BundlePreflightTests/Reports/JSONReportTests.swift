import AlertSounds
import BundlePreflight
import Foundation
import Testing

@Suite("The JSON report")
struct JSONReportTests {
  private struct Report: Decodable {
    struct Sound: Decodable {
      let file: String
      let bundles: [String]
      let duration: Double?
    }

    struct Place: Decodable {
      let file: String
      let line: Int?
      let byteOffset: Int64?
      let rule: String
      let severity: Finding.Severity
      let message: String
      let fix: String?
    }

    let version: Int
    let summary: [String: Int]
    let inputs: [PreflightReport.Input]
    let sounds: [Sound]
    let findings: [Place]
  }

  @Test("gives back every name and every finding, byte for byte")
  func roundTrip() throws {
    let text = ReportFormat.json.text()
    let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
    let given = SampleReport.report
    #expect(report.version == 1 && report.inputs == given.inputs)
    #expect(report.sounds.map { Array($0.file.utf8) } == given.sounds.map { Array($0.file.utf8) })
    #expect(report.sounds.map(\.duration) == given.sounds.map(\.duration))
    let bytes = { (file: String, message: String) in Array("\(file)|\(message)".utf8) }
    #expect(
      Set(report.findings.map { bytes($0.file, $0.message) })
        == Set(given.findings.map { bytes($0.file, $0.finding.message) }))
    #expect(report.findings.count == given.findings.count)
    #expect(
      report.summary == [
        "sounds": 14, "errors": 4, "warnings": 7, "notes": 1, "baseline": 4, "places": 0,
        "unfollowed": 0,
      ])
  }

  @Test("holds no control character, nor one that turns a line round")
  func plain() {
    let scalars = ReportFormat.json.text().unicodeScalars.filter { $0 != "\n" }
    #expect(!scalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
  }
}
