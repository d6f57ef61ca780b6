import AudioCodecs
import AudioTypes
import TestSupport
import Testing

@Suite struct IMA4EncoderTests {
  @Test(arguments: IMA4Signal.allCases, [1, 2])
  func thereIsAlwaysAPacketThatIsNotFull(signal: IMA4Signal, channels: Int) {
    let frameCount = signal.pcm(channels: channels).frameCount
    #expect(signal.packets(channels: channels).count == (frameCount / 64 + 1) * 34 * channels)
  }

  @Test(arguments: IMA4Signal.allCases, [1, 2])
  func noStepIndexIsOver88(signal: IMA4Signal, channels: Int) {
    let packets = signal.packets(channels: channels)
    for start in stride(from: 0, to: packets.count, by: 34) {
      #expect(packets[start + 1] & 0x7F <= 88, "packet at \(start)")
    }
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
    "behind the sound the decoder falls silent, whatever it ended on",
    arguments: [
      IMA4Signal.oneSample, .sixtyFour, .silence, .offset, .sine, .loudSine, .highSine, .chirp,
      .square, .fullScaleSquare, .noise, .alternation, .bell,
    ]) func thePaddingDecodesQuiet(signal: IMA4Signal) throws
  {
    let frameCount = signal.pcm().frameCount
    let padding = Array(try signal.decoded().dropFirst(frameCount))
    #expect(padding.count == 64 - frameCount % 64)
    // -24 dB of full scale from the ninth sample on, -42 dB from the 33rd.
    #expect(padding.dropFirst(8).allSatisfy { abs($0) <= 2_048 })
    #expect(padding.dropFirst(32).allSatisfy { abs($0) <= 256 })
  }
}
