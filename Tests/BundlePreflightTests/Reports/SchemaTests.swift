import BundlePreflight
import Foundation
import TestSupport
import Testing

@Suite("Reports and their schemas")
struct SchemaTests {
  static let reports = [
    SampleReport.report, PreflightReport(inputs: [], sounds: [], findings: []),
    PreflightReport(
      inputs: [],
      sounds: [
        SampleReport.sound("x.caf", seconds: .infinity, loudness: -.infinity, peak: .nan)
      ], findings: []),
  ]

  @Test("JSON is as Documentation/preflight-report.schema.json has it", arguments: 0..<3)
  func json(index: Int) throws {
    let schema = ReportFixture.repository
      .appending(path: "Documentation/preflight-report.schema.json")
    let text = ReportFormat.json.text(Self.reports[index])
    #expect(try ReportFixture.faults(of: text, schema: schema) == [])
  }

  @Test("JSON that lacks something is told from it")
  func brokenJSON() throws {
    let schema = ReportFixture.repository
      .appending(path: "Documentation/preflight-report.schema.json")
    let text = ReportFormat.json.text().replacingOccurrences(of: "\"rule\":", with: "\"rules\":")
    let faults = try ReportFixture.faults(of: text, schema: schema)
    #expect(!faults.isEmpty)
  }

  @Test("SARIF is as the official schema has it", arguments: 0..<3)
  func sarif(index: Int) throws {
    let text = ReportFormat.sarif.text(Self.reports[index])
    let schema = try ReportFixture.sarifSchema()
    #expect(try ReportFixture.faults(of: text, schema: schema) == [])
  }

  @Test("SARIF that breaks the official schema is told from it")
  func brokenSARIF() throws {
    let text = ReportFormat.sarif.text()
      .replacingOccurrences(of: "\"startLine\": 4", with: "\"startLine\": 0")
    let schema = try ReportFixture.sarifSchema()
    #expect(try ReportFixture.faults(of: text, schema: schema).count == 1)
  }

  @Test("Code Quality is as GitLab reads it", arguments: 0..<3)
  func gitLab(index: Int) throws {
    let text = ReportFormat.gitlab.text(Self.reports[index])
    let schema = ReportFixture.url("gitlab-code-quality.schema.json")
    #expect(try ReportFixture.faults(of: text, schema: schema) == [])
  }
}
