import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("tocsin convert: a sound is edited on its way")
struct ConvertEditTests {
  private static let rate = 44_100.0

  /// A second of silence, a second of a tone at −26 dBFS around 0.1, a second of silence.
  private func workplace() throws -> Workplace {
    let work = try Workplace()
    let tone = Signals.sine(frequency: 1_000, amplitude: 0.05, frames: 44_100).samples
    let silence = [Double](repeating: 0, count: 44_100)
    try work.folder.write(
      PlainWAVE.integers((silence + tone + silence).map { Int32($0 * 32_767) }), to: "tone.wav")
    return work
  }

  /// The samples of a WAVE with 16 bits as ffmpeg reads them, full scale ±1.
  private func samples(_ name: String, in work: Workplace) throws -> [Double] {
    let raw = try Tool("ffmpeg").run(
      ["-v", "error", "-i", name, "-f", "s16le", "-"], in: work.folder.url)
    #expect(raw.status == 0)
    return raw.output.withUnsafeBytes { bytes in
      bytes.bindMemory(to: Int16.self).map { Double($0) / 32_768 }
    }
  }

  private func edited(_ options: String...) throws -> [Double] {
    let work = try workplace()
    let result = try work.shell(
      "\"$0\" convert tone.wav out.wav -d LEI16 \(options.joined(separator: " "))")
    #expect(result.isQuietSuccess, "\(result.errors)")
    return try samples("out.wav", in: work)
  }

  @Test("--from and --to keep a part, to the frame")
  func part() throws {
    let part = try edited("--from 0.5 --to 1.5")
    #expect(part.count == 44_100)
    #expect(part[..<22_050].allSatisfy { $0 == 0 })
    #expect(part[22_050...].contains { abs($0) > 0.04 })
  }

  @Test("--trim-silence cuts both ends, and keeps all that is heard")
  func trim() throws {
    let heard = try edited("--trim-silence")
    #expect((44_000...44_100).contains(heard.count))
    #expect(abs(heard[0]) >= 0.001 && abs(heard[heard.count - 1]) >= 0.001)
  }

  @Test("--gain raises the level by so many dB")
  func gain() throws {
    let peak = try edited("--gain 6").map { abs($0) }.max() ?? 0
    #expect(abs(peak - 0.05 * pow(10, 6.0 / 20)) < 0.001)
  }

  @Test("--normalize reaches a loudness that ffmpeg measures, unless a peak is in the way")
  func loudness() throws {
    let work = try workplace()
    let made = try work.tocsin(
      "convert", "tone.wav", "out.wav", "-d", "LEI16", "--trim-silence", "--normalize", "-16")
    #expect(made.isQuietSuccess)
    let meter = try Tool("ffmpeg").run(
      ["-nostats", "-i", "out.wav", "-af", "ebur128", "-f", "null", "-"], in: work.folder.url)
    let line = meter.errors.split(separator: "\n").last { $0.contains("I:") } ?? ""
    let value = line.split(separator: " ").compactMap { Double($0) }.first ?? 0
    #expect(abs(value + 16) <= 0.2, "\(line)")
    let loud = try edited("--normalize 0").map { abs($0) }.max() ?? 0
    #expect((0.87...0.895).contains(loud), "−1 dBTP is 0.891 of full scale")
  }

  @Test("--fade-in and --fade-out rise from silence and fall to it")
  func fades() throws {
    let faded = try edited("--from 1 --to 2 --fade-in 0.5 --fade-out 0.25")
    func peak(_ range: Range<Int>) -> Double { faded[range].map { abs($0) }.max() ?? 0 }
    #expect(peak(0..<441) < 0.002 && peak(43_659..<44_100) < 0.003)
    #expect(abs(peak(11_000..<11_100) - 0.025) < 0.001)
    #expect(abs(peak(22_050..<33_000) - 0.05) < 0.001)
  }

  @Test("--remove-dc moves the mean to 0, --repeat and --pad add what they say")
  func others() throws {
    let work = try Workplace()
    try work.folder.write(
      PlainWAVE.integers((0..<1_000).map { $0 % 2 == 0 ? 4_000 : 2_000 }), to: "dc.wav")
    let result = try work.tocsin(
      "convert", "dc.wav", "out.wav", "-d", "LEI16", "--remove-dc", "--repeat", "3", "--pad",
      "0.01,0.02")
    #expect(result.isQuietSuccess)
    let made = try samples("out.wav", in: work)
    #expect(made.count == 441 + 3_000 + 882)
    #expect(made[..<441].allSatisfy { $0 == 0 } && made[3_441...].allSatisfy { $0 == 0 })
    #expect(made[441..<443].map { $0 * 32_768 } == [1_000, -1_000])
  }

  @Test("--join puts sounds one after the other, with the rate and channels of the first")
  func join() throws {
    let work = try workplace()
    try work.write("stereo.wav", channels: 2)
    let result = try work.tocsin("convert", "--join", "in.wav", "stereo.wav", "tone.wav", "out.caf")
    #expect(result.status == 0)
    let facts = try work.tocsin("info", "--json", "out.caf").jsonList()
    #expect(facts.first?["validFrames"] as? Int == 2 * Workplace.frameCount + 3 * 44_100)
    #expect(facts.first?["channels"] as? Int == 1)
  }

  @Test(
    "A number out of its range is wrong usage",
    arguments: [
      ["--from", "-1"], ["--to", "x:y"], ["--from", "2", "--to", "1"], ["--gain", "loud"],
      ["--normalize", "3"], ["--repeat", "0"], ["--repeat", "1.5"], ["--pad", "1"],
      ["--fade-in", "nan"], ["--gain", "1", "--normalize", "-16"],
    ])
  func ranges(options: [String]) throws {
    let work = try Workplace()
    let result = try Tool.tocsin().run(
      ["convert", "in.wav", "out.caf"] + options, in: work.folder.url)
    #expect(result.status == 2, "\(result.errors)")
    #expect(try work.folder.names() == ["in.wav"])
  }
}
