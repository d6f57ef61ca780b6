import AudioFormats
import TestSupport
import Testing

@Suite struct IMA4EncoderTests {
  @Test(arguments: IMA4Signal.allCases, [1, 2])
  func thereIsAlwaysAPacketThatIsNotFull(signal: IMA4Signal, channels: Int) {
    let frameCount = signal.pcm(channels: channels).frameCount
    #expect(signal.packets(channels: channels).count == (frameCount / 64 + 1) * 34 * channels)
  }

  @Test(arguments: IMA4Signal.allCases, IMA4Encoder.Effort.allCases)
  func noStepIndexIsOver88(signal: IMA4Signal, effort: IMA4Encoder.Effort) {
    let packets = signal.packets(effort: effort)
    for start in stride(from: 0, to: packets.count, by: 34) {
      #expect(packets[start + 1] & 0x7F <= 88, "packet at \(start)")
    }
  }

  @Test(
    "Decoders that carry their predictor on and those that restart at each packet agree",
    arguments: IMA4Signal.allCases, IMA4Encoder.Effort.allCases)
  func allDecodersAgree(signal: IMA4Signal, effort: IMA4Encoder.Effort) throws {
    let packets = signal.packets(channels: 2, effort: effort)
    let carriedOn = TextbookIMA4.decode(packets, channels: 2)
    #expect(carriedOn == TextbookIMA4.decode(packets, channels: 2, restarts: true))
    #expect(carriedOn == (try signal.decoded(channels: 2, effort: effort)))
    #expect(carriedOn == (try signal.decoded(channels: 2, effort: effort, rule: .restarts)))
  }

