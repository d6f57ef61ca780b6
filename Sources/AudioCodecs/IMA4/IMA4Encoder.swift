public import AudioTypes

/// Encodes Apple's IMA4: 34 bytes a channel for 64 frames.
///
/// Each sample takes the code that the standard encoder's comparisons choose. The stream differs
/// from others in its first preamble: it states the predictor and the step index that suit the
/// first packet best, where others start from silence and need some dozen samples to catch up.
public struct IMA4Encoder: PacketEncoder {
  private let channelCount: Int
  /// For each channel the state that a decoder will have; empty before the first packet.
  private var states: [IMAState] = []
  /// Frames that fill no packet yet, interleaved.
  private var pending: [Int16] = []

  /// An encoder at the start of a stream of one or two channels.
  public init(channelCount: Int) {
    precondition((1...DataFormat.maximumIMA4ChannelCount).contains(channelCount))
    self.channelCount = channelCount
  }

  public mutating func encode(_ pcm: PCMBuffer, into packets: inout [UInt8]) {
    appendRounded(pcm.samples, to: &pending)
    encodeWholePackets(into: &packets)
  }

  /// Appends the last packet, filled with silence: there is always one that is not full.
  public mutating func finish(into packets: inout [UInt8]) {
    let samplesPerPacket = IMA4Layout.framesPerPacket * channelCount
    pending.append(contentsOf: repeatElement(0, count: samplesPerPacket - pending.count))
    encodeWholePackets(into: &packets)
  }

  private mutating func encodeWholePackets(into packets: inout [UInt8]) {
    let count = pending.count / (IMA4Layout.framesPerPacket * channelCount)
    guard count > 0 else { return }
    if states.isEmpty { states = bestStart() }
    let start = packets.count
    let byteCount = count * IMA4Layout.bytesPerChannel * channelCount
    packets.append(contentsOf: repeatElement(0, count: byteCount))
    unsafe packets.withUnsafeMutableBufferPointer { packets in
      unsafe pending.withUnsafeBufferPointer { samples in
        var run = unsafe IMA4Run(samples: samples, packets: .init(rebasing: packets[start...]))
        if channelCount == 1 {
          unsafe run.encodeMono(&states[0], packetCount: count)
        } else {
          var (left, right) = (states[0], states[1])
          unsafe run.encodeStereo(&left, &right, packetCount: count)
          states = [left, right]
        }
      }
    }
    pending.removeFirst(count * IMA4Layout.framesPerPacket * channelCount)
  }

  /// The best first state of each channel, by what its first packet will sound like.
  private func bestStart() -> [IMAState] {
    (0..<channelCount).map { channel in
      let first = stride(
        from: channel, to: IMA4Layout.framesPerPacket * channelCount, by: channelCount)
      return IMA4Start.best(for: first.map { pending[$0] })
    }
  }
}
