import AudioFormats
import Files
import TestSupport
import Testing

@Suite struct MSIMADecoderTests {
  /// First sample 100, index 10; then the codes 0 7 15 8 1 2 4 12, low nibble first.
  private let left: [UInt8] = [0x64, 0x00, 10, 0]
  private let leftCodes: [UInt8] = [0x70, 0x8F, 0x21, 0xC4]
  /// By hand: steps 19, 17, 37, 80, 73, 66, 60, 73.
  private let leftSamples = [100, 102, 133, 65, 55, 82, 123, 190, 108]

  /// First sample -1, index 0; the code 0 moves nothing: 7 >> 3 is 0.
  private let right: [UInt8] = [0xFF, 0xFF, 0, 0]

  private func decode(_ packets: [UInt8], channels: Int, bytes: Int, frames: Int) throws -> [Int] {
    let decoder = MSIMADecoder(
      channelCount: channels, bytesPerPacket: bytes, framesPerPacket: frames)
    var pcm = PCMBuffer(channelCount: channels, samples: Array(repeating: 9, count: channels))
    try decoder.decode(packets, into: &pcm)
    return pcm.samples.map { Int($0 * 32_768) }
  }

  @Test func aMonoPacketStartsWithItsFirstSample() throws {
    #expect(try decode(left + leftCodes, channels: 1, bytes: 8, frames: 9) == leftSamples)
  }

  @Test func aStereoPacketInterleavesGroupsOfEightCodes() throws {
    let zeros: [UInt8] = [0, 0, 0, 0]
    let packet = left + right + leftCodes + zeros + zeros + zeros
    // The codes 0 that follow: steps 88, 80, 73, 66, 60, 55, 50, 45, each over 8.
    let more = [119, 129, 138, 146, 153, 159, 165, 170]
    let expected = (leftSamples + more).flatMap { [$0, -1] }
    #expect(try decode(packet, channels: 2, bytes: 24, frames: 17) == expected)
  }

  @Test func everyPacketStartsAnew() throws {
    let packets = left + leftCodes + right + [0, 0, 0, 0] + left + leftCodes
    let expected = leftSamples + Array(repeating: -1, count: 9) + leftSamples
    #expect(try decode(packets, channels: 1, bytes: 8, frames: 9) == expected)
  }

  @Test(arguments: [1, 2]) func anyCodesDecodeAsByTheTextbook(channels: Int) throws {
    var generator = SeededGenerator.printed(for: "MS IMA packets")
    let groups = 4
    for _ in 0..<50 {
      var packet: [UInt8] = []
      var states: [TextbookIMA4] = []
      for _ in 0..<channels {
        let first = Int16.random(in: .min ... .max, using: &generator)
        let index = UInt8.random(in: 0...88, using: &generator)
        packet += [
          UInt8(truncatingIfNeeded: first), UInt8(truncatingIfNeeded: first >> 8), index, 0,
        ]
        states.append(TextbookIMA4(predictor: Int(first), stepIndex: Int(index)))
      }
      var planes = states.map { [$0.predictor] }
      for group in 0..<groups * channels {
        let codes = (0..<4).map { _ in UInt8.random(in: 0...255, using: &generator) }
        packet += codes
        for code in codes.flatMap({ [Int($0 & 0xF), Int($0 >> 4)] }) {
          planes[group % channels].append(states[group % channels].take(code))
        }
      }
      let frames = 8 * groups + 1
      let expected = (0..<frames).flatMap { frame in planes.map { $0[frame] } }
      #expect(
        try decode(packet, channels: channels, bytes: packet.count, frames: frames) == expected)
    }
  }

  @Test(
    "positions count from the first packet of the call",
    arguments: [
      (0, 0, Int64(2)), (0, 1, 6), (2, 0, 34), (2, 1, 38),
    ])
  func aStepIndexOver88IsMalformed(packet: Int, channel: Int, position: Int64) {
    var packets = [UInt8](repeating: 0, count: 3 * 16)
    packets[packet * 16 + channel * 4 + 2] = 89
    #expect(
      throws: CodecError.malformed(Malformed(at: position, "IMA step index 89 is over 88"))
    ) {
      try decode(packets, channels: 2, bytes: 16, frames: 9)
    }
  }

  @Test func whatIsNoWholePacketIsLeftOut() throws {
    #expect(try decode(left + leftCodes + left, channels: 1, bytes: 8, frames: 9) == leftSamples)
    #expect(try decode(left, channels: 1, bytes: 8, frames: 9) == [])
  }
}
