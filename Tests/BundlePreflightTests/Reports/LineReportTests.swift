import AlertSounds
import BundlePreflight
import Testing

@Suite("Reports in lines")
struct LineReportTests {
  private func lines(_ format: ReportFormat, _ findings: [PreflightFinding]) -> [Substring] {
    let report = PreflightReport(inputs: [], sounds: [], findings: findings)
    return format.text(report).split(separator: "\n")
  }

  @Test("GitHub: what a name smuggles in stays in its place")
  func commands() {
    let lines = lines(
      .github,
      [
        SampleReport.finding(
          "r", .error, "50%\nmore", fix: "a\r\nb", file: "a,b:c%\n::warning::x", line: 3, column: 7),
        SampleReport.finding("r", .note, "far", file: "z", byteOffset: 9),
      ])
    #expect(
      lines == [
        "::error file=a%2Cb%3Ac%25%0A%3A%3Awarning%3A%3Ax,line=3,col=7,title=tocsin (r)::"
          + "50%25\\u{a}more%0A→ a\\u{d}\\u{a}b",
        "::notice file=z,title=tocsin (r)::far (at byte 9)",
      ])
  }

  @Test("text: findings stand in the order of their places, the worst first")
  func order() {
    let lines = lines(
      .text,
      [
        SampleReport.finding("e", .note, "m", file: "b", line: 10),
        SampleReport.finding("d", .note, "m", file: "b", line: 9, column: 4),
        SampleReport.finding("c", .note, "m", file: "b", line: 9, column: 3),
        SampleReport.finding("b", .note, "m", file: "b"),
        SampleReport.finding("a", .error, "m", file: "b"),
        SampleReport.finding("z", .error, "m", file: "a", byteOffset: 12),
      ])
    #expect(
      lines == [
        "a", "  error [z] at byte 12: m", "b", "  error [a]: m",
        "0 sounds checked: 2 errors, 0 warnings, 4 notes", "4 notes not shown: --notes",
      ])
  }

  @Test("text has escape sequences only where colours are asked for")
  func colours() {
    #expect(!ReportFormat.text.text().contains("\u{1B}"))
    var options = SampleReport.options
    options.isColored = true
    let text = ReportFormat.text.text(options: options)
    #expect(text.contains("\u{1B}[1;31merror\u{1B}[0m") && !text.contains("\u{1B}[2J"))
  }
}