  @Test("They agree on random sounds too", arguments: IMA4Encoder.Effort.allCases)
  func allDecodersAgreeOnNoise(effort: IMA4Encoder.Effort) {
    var generator = SeededGenerator.printed(for: "sounds of random level, \(effort)")
    for _ in 0..<4 {
      let size = 32_767 >> Int.random(in: 0...14, using: &generator)
      let samples = (0..<Int.random(in: 1...3_000, using: &generator)).map { _ in
        Int16.random(in: Int16(-size)...Int16(size), using: &generator)
      }
      var encoder = IMA4Encoder(channelCount: 1, effort: effort)
      var packets: [UInt8] = []
      encoder.encode(samples, into: &packets)
      encoder.finish(into: &packets)
      #expect(packets.count == (samples.count / 64 + 1) * 34)
      #expect(
        TextbookIMA4.decode(packets, channels: 1)
          == TextbookIMA4.decode(packets, channels: 1, restarts: true))
    }
  }

  @Test("All cores make the same packets as one", arguments: IMA4Encoder.Effort.allCases, [1, 2])
  func cores(effort: IMA4Encoder.Effort, channels: Int) {
    var encoder = IMA4Encoder(channelCount: channels, effort: effort, usesAllCores: true)
    var packets: [UInt8] = []
    encoder.encode(IMA4Signal.chirp.pcm(channels: channels), into: &packets)
    encoder.finish(into: &packets)
    #expect(packets == IMA4Signal.chirp.packets(channels: channels, effort: effort))
  }

  @Test("A copy of an encoder goes its own way")
  func copies() {
    let bell = IMA4Signal.bell.pcm().samples
    var encoder = IMA4Encoder(channelCount: 1)
    var packets: [UInt8] = []
    encoder.encode(PCMBuffer(channelCount: 1, samples: Array(bell[..<3_000])), into: &packets)
    var copy = encoder
    var copied = packets
    copy.encode(IMA4Signal.noise.pcm(), into: &copied)
    copy.finish(into: &copied)
    encoder.encode(PCMBuffer(channelCount: 1, samples: Array(bell[3_000...])), into: &packets)
    encoder.finish(into: &packets)
    #expect(packets == IMA4Signal.bell.packets())
    #expect(copied.count != packets.count)
  }

  @Test("16-bit samples need no working form")
  func integers() {
    var encoder = IMA4Encoder(channelCount: 2)
    var packets: [UInt8] = []
    encoder.encode(IMA4Signal.bell.integers(channels: 2).map { Int16($0) }, into: &packets)
    encoder.finish(into: &packets)
    #expect(packets == IMA4Signal.bell.packets(channels: 2))
  }

  @Test(
    arguments: [IMA4Signal.sine, .fullScaleSquare, .noise, .bell, .oneSample, .sixtyFour], [1, 2])
  func blocksOfAnySizeMakeTheSamePackets(signal: IMA4Signal, channels: Int) {
    var generator = SeededGenerator.printed(for: "blocks of \(signal)")
    let pcm = signal.pcm(channels: channels)
    var encoder = IMA4Encoder(channelCount: channels)
    var packets: [UInt8] = []
    var frame = 0
    while frame < pcm.frameCount {
      let size = [0, 1, 2, 63, 64, 65, 200][Int.random(in: 0..<7, using: &generator)]
      let end = min(pcm.frameCount, frame + size)
      let samples = Array(pcm.samples[frame * channels..<end * channels])
      encoder.encode(PCMBuffer(channelCount: channels, samples: samples), into: &packets)
      frame = end
    }
    encoder.finish(into: &packets)
    #expect(packets == signal.packets(channels: channels))
  }

  @Test func packetsAreAppended() {
    var packets: [UInt8] = [1, 2, 3]
    var encoder = IMA4Encoder(channelCount: 1)
    encoder.encode(IMA4Signal.sixtyFour.pcm(), into: &packets)
    encoder.finish(into: &packets)
    #expect(packets == [1, 2, 3] + IMA4Signal.sixtyFour.packets())
  }

  @Test func nothingBecomesOneQuietPacket() throws {
    #expect(IMA4Signal.empty.packets().count == 34)
    #expect(try IMA4Signal.empty.decoded().allSatisfy { abs($0) <= 16 })
  }

  @Test(arguments: [1, 2]) func silenceStaysSilent(channels: Int) throws {
    #expect(try IMA4Signal.silence.decoded(channels: channels).allSatisfy { abs($0) <= 16 })
  }

  @Test func theChannelsOfAStereoSoundDoNotMix() throws {
    let left = IMA4Signal.bell.pcm().samples
    let pcm = PCMBuffer(channelCount: 2, samples: left.flatMap { [$0, 0] })
    var encoder = IMA4Encoder(channelCount: 2)
    var packets: [UInt8] = []
    encoder.encode(pcm, into: &packets)
    encoder.finish(into: &packets)
    let leftPackets = stride(from: 0, to: packets.count, by: 68).flatMap { packets[$0..<$0 + 34] }
    #expect(leftPackets == IMA4Signal.bell.packets())
    let right = TextbookIMA4.decode(packets, channels: 2).enumerated().filter { $0.offset % 2 == 1 }
    #expect(right.allSatisfy { abs($0.element) <= 16 })
  }

  @Test(
    "after the sound the decoder falls silent, whatever it ended on",
    arguments: [
      IMA4Signal.oneSample, .sixtyFour, .silence, .offset, .sine, .loudSine, .highSine, .chirp,
      .square, .fullScaleSquare, .noise, .alternation, .bell,
    ]) func thePaddingDecodesQuiet(signal: IMA4Signal) throws
  {
    let frameCount = signal.pcm().frameCount
    let padding = Array(try signal.decoded().dropFirst(frameCount))
    #expect(padding.count == 64 - frameCount % 64)
    // -24 dB of full scale from the 17th sample on, -42 dB from the 33rd.
    #expect(padding.dropFirst(16).allSatisfy { abs($0) <= 2_048 })
    #expect(padding.dropFirst(32).allSatisfy { abs($0) <= 256 })
  }
}
