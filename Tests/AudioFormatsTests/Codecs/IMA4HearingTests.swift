import AudioFormats
import TestSupport
import Testing

/// What encoding for the ear must gain over the encoder that maximises the signal-to-noise ratio.
struct HearingMargin: Sendable, CustomTestStringConvertible {
  let signal: IMA4Signal
  /// dB by which the noise-to-mask ratio falls: what was measured, less a tenth.
  let gain: Double

  init(_ signal: IMA4Signal, _ gain: Double) {
    self.signal = signal
    self.gain = gain
  }

  var testDescription: String { "\(signal.rawValue) \(gain) dB" }
}

@Suite struct IMA4HearingTests {
  private static let sampleRate = 44_100.0

  private func packets(
    _ signal: IMA4Signal, channels: Int = 1, cores: Bool = false
  ) throws -> [UInt8] {
    var encoder = try IMA4HearingEncoder(
      channelCount: channels, sampleRate: Self.sampleRate, usesAllCores: cores)
    var packets: [UInt8] = []
    let pcm = signal.pcm(channels: channels)
    // In two calls: nothing comes before the end.
    let half = pcm.frameCount / 2 * channels
    encoder.encode(
      PCMBuffer(channelCount: channels, samples: Array(pcm.samples[..<half])), into: &packets)
    encoder.encode(
      PCMBuffer(channelCount: channels, samples: Array(pcm.samples[half...])), into: &packets)
    #expect(packets.isEmpty)
    encoder.finish(into: &packets)
    return packets
  }

  private func noiseToMask(_ signal: IMA4Signal, _ decoded: [Int]) throws -> Double? {
    var ratio = try NoiseToMask(channelCount: 1, sampleRate: Self.sampleRate)
    ratio.add(
      signal.integers().map { Double($0) * 0x1p-15 }, decoded.map { Double($0) * 0x1p-15 })
    ratio.finish()
    return ratio.decibels
  }

  @Test("All decoders read its packets alike, and there are as many as always", arguments: [1, 2])
  func packets(channels: Int) throws {
    for signal in [IMA4Signal.bell, .chirp, .clicks, .noise, .notANumber, .oneSample, .empty] {
      let packets = try packets(signal, channels: channels)
      let frameCount = signal.pcm(channels: channels).frameCount
      #expect(packets.count == (frameCount / 64 + 1) * 34 * channels)
      #expect(
        TextbookIMA4.decode(packets, channels: channels)
          == TextbookIMA4.decode(packets, channels: channels, restarts: true), "\(signal)")
    }
  }

  @Test("All cores make the same packets as one") func cores() throws {
    #expect(try packets(.bell, channels: 2, cores: true) == packets(.bell, channels: 2))
  }

  @Test(
    "The noise is hidden better, for at most 10 dB of it",
    arguments: [
      HearingMargin(.bell, 4.83), HearingMargin(.chirp, 12), HearingMargin(.noise, 3.2),
      HearingMargin(.highSine, 13.5), HearingMargin(.square, 0), HearingMargin(.fullScaleSquare, 0),
      HearingMargin(.clicks, 0), HearingMargin(.loudSine, 4.5), HearingMargin(.quietNoise, 0),
    ])
  func gains(margin: HearingMargin) throws {
    let original = margin.signal.integers()
    let best = TextbookIMA4.decode(margin.signal.packets(effort: .best), channels: 1)
    let hearing = TextbookIMA4.decode(try packets(margin.signal), channels: 1)
    let loss =
      try #require(signalToNoise(original, best)) - #require(signalToNoise(original, hearing))
    #expect(loss <= 10.01)
    // A sound that is never loud enough has no ratio, and stays as it is.
    guard let before = try noiseToMask(margin.signal, best) else {
      #expect(hearing == best)
      return
    }
    let gain = before - (try #require(try noiseToMask(margin.signal, hearing)))
    print("\(margin.signal): \(before) dB noise to mask, \(gain) dB better, \(loss) dB lost")
    #expect(gain >= margin.gain)
  }

  @Test("A tone whose noise repeats with it stays as it is; one beside it does not")
  func periodicTone() throws {
    func packets(_ frequency: Double, _ encoder: some PacketEncoder) -> [UInt8] {
      var (encoder, packets) = (encoder, [UInt8]())
      let tone = Signals.sine(
        frequency: frequency, amplitude: 0.7, frames: 8_000, sampleRate: 8_000)
      encoder.encode(tone, into: &packets)
      encoder.finish(into: &packets)
      return packets
    }
    func isChanged(_ frequency: Double) throws -> Bool {
      packets(frequency, try IMA4HearingEncoder(channelCount: 1, sampleRate: 8_000))
        != packets(frequency, IMA4Encoder(channelCount: 1, effort: .best))
    }
    // A period is eight samples.
    #expect(try !isChanged(1_000))
    #expect(try isChanged(1_013))
  }

  @Test("A tone hides noise beside it, and none far from it") func masking() throws {
    let tone = Signals.sine(frequency: 1_000, amplitude: 0.5, frames: 8_192)
    func ratio(_ frequency: Double) throws -> Double {
      let noise = Signals.sine(frequency: frequency, amplitude: 0.002, frames: 8_192)
      var ratio = try NoiseToMask(channelCount: 1, sampleRate: Self.sampleRate)
      ratio.add(tone.samples, zip(tone.samples, noise.samples).map { $0 + $1 })
      ratio.finish()
      return try #require(ratio.decibels)
    }
    // Upwards masking reaches further than downwards.
    #expect(try ratio(1_100) < ratio(2_000) - 3)
    #expect(try ratio(2_000) < ratio(500) - 3)
    // And what nobody hears needs no mask.
    #expect(try ratio(20_000) < -20)
  }

  @Test("Nothing sounds in silence") func silence() throws {
    var ratio = try NoiseToMask(channelCount: 2, sampleRate: 8_000)
    ratio.add(Array(repeating: 0, count: 4_000), Array(repeating: 1e-5, count: 4_000))
    ratio.finish()
    #expect(ratio.decibels == nil)
  }

  @Test("Below 8 kHz too few bands are left for a mask, and nothing is encoded or measured")
  func lowRates() {
    for rate in [1, 160, 161, 180, 206, 1_000, 7_999.9] {
      #expect(throws: CodecError.self, "\(rate) Hz") {
        try IMA4HearingEncoder(channelCount: 1, sampleRate: rate)
      }
      #expect(throws: CodecError.self, "\(rate) Hz") {
        try NoiseToMask(channelCount: 1, sampleRate: rate)
      }
    }
    #expect(throws: Never.self) { try IMA4HearingEncoder(channelCount: 2, sampleRate: 8_000) }
  }

  @Test("Any rate from 8 kHz on is encoded", arguments: [8_000, 8_000.5, 15_999, 96_000, 768_000])
  func highRates(rate: Double) throws {
    var encoder = try IMA4HearingEncoder(channelCount: 1, sampleRate: rate)
    var packets: [UInt8] = []
    encoder.encode(IMA4Signal.noise.pcm(channels: 1), into: &packets)
    encoder.finish(into: &packets)
    #expect(packets.count == (IMA4Signal.noise.pcm(channels: 1).frameCount / 64 + 1) * 34)
    #expect(encoder.frameLimit == Int64(60 * rate))
  }
}
