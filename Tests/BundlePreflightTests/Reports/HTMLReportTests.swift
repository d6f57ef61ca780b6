import AlertSounds
import Foundation
import TestSupport
import Testing

@testable import BundlePreflight

@Suite("The HTML report")
struct HTMLReportTests {
  private struct Visit: Decodable {
    struct Accessibility: Decodable {
      let tables: Int
      let columns: [String]
      let rows: Int
      let rowHeaders: Int
      let nameless: [String]
    }

    struct Player: Decodable {
      let before: Int
      let preload: String
      let controls: Bool
      let source: String
      let highest: Double
      let ended: Bool
      let pressed: Bool
      let error: String?
      let duration: Double?
    }

    let title: String
    let shown: Int
    let accessibility: Accessibility
    struct Copy: Decodable {
      let command: String
      let isTold: Bool
    }

    let filter: [String: Int]
    let rules: [String: Int]
    let copy: Copy
    let sought: Double?
    let order: [String: [Int]]
    let pictures: [String: Int]
    let overflow: Int
    let player: Player?
    let complaints: [String]
    let requests: [String]
  }

  /// What the script, which uses the report as a person would, saw in Chromium.
  private static let visit = Result { try visit(SampleReport.report) }

  private static func visit(_ report: PreflightReport) throws -> Visit {
    let scratch = try TemporaryFolder()
    let page = try scratch.write(ReportFormat.html.text(report).utf8, to: "report.html")
    let pictures = ProcessInfo.processInfo.environment["TOCSIN_SCREENSHOTS"].map { [$0] } ?? []
    // Says that it is missing, where it is.
    _ = try Tool("chromium")
    let result = try ReportFixture.python(
      [ReportFixture.url("browser.py").path, page] + pictures, seconds: 120)
    guard result.status == 0 else {
      throw ReportFixture.Unusable(
        description: "Chromium could not be driven (status \(result.status)): \(result.errors)")
    }
    return try JSONDecoder().decode(Visit.self, from: result.output)
  }

  @Test("opens, filters, sorts, plays and looks like something in a browser")
  func browser() throws {
    let visit = try Self.visit.get()
    #expect(visit.title == "Alert sounds: 4 errors, 7 warnings")
    #expect(visit.complaints == [])
    #expect(visit.requests.count { !$0.hasPrefix("data:") } == 1, "\(visit.requests)")
    #expect(visit.shown == 14)
    #expect(visit.filter == ["3": 2, "2": 8, "0": 14, "absent": 0, "any": 14])
    #expect(visit.pictures.keys.sorted() == ["dark", "light", "narrow"])
    #expect(visit.pictures.values.allSatisfy { $0 > 10_000 }, "\(visit.pictures)")
    #expect(visit.overflow <= 0, "the narrow page scrolls sideways")

    let player = try #require(visit.player)
    #expect(player.error == nil && player.before == 0)
    #expect(player.preload == "none" && player.controls)
    #expect(player.source == "data:audio/wav;base64,")
    #expect(player.ended && player.pressed && player.highest > 0.1)
    #expect(abs(try #require(player.duration) - 0.3) < 0.01)
  }

  @Test(
    "filters by rule, copies a fix\u{2019}s command, and plays from where a waveform is clicked")
  func tools() throws {
    let visit = try Self.visit.get()
    let findings = SampleReport.report.findings
    let sounds = Set(SampleReport.report.sounds.map(\.file))
    for (rule, count) in visit.rules {
      let files = Set(findings.filter { $0.finding.rule == rule }.map(\.file))
      #expect(count == files.intersection(sounds).count, "\(rule)")
    }
    #expect(Set(visit.rules.keys) == Set(findings.map(\.finding.rule)))
    #expect(visit.copy.command.hasPrefix("tocsin ") && visit.copy.isTold)
    #expect(try #require(visit.sought) > 0.7)
  }

  @Test("says what it is about, and puts what fails first")
  func subject() throws {
    var options = SampleReport.options
    options.subject = ReportSubject(name: "Bells & Co", revision: "commit 3f2a1bc", date: "today")
    let text = ReportFormat.html.text(options: options)
    #expect(text.contains("<title>Bells &amp; Co: alert sounds: "))
    #expect(text.contains("<b>Bells &amp; Co</b> · commit 3f2a1bc · today</p>"))
    let others = try #require(text.range(of: "id=\"others\"")?.lowerBound)
    let sounds = try #require(text.range(of: "id=\"sounds\"")?.lowerBound)
    let sourcesFail = SampleReport.report.findings.contains { found in
      found.finding.severity == .error
        && !SampleReport.report.sounds.contains { $0.file == found.file }
    }
    #expect(sourcesFail == (others < sounds))
  }

