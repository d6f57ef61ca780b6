public import AudioTypes

/// Decodes Apple's IMA4 by QuickTime's rule, sample for sample as ffmpeg does.
public struct IMA4Decoder: PacketDecoder {
  private var states: [IMAState]

  /// A decoder at the start of a stream.
  public init(channelCount: Int) {
    states = Array(repeating: IMAState(), count: channelCount)
  }

  public mutating func decode(_ packets: [UInt8], into pcm: inout PCMBuffer) throws(CodecError) {
    let channels = states.count
    let packetSize = IMA4Layout.bytesPerChannel * channels
    let count = packets.count / packetSize
    pcm.resize(frames: count * IMA4Layout.framesPerPacket)
    for packet in 0..<count {
      for channel in 0..<channels {
        let start = packet * packetSize + channel * IMA4Layout.bytesPerChannel
        try decodePacket(
          packets, at: start, channel: channel, into: &pcm.samples,
          from: packet * IMA4Layout.framesPerPacket * channels + channel)
      }
    }
  }

  private mutating func decodePacket(
    _ packets: [UInt8], at start: Int, channel: Int, into samples: inout [Double], from first: Int
  ) throws(CodecError) {
    let preamble = IMA4Preamble(packets[start], packets[start + 1])
    guard preamble.stepIndex <= IMAStepTable.maximumIndex else {
      throw .malformed(
        Malformed(at: Int64(start), "IMA4 step index \(preamble.stepIndex) is over 88"))
    }
    var state = preamble.state(after: states[channel])
    let channels = states.count
    let codes = packets[start + 2..<start + IMA4Layout.bytesPerChannel]
    unsafe IMAStepTable.shared.transitions.withUnsafeBufferPointer { table in
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        var index = first
        for byte in codes {
          unsafe samples[index] = Double(state.advance(Int(byte & 0xF), table)) * 0x1p-15
          unsafe samples[index + channels] = Double(state.advance(Int(byte >> 4), table)) * 0x1p-15
          index += 2 * channels
        }
      }
    }
    states[channel] = state
  }
}

extension IMAState {
  /// Takes one code and returns the sample that it stands for.
  @inline(__always)
  mutating func advance(_ code: Int, _ transitions: UnsafeBufferPointer<Int32>) -> Int32 {
    let entry = unsafe transitions[stepIndex << 4 | code]
    predictor = min(max(predictor + entry >> 8, -32_768), 32_767)
    stepIndex = Int(entry & 0xFF)
    return predictor
  }
}
