import Files

/// Decodes Apple's IMA4: by QuickTime's rule, sample for sample as ffmpeg does.
public struct IMA4Decoder: PacketDecoder {
  /// The rule by which a decoder reads a packet's preamble.
  public enum PreambleRule: Sendable {
    /// QuickTime's rule, and so ffmpeg's: a preamble that agrees with the running state, as far as
    /// its nine bits show, leaves the decoder's exact predictor alone.
    case carriesOn
    /// libsndfile's rule, and that of most others: each packet starts from the state in its
    /// preamble.
    case restarts
  }

  private let rule: PreambleRule
  private var states: [IMAState]

  /// A decoder at the start of a stream.
  public init(channelCount: Int, rule: PreambleRule = .carriesOn) {
    self.rule = rule
    states = Array(repeating: IMAState(), count: channelCount)
  }

  /// Replaces `pcm` with 64 frames for each packet of 34 bytes a channel.
  /// - Throws: ``CodecError`` for a packet with a step index that does not exist; its position
  ///   counts from the start of `packets`.
  public mutating func decode(_ packets: [UInt8], into pcm: inout PCMBuffer) throws(CodecError) {
    let count = try checkedCount(of: packets)
    pcm.resize(frames: count * IMA4Layout.framesPerPacket)
    unsafe pcm.samples.withUnsafeMutableBufferPointer { samples in
      unsafe decode(packets, count, to: samples) { Double($0) * 0x1p-15 }
    }
  }

  /// Replaces `samples` with the interleaved samples of whole packets, as they are: of 16 bits.
  /// - Throws: ``CodecError`` for a packet with a step index that does not exist.
  public mutating func decode(
    _ packets: [UInt8], into samples: inout [Int16]
  ) throws(CodecError) {
    let count = try checkedCount(of: packets)
    let length = count * IMA4Layout.framesPerPacket * states.count
    if samples.count != length { samples = Array(repeating: 0, count: length) }
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      unsafe decode(packets, count, to: samples) { Int16(truncatingIfNeeded: $0) }
    }
  }

  /// The number of whole packets, all of which have a valid step index.
  private func checkedCount(of packets: [UInt8]) throws(CodecError) -> Int {
    let packetSize = IMA4Layout.bytesPerChannel * states.count
    let count = packets.count / packetSize
    for start in stride(from: 0, to: count * packetSize, by: IMA4Layout.bytesPerChannel) {
      let stepIndex = Int(packets[start + 1] & 0x7F)
      guard stepIndex <= IMAStepTable.maximumIndex else {
        throw .malformed(Malformed(at: Int64(start), "IMA4 step index \(stepIndex) is over 88"))
      }
    }
    return count
  }

  /// Decodes `count` checked packets into room for their samples.
  @inline(__always)
  private mutating func decode<Sample>(
    _ packets: [UInt8], _ count: Int, to samples: UnsafeMutableBufferPointer<Sample>,
    _ sample: (Int32) -> Sample
  ) {
    guard count > 0, let output = samples.baseAddress else { return }
    unsafe packets.withUnsafeBufferPointer { packets in
      unsafe IMAStepTable.shared.withTransitions { transitions in
        guard let input = packets.baseAddress else { return }
        for channel in states.indices {
          unsafe IMA4DecodingRun(
            input: input + channel * IMA4Layout.bytesPerChannel, output: output + channel,
            channelCount: states.count, rule: rule, transitions: transitions
          ).decode(count, &states[channel], sample)
        }
      }
    }
  }
}
