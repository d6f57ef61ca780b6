import AlertSounds
import BundlePreflight
import Foundation
import TestSupport

/// A report made by hand, with names that would break a writer that trusts them.
enum SampleReport {
  static let report = PreflightReport(
    inputs: [
      .init(path: "App.ipa", kind: "zip archive with an app bundle"),
      .init(path: "example", kind: "Xcode project, Flutter project"),
    ],
    sounds: sounds, findings: findings, baselineCount: 4)

  static let rules = [
    rule(
      "duration", .error, "An alert sound is shorter than 30 s",
      """
      The system plays its **default sound** instead of one that lasts 30 s or more, and says
      nothing of it.

      Cut the sound, with a short fade:

          tocsin fix --trim --write long.caf

      - shorter than `30 s` for any notification
      - up to 7 s for one that
        a banner shows
      """,
      limits: [.init("maximum", 30, "s", in: 0...30, "the longest duration")]),
    rule(
      "sound-missing", .error, "What is asked for is shipped",
      "A payload that says `{\"sound\": \"x.caf\"}` needs a file [x.caf](of that name)."),
    rule(
      "true-peak", .warning, "No peak is over 0 dBTP",
      "```\ntocsin convert --gain -1 in.caf out.caf\n```"),
  ]

  private static func rule(
    _ identifier: String, _ severity: Finding.Severity, _ summary: String, _ explanation: String,
    limits: [Rule.Limit] = []
  ) -> Rule {
    Rule(
      identifier, severity, limits: limits, page: Array("# \(summary)\n\n\(explanation)\n".utf8))
  }

  static let options: ReportOptions = {
    ReportOptions(toolVersion: "1.2.3", rules: rules) { $0.file == playable ? beep : nil }
  }()

  /// The one sound with a preview.
  static let playable = "example/ios/Runner/ding.caf"

  static let hostile = [
    "example/</script><script>alert(1)</script>.caf", "example/\"quoted\" 'twice' & `more`.caf",
    "example/forged\n::error::line\u{1B}[2Jclear.caf", "example/right\u{202E}fac.gnp.caf",
    "example/צליל התראה.caf", "example/50%, two: three.caf", "example/caf\u{E9}.caf",
    "example/cafe\u{301}.caf", "example/\u{FFFF}]]>.caf", "example/{0}[a](b).caf",
  ]

  private static let sounds: [PreflightSound] =
    [
      sound(playable, seconds: 0.3, loudness: -18.2, method: .shortSound, peak: -1.04),
      sound("example/ios/Runner/long.caf", seconds: 31.25, loudness: -14.5, peak: 0.42, clips: 3),
      sound("App.ipa/Payload/App.app/silence.caf", seconds: 2, loudness: nil, peak: nil),
      PreflightSound(
        file: "example/ios/Runner/renamed.caf", bundles: [], byteCount: 48_211, container: nil,
        dataFormat: nil, duration: nil, measurements: nil),
    ] + hostile.map { sound($0, seconds: 1.5, loudness: -20.25, peak: -3) }

  private static let findings: [PreflightFinding] =
    [
      finding(
        "duration", .error, "it lasts 31.25 s; from 30 s on the default sound plays",
        fix: Fix(
          .command(Fix.Command("tocsin fix --trim --write", ["example/ios/Runner/long.caf"]))),
        file: "example/ios/Runner/long.caf"),
      finding(
        "true-peak", .warning, "the true peak is 0.42 dBTP", file: "example/ios/Runner/long.caf"),
      finding(
        "content-mismatch", .error, "it is MPEG audio, named .caf",
        fix: Fix(
          .command(Fix.Command("tocsin convert", ["example/ios/Runner/renamed.caf", "out.caf"]))),
        file: "example/ios/Runner/renamed.caf", byteOffset: 0),
      finding(
        "sound-missing", .error, "'Ding.caf' is asked for; no target ships it {0}",
        fix: "write 'ding.caf'", file: "example/push/order.apns", line: 4, column: 14),
      finding(
        "sound-missing", .error, "'Ding.caf' is asked for; no target ships it {0}",
        fix: "write 'ding.caf'", file: "example/push/order.apns", line: 9, column: 3),
      finding(
        "sound-unused", .note, "nothing asks for it",
        file: "App.ipa/Payload/App.app/silence.caf"),
    ]
    + hostile.prefix(6).map {
      finding("file-name", .warning, "the name \($0) is odd", fix: "mv '\($0)' x.caf", file: $0)
    }

  static func finding(
    _ rule: String, _ severity: Finding.Severity, _ message: String, fix: Fix? = nil,
    file: String, line: Int? = nil, column: Int? = nil, byteOffset: Int64? = nil
  ) -> PreflightFinding {
    PreflightFinding(
      Finding(rule: rule, severity: severity, message: message, fix: fix, byteOffset: byteOffset),
      file: file, line: line, column: column)
  }

  static func sound(
    _ file: String, seconds: Double, loudness: Double?,
    method: SoundMeasurements.Loudness.Method = .integrated, peak: Double?, clips: Int = 0
  ) -> PreflightSound {
    PreflightSound(
      file: file, bundles: ["Runner", "Watch <App>"],
      byteCount: seconds.isFinite ? Int64(seconds * 24_000) : 0,
      container: "CAF", dataFormat: "ima4", duration: seconds,
      measurements: SoundMeasurements(
        loudness: loudness.map { .init(value: $0, method: method) }, truePeak: peak,
        samplePeak: peak, clippedRunCount: clips, leadingSilence: 0.01, trailingSilence: 0.125,
        dcOffset: 0, isSilent: loudness == nil, waveform: shape(isSilent: loudness == nil)))
  }

  /// A tone that swells and dies away.
  private static func shape(isSilent: Bool) -> [SoundMeasurements.WaveformColumn] {
    (0..<120).map { column in
      let height = 120 * sin(Double(column) / 120 * .pi) * (0.6 + 0.4 * sin(Double(column)))
      let peak = isSilent ? 0 : Int8(height)
      return .init(lowest: -peak / 2, highest: peak)
    }
  }

  /// 0.3 s of 880 Hz.
  static let beep = PlainWAVE.integers(
    (0..<13_230).map { Int32(12_000 * sin(2 * .pi * 880 * Double($0) / 44_100)) })
}

extension ReportFormat {
  /// The whole of a report.
  func text(
    _ report: PreflightReport = SampleReport.report, options: ReportOptions = SampleReport.options
  ) -> String {
    var text = ""
    write(report, options: options, to: &text)
    return text
  }
}
