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
    unsafe IMAStepTable.shared.withUnsafePointers { table in
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        var index = first
        for byte in codes {
          unsafe samples[index] = Double(state.decode(Int(byte & 0xF), table)) * 0x1p-15
          unsafe samples[index + channels] = Double(state.decode(Int(byte >> 4), table)) * 0x1p-15
          index += 2 * channels
        }
      }
    }
    states[channel] = state
  }
}