  @Test("sorts by each column, what is not known at the end")
  func sorting() throws {
    let order = try Self.visit.get().order
    // long.caf, silence.caf, the ten odd names, ding.caf; renamed.caf has no duration.
    #expect(order["duration first"] == [1, 2] + Array(4...13) + [0, 3])
    #expect(order["duration second"] == [0] + Array(4...13) + [2, 1, 3])
    #expect(order["loudness first"]?.prefix(2) == [1, 0])
    #expect(order["peak first"]?.suffix(2) == [2, 3])
    #expect(order["level first"]?.prefix(2) == [1, 3])
    #expect(order["again"] == Array(0...13))
  }

  @Test("is a table with named columns and controls to those who do not see it")
  func accessibility() throws {
    let seen = try Self.visit.get().accessibility
    // The browser has not looked into the rows below the window yet.
    #expect(seen.tables == 1 && seen.rows == 1 + 14 && seen.rowHeaders > 3)
    #expect(seen.nameless == [])
    #expect(
      seen.columns.map { $0.prefix(5) } == ["Sound", "Wavef", "Durat", "Loudn", "True ", "Findi"])
  }

  @Test("opens without a sound, too")
  func empty() throws {
    let text = ReportFormat.html.text(PreflightReport(inputs: [], sounds: [], findings: []))
    #expect(text.contains("0 sounds checked, no error, no warning") && !text.contains("<table"))
  }

  @Test("draws a dot for each sound whose loudness and duration are known")
  func overview() throws {
    let text = ReportFormat.html.text()
    #expect(text.contains("aria-label=\"Loudness over duration of 12 sounds\""))
    let paths = text.split(separator: "\n").filter { $0.hasPrefix("<path class=\"dots") }
    #expect(paths.count == 3 && paths.joined().count { $0 == "M" } == 12)
    // The red one: 31.25 s, of a scale from 0.1 s to 60 s, at −14.5 LUFS.
    #expect(text.contains("<path class=\"dots dots-3\" d=\"M355 51h0\"/>"))
  }

  @Test("has hashes in its policy that fit the script and the style")
  func policy() throws {
    let sum =
      "import base64,hashlib,sys;"
      + "print(base64.b64encode(hashlib.sha256(open(sys.argv[1],'rb').read()).digest()).decode())"
    let scratch = try TemporaryFolder()
    for (text, hash) in [
      (HTMLStyle.text, HTMLPolicy.styleHash), (HTMLScript.text, HTMLPolicy.scriptHash),
    ] {
      let path = try scratch.write(text.utf8, to: "text")
      let result = try ReportFixture.python(["-c", sum, path]).text
      #expect(result.trimmingCharacters(in: .newlines) == hash)
    }
  }

  @Test("lets no name become markup")
  func names() {
    let text = ReportFormat.html.text()
    // Its own, and no other one.
    #expect(text.components(separatedBy: "<script").count == 2)
    #expect(text.components(separatedBy: "</script").count == 2)
    #expect(text.contains("&lt;/script&gt;&lt;script&gt;alert(1)"))
    #expect(!text.unicodeScalars.contains("\u{202E}") && text.contains("\\u{202e}"))
    #expect(text.contains("<bdi class=\"name\">צליל התראה.caf</bdi>"))
  }

  @Test(
    "shows a rule's Markdown as text, lists and code",
    arguments: [
      ("one\ntwo\n\nthree", "<p>one two</p>\n<p>three</p>\n"),
      ("a `b<c` d `e", "<p>a <code>b&lt;c</code> d `e</p>\n"),
      ("```sh\na\n\nb\n```\nc", "<pre><code>a\n\nb</code></pre>\n<p>c</p>\n"),
      ("    x\n    y", "<pre><code>x\ny</code></pre>\n"),
      ("so:\n- a\n  b\n- c", "<p>so:</p>\n<ul><li>a b</li><li>c</li></ul>\n"),
      ("```\nnever closed", "<pre><code>never closed</code></pre>\n"),
    ])
  func markdown(text: String, markup: String) {
    var output = ""
    HTMLMarkdown.write(text, to: &output)
    #expect(output == markup)
  }
}
