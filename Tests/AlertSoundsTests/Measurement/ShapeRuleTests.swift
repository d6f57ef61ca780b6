import AlertSounds
import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("Rules about loudness and shape")
struct ShapeRuleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Those of other rules that a case cannot avoid.
  private static func isBeside(_ rule: String, _ shape: ShapeCase) -> Bool {
    rule == "size-saving" || (shape.flaw == "a cut-off wave" && rule != shape.rule)
  }

  @Test("A rule finds its flaw, and nothing in the twin without it", arguments: ShapeCase.all)
  func findsItsFlaw(_ shape: ShapeCase) throws {
    let bad = try MeasuredSound(ShapeCase.write(shape.bad(), "bad.wav", in: folder))
    let found = bad.examination.report.findings.filter { $0.rule == shape.rule }
    #expect(found.map(\.severity) == [shape.severity])
    let others = bad.rules.filter { $0 != shape.rule && !Self.isBeside($0, shape) }
    #expect(others == [])
    let good = try MeasuredSound(ShapeCase.write(shape.good(), "good.wav", in: folder))
    #expect(!good.rules.contains(shape.rule), "\(good.examination.report.findings)")
  }

  @Test("The fix of a finding removes it", arguments: ShapeCase.all)
  func fix(_ shape: ShapeCase) throws {
    let bad = try MeasuredSound(ShapeCase.write(shape.bad(), "bad one's.wav", in: folder))
    let finding = try #require(bad.examination.report.findings.first { $0.rule == shape.rule })
    guard let fix = finding.fix?.text, let start = fix.range(of: "tocsin convert "),
      shape.rule != "size-saving"
    else {
      // What no edit fixes, or a conversion does, which has tests of its own.
      #expect(["silence", "banner-duration", "size-saving", "clipping"].contains(shape.rule))
      return
    }
    let command = fix[start.lowerBound...]
    let tools = URL(fileURLWithPath: try Tool.tocsin().path).deletingLastPathComponent().path
    let result = try Tool("sh").run(
      ["-c", String(command)],
      environment: ["PATH": tools + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")])
    try #require(result.status == 0, "\(command): \(result.errors)")
    let mended = try MeasuredSound(folder.path("bad one's-fixed.wav"))
    #expect(!mended.rules.contains(shape.rule), "\(mended.examination.report.findings)")
    #expect(mended.measurements.truePeak.map { $0 < 0 } ?? true)
  }

  @Test("What turning up cannot fix is told without a command")
  func noRoom() throws {
    var pcm = Signals.silence(frames: 44_100)
    pcm.samples[100] = 0.95
    let sound = try MeasuredSound(ShapeCase.write(pcm, "click.wav", in: folder))
    let finding = try #require(sound.examination.report.findings.first { $0.rule == "loudness" })
    #expect(finding.fix?.text?.contains("tocsin") == false)
  }

  @Test("A saving counts what IMA4 packets take, and names the command")
  func saving() throws {
    let sound = try MeasuredSound(
      ShapeCase.write(Signals.bell(seconds: 2, channels: 2), "a.wav", in: folder))
    let finding = try #require(
      sound.examination.report.findings.first { $0.rule == "size-saving" })
    // 88200 frames of 4 bytes; 1379 packets of 68 bytes.
    #expect(finding.message == "345 KiB of LEI16 linear PCM; ima4 would take 92 KiB, 3.8:1")
    #expect(
      finding.fix?.text
        == "tocsin convert \(folder.path("a.wav")) \(folder.path("a.caf")) -d ima4 -f caff")
    let result = try convert(sound.path, to: folder.path("a.caf"), .caf, .ima4)
    #expect(result.frameCount == 88_200)
    #expect(try MeasuredSound(folder.path("a.caf")).rules == [])
  }

  @Test("A sound of 30 s is an error and no hint about banners")
  func tooLong() throws {
    let pcm = Signals.bell(seconds: 30)
    let report = try MeasuredSound(ShapeCase.write(pcm, "x.wav", in: folder)).examination.report
    #expect(report.findings.filter { $0.rule != "size-saving" }.map(\.rule) == ["duration"])
  }

  @Test("The mean of a click is not an offset")
  func clickOffset() throws {
    let pcm = Signals.make(frames: 400, channels: 1) { frame, _ in frame < 20 ? 0.5 : 0 }
    let sound = try MeasuredSound(ShapeCase.write(pcm, "x.wav", in: folder))
    #expect(sound.measurements.dcOffset > 0.01)
    #expect(!sound.rules.contains("dc-offset"))
  }
}
