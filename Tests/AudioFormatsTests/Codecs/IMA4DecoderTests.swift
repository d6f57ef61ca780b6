import AudioFormats
import Files
import TestSupport
import Testing

@Suite struct IMA4DecoderTests {
  /// Decodes `packets` in one call, or in one call for each of `pieces` (packet counts).
  private func decode(_ packets: [UInt8], channels: Int, pieces: [Int]? = nil) throws -> [Int] {
    var decoder = IMA4Decoder(channelCount: channels)
    var pcm = PCMBuffer(channelCount: channels, samples: Array(repeating: 9, count: channels))
    var samples: [Int] = []
    var start = 0
    for piece in pieces ?? [packets.count / (34 * channels)] {
      let end = start + piece * 34 * channels
      try decoder.decode(Array(packets[start..<end]), into: &pcm)
      samples += pcm.samples.map { Int($0 * 32_768) }
      start = end
    }
    return samples
  }

  /// Packets of random codes; their preambles carry on, nearly carry on, or jump.
  private func randomPackets(
    _ count: Int, channels: Int, using generator: inout SeededGenerator
  ) -> [UInt8] {
    var states = Array(repeating: TextbookIMA4(), count: channels)
    var packets: [UInt8] = []
    for packet in 0..<count * channels {
      let state = states[packet % channels]
      var index = state.stepIndex
      var predictor = state.predictor & ~0x7F
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: predictor += 128 * Int.random(in: -2...2, using: &generator)
      case 1: index = max(0, min(88, index + Int.random(in: -1...1, using: &generator)))
      case 2:
        index = Int.random(in: 0...88, using: &generator)
        predictor = Int.random(in: -256...255, using: &generator) * 128
      default: break
      }
      let held = max(-32_768, min(32_640, predictor))
      let word = UInt16(truncatingIfNeeded: held | index)
      let bytes =
        [UInt8(word >> 8), UInt8(word & 0xFF)]
        + (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = states[packet % channels].decode(bytes[...])
      packets += bytes
    }
    return packets
  }

  @Test(arguments: IMA4Signal.allCases, [1, 2])
  func everyEncodedSoundDecodesAsByTheTextbook(signal: IMA4Signal, channels: Int) throws {
    let packets = signal.packets(channels: channels)
    let expected = TextbookIMA4.decode(packets, channels: channels)
    let isSame = try decode(packets, channels: channels) == expected
    #expect(isSame)
  }

  @Test(arguments: [1, 2]) func anyPacketsDecodeAsByTheTextbook(channels: Int) throws {
    var generator = SeededGenerator.printed(for: "IMA4 packets")
    for _ in 0..<20 {
      let packets = randomPackets(30, channels: channels, using: &generator)
      let expected = TextbookIMA4.decode(packets, channels: channels)
      let isSame = try decode(packets, channels: channels) == expected
      #expect(isSame)
    }
  }

  @Test(
    "a preamble 127 away carries on, one 128 away does not",
    arguments: [
      (127, true), (128, false), (0, true), (1, true), (-127, true), (-128, false), (255, false),
    ])
  func aPreambleThatAgreesLeavesTheStateAlone(distance: Int, carriesOn: Bool) throws {
    var generator = SeededGenerator(seed: 89)
    while true {
      // Codes of small differences: the next samples stay far from the ends of the range.
      let first = [UInt8.random(in: 0...255, using: &generator), 20]
      let packet = first + (0..<32).map { _ in .random(in: 0...255, using: &generator) & 0x99 }
      var state = TextbookIMA4()
      _ = state.decode(packet[...])
      let stored = state.predictor + distance
      guard stored & 0x7F == 0, abs(stored) < 20_000 else { continue }
      let word = UInt16(truncatingIfNeeded: stored | state.stepIndex)
      let next = [UInt8(word >> 8), UInt8(word & 0xFF)] + [UInt8](repeating: 0x13, count: 32)
      if !carriesOn { state.predictor = stored }
      let expected = [state.take(3), state.take(1)]
      let decoded = try decode(packet + next, channels: 1)
      #expect(Array(decoded[64..<66]) == expected)
      return
    }
  }

  @Test func aPreambleWithAnotherIndexIsTaken() throws {
    // Silence at index 0 leaves the state at (0, 0); the next preamble says (0, 5): step 12.
    let packets = [UInt8](repeating: 0, count: 34) + [0, 5] + [UInt8](repeating: 0x04, count: 32)
    #expect(try decode(packets, channels: 1)[64] == 12 / 8 + 12)
  }

  @Test(arguments: [1, 2]) func packetsMayBeSplitOverCallsAnywhere(channels: Int) throws {
    var generator = SeededGenerator.printed(for: "splits of IMA4 packets")
    let packets = randomPackets(40, channels: channels, using: &generator)
    let whole = try decode(packets, channels: channels)
    #expect(
      try decode(packets, channels: channels, pieces: Array(repeating: 1, count: 40)) == whole)
    for _ in 0..<5 {
      var pieces: [Int] = []
      while pieces.reduce(0, +) < 40 {
        let left = 40 - pieces.reduce(0, +)
        pieces.append(min(left, Int.random(in: 0...9, using: &generator)))
      }
      #expect(try decode(packets, channels: channels, pieces: pieces) == whole, "\(pieces)")
    }
  }

  @Test func whatIsNoWholePacketIsLeftOut() throws {
    let packets = IMA4Signal.bell.packets(channels: 2)
    var decoder = IMA4Decoder(channelCount: 2)
    var pcm = PCMBuffer(channelCount: 2)
    for extra in [0, 1, 33, 34, 67] {
      try decoder.decode(Array(packets.prefix(extra)), into: &pcm)
      #expect(pcm.frameCount == 0)
    }
    try decoder.decode(Array(packets.prefix(68 + 67)), into: &pcm)
    #expect(
      pcm.samples.map { Int($0 * 32_768) } == (try decode(Array(packets.prefix(68)), channels: 2)))
  }

  @Test(
    "positions count from the first packet of the call",
    arguments: [
      (UInt8(89), 0, 1, Int64(0)), (127, 0, 1, 0), (89, 3, 1, 102), (100, 0, 2, 0), (89, 1, 2, 34),
      (89, 5, 2, 170), (0xFF, 4, 2, 136),
    ])
  func aStepIndexOver88IsMalformed(index: UInt8, packet: Int, channels: Int, position: Int64) {
    var packets = [UInt8](repeating: 0, count: 8 * 34)
    packets[packet * 34 + 1] = index
    var decoder = IMA4Decoder(channelCount: channels)
    var pcm = PCMBuffer(channelCount: channels)
    #expect(
      throws: CodecError.malformed(
        Malformed(at: position, "IMA4 step index \(index & 0x7F) is over 88"))
    ) {
      try decoder.decode(packets, into: &pcm)
    }
  }

  @Test func theIndex88IsTheLast() throws {
    let packet = [0, 88] + [UInt8](repeating: 0, count: 32)
    #expect(try decode(packet, channels: 1).first == 32_767 / 8)
  }
}
