import Files

/// Decodes Microsoft's layout of IMA ADPCM (RFC 2361, A.12).
///
/// A packet starts with each channel's first sample, step index and a zero; codes follow in
/// groups of eight a channel, low nibble first.
public struct MSIMADecoder: PacketDecoder {
  private let channelCount: Int
  private let bytesPerPacket: Int
  private let framesPerPacket: Int

  /// A decoder of packets ("blocks" in WAVE's own words) of this size, all channels together.
  public init(channelCount: Int, bytesPerPacket: Int, framesPerPacket: Int) {
    self.channelCount = channelCount
    self.bytesPerPacket = bytesPerPacket
    self.framesPerPacket = framesPerPacket
  }

  /// Replaces `pcm` with the frames of the whole packets.
  /// - Throws: ``CodecError`` for a packet with a step index that does not exist.
  public func decode(_ packets: [UInt8], into pcm: inout PCMBuffer) throws(CodecError) {
    let count = packets.count / bytesPerPacket
    pcm.resize(frames: count * framesPerPacket)
    for packet in 0..<count {
      for channel in 0..<channelCount {
        try decode(packets, packet: packet, channel: channel, into: &pcm.samples)
      }
    }
  }

  private func decode(
    _ packets: [UInt8], packet: Int, channel: Int, into samples: inout [Double]
  ) throws(CodecError) {
    let start = packet * bytesPerPacket
    let header = start + channel * 4
    let stepIndex = Int(packets[header + 2])
    guard stepIndex <= IMAStepTable.maximumIndex else {
      throw .malformed(Malformed(at: Int64(header + 2), "IMA step index \(stepIndex) is over 88"))
    }
    let first = Int16(bitPattern: UInt16(packets[header + 1]) << 8 | UInt16(packets[header]))
    var state = IMAState(predictor: Int32(first), stepIndex: stepIndex)
    var output = packet * framesPerPacket * channelCount + channel
    samples[output] = Double(first) * 0x1p-15
    unsafe IMAStepTable.shared.withTransitions { table in
      for code in 0..<framesPerPacket - 1 {
        let group = start + 4 * channelCount + (code / 8 * channelCount + channel) * 4
        let byte = packets[group + code % 8 / 2]
        output += channelCount
        unsafe samples[output] =
          Double(state.decode(Int(code.isMultiple(of: 2) ? byte & 0xF : byte >> 4), table))
          * 0x1p-15
      }
    }
  }
}
