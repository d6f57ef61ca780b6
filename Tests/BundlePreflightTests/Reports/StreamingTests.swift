import AlertSounds
import BundlePreflight
import Testing

@Suite("Reports that are written as they go")
struct StreamingTests {
  /// Remembers no text, only how much came at once.
  private struct Gauge: TextOutputStream {
    var total = 0
    var largest = 0

    mutating func write(_ text: String) {
      total += text.utf8.count
      largest = max(largest, text.utf8.count)
    }
  }

  @Test("never hold 10,000 sounds as one text", arguments: ReportFormat.allCases)
  func pieces(format: ReportFormat) {
    let files = (0..<10_000).map { "Sounds/\($0 / 100)/\($0).caf" }
    let report = PreflightReport(
      inputs: [], sounds: files.map { SampleReport.sound($0, seconds: 1, loudness: -20, peak: -1) },
      findings: files.map { SampleReport.finding("name", .warning, "odd", file: $0) })
    var gauge = Gauge()
    format.write(report, options: ReportOptions(toolVersion: "1"), to: &gauge)
    // Each file is named, but for people each folder is, and a summary has a line for each rule; the
    // page's style sheet is the longest piece of all.
    let lines = format == .text ? 100 : format == .markdown ? 1 : 10_000
    #expect(gauge.total > lines * 20 && gauge.largest < 32_000)
  }

  @Test(
    "are the same each time, in whatever order the findings come", arguments: ReportFormat.allCases)
  func determinism(format: ReportFormat) {
    var turned = SampleReport.report
    turned.findings.reverse()
    #expect(Array(format.text().utf8) == Array(format.text(turned).utf8))
  }
}
