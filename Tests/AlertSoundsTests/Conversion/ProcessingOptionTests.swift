import AlertSounds
import AudioFormats
import TestSupport
import Testing

@Suite("Channels and sample rate: afconvert's -c and @rate")
struct ProcessingOptionTests {
  /// Converts interleaved `samples` and returns what is decoded from the output.
  private func converted(
    _ samples: [Double], channels: Int, to count: Int
  ) throws -> (samples: [Double], warnings: [String]) {
    let folder = try TemporaryFolder()
    let input = try folder.write(PlainWAVE.floats(samples, channelCount: channels), to: "in.wav")
    let result = try convert(
      input, to: folder.path("out.caf"), .caf, .linearPCM(.float64(.bigEndian)), channelCount: count
    )
    return (try DecodedSound(folder.path("out.caf")).samples, result.warnings)
  }

  @Test("A mono sound goes to every channel")
  func monoToMany() throws {
    let (samples, warnings) = try converted([0.25, -0.5], channels: 1, to: 3)
    #expect(samples == [0.25, 0.25, 0.25, -0.5, -0.5, -0.5])
    #expect(warnings.isEmpty)
  }

  @Test("Fewer channels keep the first, with a warning")
  func dropped() throws {
    let (samples, warnings) = try converted([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], channels: 3, to: 1)
    #expect(samples == [0.1, 0.4])
    #expect(warnings.count == 1 && warnings[0].hasSuffix("2 of 3 channels were dropped"))
  }

  @Test("A channel added to a stereo sound is silent")
  func added() throws {
    let (samples, _) = try converted([0.1, 0.2, 0.3, 0.4], channels: 2, to: 3)
    #expect(samples == [0.1, 0.2, 0, 0.3, 0.4, 0])
  }

  @Test("Three channels of ima4 are refused with the way out")
  func threeChannelsOfIMA4() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      PlainWAVE.integers([1, 2, 3], channelCount: 3), to: "in.wav")
    let error = #expect(throws: SoundError.self) {
      try convert(input, to: folder.path("out.caf"), .caf, .ima4)
    }
    #expect(error.map { "\($0)" }?.hasSuffix("; -c 2 keeps the first two") == true)
    let result = try convert(input, to: folder.path("out.caf"), .caf, .ima4, channelCount: 2)
    #expect(result.dataFormat.channelCount == 2 && result.frameCount == 1)
  }

  @Test(
    "Another rate keeps the duration to the nearest frame",
    arguments: [8_000, 11_025, 22_050, 44_100, 48_000, 96_000], [8_000.0, 22_050, 44_100, 48_000])
  func resampled(from: Int, to: Double) throws {
    let folder = try TemporaryFolder()
    let frames = 4_411
    let sine = Signals.sine(frequency: 440, frames: frames, sampleRate: Double(from))
    let input = try folder.write(PlainWAVE.floats(sine.samples, sampleRate: from), to: "in.wav")
    let result = try convert(
      input, to: folder.path("out.wav"), .wave,
      DataFormatRequest(.linearPCM(.float64(.littleEndian)), sampleRate: to))
    #expect(result.frameCount == Int64((Double(frames) * to / Double(from)).rounded()))
    #expect(result.dataFormat.sampleRate == to)
    // It is the same sine, away from the ends where the filter rings.
    let samples = try DecodedSound(folder.path("out.wav")).samples
    let expected = Signals.sine(frequency: 440, frames: samples.count, sampleRate: to).samples
    let middle = samples.count / 4..<samples.count * 3 / 4
    #expect(zip(samples[middle], expected[middle]).allSatisfy { abs($0 - $1) < 1e-4 })
  }
}
