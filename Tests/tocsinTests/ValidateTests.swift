import Foundation
import TestSupport
import Testing

@Suite("tocsin validate: findings, and a status for a build job")
struct ValidateTests {
  /// A folder with a good sound, one with a warning, one with errors, and no sound.
  private func workplace() throws -> Workplace {
    let work = try Workplace()
    let silence = [Int32](repeating: 0, count: 4_410)
    try work.folder.write(PlainWAVE.integers(silence), to: "silent.wav")
    let long = (0..<30_000).map { Int32($0 % 100 * 300) }
    try work.folder.write(PlainWAVE.integers(long, sampleRate: 1_000), to: "it's long.wav")
    try work.folder.write(Array("no sound".utf8), to: "text.caf")
    return work
  }

  @Test("The report has a line for each file, the findings, what to do, and a sum")
  func text() throws {
    let work = try workplace()
    let result = try work.tocsin(
      "validate", "in.wav", "silent.wav", "it's long.wav", "text.caf", "gone")
    #expect(result.status == 1 && result.errors.isEmpty)
    let golden = #"""
      in.wav: ok (WAVE, LEI16, 0.100 s)
      silent.wav: warning (WAVE, LEI16, 0.100 s)
        warning [silence]: no sample reaches −60 dB of full scale: the sound is silent
      it's long.wav: error (WAVE, LEI16, 30.000 s)
        error [duration]: 30.000 s long; an alert sound must be under 30 s
          → cut it to 29.5 s: tocsin fix --trim --write 'it'\''s long.wav'
        warning [sample-rate]: the sample rate 1000 Hz is unusual
          → tocsin convert 'it'\''s long.wav' 'it'\''s long.caf' -d ima4@44100 -f caff
      text.caf: error
        error [container] at byte 0: the content is plain text; alert sounds are CAF, WAVE or AIFF
        error [name] at byte 0: the name says CAF, the content is something else
      gone: error
        error [file-unreadable]: no such file
      5 checked, 4 errors, 2 warnings

      """#
    #expect(result.text == golden)
    let one = try work.tocsin("validate", "gone")
    #expect(one.text.hasSuffix("\n1 checked, 1 error, 0 warnings\n"), "\(one.text)")
  }

  @Test(
    "The status is 1 for an error, and for a warning when that is asked for",
    arguments: [
      (["in.wav"], 0), (["silent.wav"], 0), (["--strict", "in.wav"], 0),
      (["--strict", "silent.wav"], 1), (["it's long.wav"], 1), (["in.wav", "text.caf"], 1),
      (["gone"], 1), (["--json", "in.wav"], 0), (["--json", "--strict", "silent.wav"], 1),
      (["--json", "gone"], 1),
    ] as [([String], Int32)])
  func status(arguments: [String], status: Int32) throws {
    let work = try workplace()
    let result = try Tool.tocsin().run(["validate"] + arguments, in: work.folder.url)
    #expect(result.status == status && result.errors.isEmpty)
  }

  @Test("--json has a version, and the findings with rule, severity, fix and place")
  func json() throws {
    let work = try workplace()
    let result = try work.tocsin("validate", "--json", "in.wav", "text.caf", "it's long.wav")
    let report = try result.jsonObject()
    #expect(report["version"] as? Int == 1)
    let files = report["files"] as? [[String: Any]] ?? []
    #expect(files.map { $0["file"] as? String } == ["in.wav", "text.caf", "it's long.wav"])
    #expect(files[0]["container"] as? String == "WAVE")
    #expect(files[0]["dataFormat"] as? String == "LEI16")
    #expect(files[0]["duration"] as? Double == 0.1)
    #expect((files[0]["findings"] as? [Any])?.isEmpty == true)
    #expect(files[1]["container"] == nil && files[1]["duration"] == nil)
    let text = files[1]["findings"] as? [[String: Any]] ?? []
    #expect(text.map { $0["rule"] as? String } == ["container", "name"])
    #expect(text.allSatisfy { $0["severity"] as? String == "error" })
    #expect(text.first?["byteOffset"] as? Int == 0)
    #expect(text.first?["fix"] == nil)
    let long = files[2]["findings"] as? [[String: Any]] ?? []
    #expect(long.map { $0["rule"] as? String } == ["duration", "sample-rate"])
    #expect(long.map { $0["severity"] as? String } == ["error", "warning"])
    #expect(long.first?["byteOffset"] == nil)
  }

  @Test("The command of a fix makes a sound without findings")
  func fix() throws {
    let work = try workplace()
    let samples = (0..<8_000).map { Int32($0 % 100 * 300) }
    try work.folder.write(PlainWAVE.integers(samples, sampleRate: 7_000), to: "it's odd.wav")
    let report = try work.tocsin("validate", "--json", "it's odd.wav").jsonObject()
    let file = (report["files"] as? [[String: Any]])?.first
    let finding = (file?["findings"] as? [[String: Any]])?.first
    let command = try #require(finding?["fix"] as? String)
    #expect(command.hasPrefix("tocsin convert "))
    let run = try work.shell("tocsin() { command \"$0\" \"$@\"; }\n" + command)
    #expect(run.isQuietSuccess, "\(run.errors)")
    #expect(try work.tocsin("validate", "--strict", "it's odd.caf").status == 0)
  }

  @Test("A sound just under 30 s is not told as 30 s")
  func justUnder() throws {
    let work = try Workplace()
    let frames = Int(29.9996 * 8_000)
    try work.folder.write(
      PlainWAVE.integers([Int32](repeating: 9_000, count: frames), sampleRate: 8_000),
      to: "long.wav")
    #expect(try work.tocsin("validate", "long.wav").text.contains("29.999 s)"))
  }

  @Test("A container that can be written again without a loss is not told to be coded")
  func losslessAdvice() throws {
    let work = try Workplace()
    let sound = PlainWAVE.integers([Int32](repeating: 9_000, count: 8_000), bitDepth: 24)
    try work.folder.write(sound + Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 9], to: "a.wav")
    let report = try work.tocsin("validate", "a.wav")
    #expect(
      report.text.contains("→ write it again: tocsin convert a.wav a-fixed.wav -d 0\n"),
      "\(report.text)")
    #expect(try work.shell("\"$0\" convert a.wav a-fixed.wav -d 0").isQuietSuccess)
    #expect(try work.folder.bytes(of: "a-fixed.wav").suffix(24_000) == sound.suffix(24_000))
  }

  @Test("Plain PCM with bytes in cbSize is what it is", arguments: [0x16, 0xFFFF] as [UInt16])
  func extensionSize(size: UInt16) throws {
    let work = try Workplace()
    var bytes = try work.folder.bytes(of: "in.wav")
    // The chunk has 18 bytes, of which the last two are ignored for tag 1.
    bytes.replaceSubrange(16..<20, with: [18, 0, 0, 0])
    bytes.insert(contentsOf: [UInt8(size & 0xFF), UInt8(size >> 8)], at: 36)
    let length = UInt32(bytes.count - 8)
    bytes.replaceSubrange(4..<8, with: (0..<4).map { UInt8(length >> (8 * $0) & 0xFF) })
    try work.folder.write(bytes, to: "a.wav")
    #expect(try work.shell("\"$0\" convert a.wav a.caf && \"$0\" convert in.wav b.caf").status == 0)
    #expect(try work.folder.bytes(of: "a.caf") == work.folder.bytes(of: "b.caf"))
  }
}
