import AudioFormats
import Files
import TestSupport
import Testing

@testable import SoundResolution

@Suite("Decoded sounds in memory")
struct DecodedSoundTests {
  private func read(_ source: any PCMSource) throws -> [Double] {
    var (source, samples) = (source, [Double]())
    var block = PCMBuffer(channelCount: source.channelCount)
    repeat {
      try source.read(into: &block)
      samples += block.samples
    } while block.frameCount > 0
    return samples
  }

  private func decode(_ bytes: [UInt8]) throws -> DecodedSound {
    try DecodedSound.decode(bytes, path: "a.wav")
  }

  @Test("16 bits are kept as they are, in two bytes each")
  func integers() throws {
    let values = (0..<10_000).map { Int32($0 * 6 - 32_768) }
    let sound = try decode(PlainWAVE.integers(values, channelCount: 2))
    #expect(try read(sound.source()) == values.map { Double($0) / 32_768 })
    #expect(sound.byteCount == 20_000)
    #expect(sound.frameCount == 5_000 && sound.channelCount == 2)
    #expect(sound.duration == .seconds(5_000.0 / 44_100))
  }

  @Test("24 bits are kept exactly, in four bytes each, also where they begin late")
  func floats() throws {
    let values = (0..<5_000).map { Int32($0 * 256) } + [1, -1, 8_388_607, -8_388_608]
    let sound = try decode(PlainWAVE.integers(values, bitDepth: 24))
    #expect(try read(sound.source()) == values.map { Double($0) / 8_388_608 })
    #expect(sound.byteCount == 4 * values.count)
  }

  @Test("More than two channels, or more than 48 kHz, are brought down")
  func reduced() throws {
    let wide = try decode(
      PlainWAVE.integers(
        Array(repeating: 1_000, count: 6 * 9_600), channelCount: 6, sampleRate: 96_000))
    #expect(wide.channelCount == 2 && wide.sampleRate == 48_000 && wide.frameCount == 4_800)
    let middle = wide.sample(at: 4_800) * 32_768
    #expect(abs(middle - 1_000) < 1)
  }

  @Test("A device gets its own rate and channels", arguments: [1, 2])
  func converted(channels: Int) throws {
    let tone = Signals.sine(frames: 4_410, channels: 2).samples.map { Int32($0 * 32_767) }
    let sound = try decode(PlainWAVE.integers(tone, channelCount: 2))
    let source = try sound.source(sampleRate: 48_000, channelCount: channels)
    #expect(source.channelCount == channels && source.sampleRate == 48_000)
    #expect(try read(source).count == 4_800 * channels)
  }

  /// A WAVE with 600 frames, whose bytes `change` may spoil.
  private func spoiled(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes = PlainWAVE.integers((0..<600).map { $0 * 50 })
    change(&bytes)
    return bytes
  }

  @Test("A sound that only other players mind is heard")
  func minded() throws {
    let sounds: [String: [UInt8]] = [
      "a form that is too short": spoiled { $0[4] = 0 },
      "a form that is too long": spoiled { $0[4] &+= 8 },
      "no block size": spoiled { $0[32] = 0 },
      "bytes behind": spoiled { $0 += [1, 2, 3] },
      "a broken chunk behind": spoiled { $0 += Array("LIST".utf8) + [9, 0, 0, 0, 1] },
    ]
    for (defect, bytes) in sounds {
      #expect(try decode(bytes).frameCount == 600, "\(defect)")
    }
    var writer = try ContainerWriter(
      .caf, DataFormat(.linearPCM(.int16(.bigEndian)), sampleRate: 22_254.5, channelCount: 1),
      to: MemorySink())
    try writer.write(Array(repeating: 1, count: 1_200))
    let caf = try writer.finish(validFrames: 600).content
    #expect(try DecodedSound.decode(caf, path: "a.caf").frameCount == 600)
    // Its name alone is wrong.
    #expect(try DecodedSound.decode(caf, path: "a").frameCount == 600)
  }

  @Test("A sound that is cut short is not heard")
  func cut() throws {
    #expect(throws: SoundFallback.self) { try decode(spoiled { $0.removeLast(100) }) }
  }

  @Test("Equal sounds have equal fingerprints, others do not")
  func fingerprints() throws {
    let one = try decode(SoundHome.wave(1))
    #expect(try decode(SoundHome.wave(1)).fingerprint == one.fingerprint)
    #expect(try decode(SoundHome.wave(2)).fingerprint != one.fingerprint)
    #expect(try decode(SoundHome.wave(1, sampleRate: 8_000)).fingerprint != one.fingerprint)
  }
}
