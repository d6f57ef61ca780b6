import AlertSounds
import AudioFormats
import TestSupport
import Testing

@Suite("Limits: what a project may choose")
struct SoundLimitTests {
  /// A limit that a sound with a flaw keeps, or that its twin breaks.
  struct Choice: Sendable, CustomTestStringConvertible {
    let rule: Rule
    let limit: Rule.Limit
    let flaw: String
    /// A value with which the bad sound is fine.
    let loose: Double
    /// A value with which the good one is not.
    let tight: Double

    var testDescription: String { "\(rule.identifier).\(limit.name)" }
  }

  static let choices = [
    Choice(rule: .loudness, limit: .loudnessMinimum, flaw: "quiet", loose: -60, tight: -15),
    Choice(rule: .loudness, limit: .loudnessMaximum, flaw: "loud", loose: 0, tight: -30),
    Choice(rule: .truePeak, limit: .truePeak, flaw: "between the samples", loose: 3, tight: -6),
    Choice(rule: .leadingSilence, limit: .leadingSilence, flaw: "252 ms", loose: 0.3, tight: 0.1),
    Choice(rule: .dcOffset, limit: .dcOffset, flaw: "1.2 %", loose: 2, tight: 0.5),
    Choice(rule: .bannerDuration, limit: .bannerDuration, flaw: "7.2 s", loose: 10, tight: 5),
    Choice(rule: .sizeSaving, limit: .sizeSaving, flaw: "50 KiB would go", loose: 100, tight: 10),
  ]

  private func finds(_ choice: Choice, in pcm: PCMBuffer, with value: Double) throws -> Bool {
    let folder = try TemporaryFolder()
    var limits = RuleLimits()
    try limits.set(choice.limit.name, of: choice.rule, to: value)
    let path = try ShapeCase.write(pcm, "x.wav", in: folder)
    return try MeasuredSound(path, limits: limits).rules.contains(choice.rule.identifier)
  }

  @Test("A rule compares with the limit that was set", arguments: choices)
  func chosen(_ choice: Choice) throws {
    let shape = try #require(
      ShapeCase.all.first { $0.rule == choice.rule.identifier && $0.flaw == choice.flaw })
    #expect(!(try finds(choice, in: shape.bad(), with: choice.loose)))
    #expect(try finds(choice, in: shape.good(), with: choice.tight))
  }

  @Test("A number of clipped runs can be fine")
  func clippedRuns() throws {
    let folder = try TemporaryFolder()
    let pcm = PCMBuffer(channelCount: 1, samples: [0, 1, 1, 1, 0, -1, -1, -1, 0])
    let path = try ShapeCase.write(pcm, "x.wav", in: folder)
    for (limit, isFine) in [(0.0, false), (1, false), (2, true)] {
      var limits = RuleLimits()
      try limits.set("maximum", of: .clipping, to: limit)
      #expect(try MeasuredSound(path, limits: limits).rules.contains("clipping") != isFine)
    }
  }

  @Test("A smaller file size is refused, and its audio is left alone")
  func fileSize() throws {
    let folder = try TemporaryFolder()
    let path = try ShapeCase.write(Signals.silence(frames: 50_000), "x.wav", in: folder)
    var limits = RuleLimits()
    try limits.set("maximum", of: .fileSize, to: 0.05)
    let examination = SoundValidator(.allRules, limits: limits).examine(path: path)
    #expect(examination.measurements == nil)
    let finding = try #require(examination.report.findings.first)
    #expect(finding.rule == "file-size" && finding.message.contains("the 0.05 MiB"))
    #expect(!examination.report.findings.map(\.rule).contains("silence"))
  }

  @Test(
    "What is not a limit is refused with the reason",
    arguments: [
      ("duration", "maximum", 60, "the rule duration has no limit maximum"),
      ("nonsense", "x", 1, "the rule nonsense has no limit x"),
      (
        "loudness", "middle", -20,
        "the rule loudness has no limit middle, but minimum and maximum"
      ),
      (
        "leading-silence", "maximum", -1, "leading-silence.maximum is -1; it can be 0 to 30 s"
      ),
      ("dc-offset", "maximum", .nan, "dc-offset.maximum is nan; it can be 0 to 100 %"),
    ] as [(String, String, Double, String)])
  func refusals(rule: String, limit: String, value: Double, reason: String) {
    var limits = RuleLimits()
    let rule =
      SoundRules.all.first { $0.identifier == rule } ?? Rule(rule, .note, page: [])
    let error = #expect(throws: RuleLimits.Refusal.self) {
      try limits.set(limit, of: rule, to: value)
    }
    #expect(error?.description == reason)
    #expect(limits == RuleLimits())
  }

  @Test("A standard value can be set, and is what stands without it")
  func standards() throws {
    for rule in SoundRules.all {
      for limit in rule.limits {
        var limits = RuleLimits()
        #expect(limits[limit] == limit.standard)
        try limits.set(limit.name, of: rule, to: limit.standard)
        #expect(limits[limit] == limit.standard)
      }
    }
  }
}
