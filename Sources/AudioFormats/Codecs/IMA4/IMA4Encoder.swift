import CIMA4Search

/// Encodes Apple's IMA4: 34 bytes a channel for 64 frames.
///
/// Decoders disagree on the meaning of a packet's preamble: some carry their own predictor on if it
/// nearly agrees, others always take the stored one. Each packet starts from a preamble that both
/// kinds read alike, so all decoders give the same samples. A preamble can only store multiples of
/// 128. Choosing it freely gains more than that rounding costs, except for steady tones that are
/// quieter than the rounding.
public struct IMA4Encoder: PacketEncoder {
  /// The effort of the search for the codes; the packets' size is always the same.
  public enum Effort: String, CaseIterable, Sendable {
    /// The nearest code for each sample, and the best of a few starts for each packet.
    case fast
    /// A search over the 89 step indices, with two paths for each.
    case normal
    /// A search over hundreds of paths, wherever they promise most.
    case best
  }

  private let channelCount: Int
  private let search: IMA4Search
  /// Frames that are not searched yet, interleaved.
  private var pending: [Int16] = []
  /// The frame before the next one.
  private var lastFrame: [Int16]
  /// For each channel, the packets that wait for the next one.
  private var chains: [IMA4Chain]
  /// Samples packet by packet, and the candidates found for them.
  private var planes: [Int16] = []
  private var found: [ima4_candidates] = []

  /// An encoder at the start of a stream of one or two channels.
  /// - Parameters:
  ///   - channelCount: 1 or 2.
  ///   - effort: the effort of the search.
  ///   - usesAllCores: whether packets may be searched in parallel; the result is the same.
  public init(channelCount: Int, effort: Effort = .normal, usesAllCores: Bool = false) {
    precondition((1...DataFormat.maximumIMA4ChannelCount).contains(channelCount))
    self.channelCount = channelCount
    search = IMA4Search(effort, usesAllCores: usesAllCores)
    lastFrame = Array(repeating: 0, count: channelCount)
    chains = Array(repeating: IMA4Chain(), count: channelCount)
  }

  /// Packets are appended late: many are searched at once, and each one waits for the next.
  public mutating func encode(_ pcm: PCMBuffer, into packets: inout [UInt8]) {
    appendRounded(pcm.samples, to: &pending)
    encodeBatches(into: &packets)
  }

  /// Encodes interleaved samples of 16 bits, which need no rounding.
  public mutating func encode(_ samples: [Int16], into packets: inout [UInt8]) {
    // Works in pieces that stay in the cache.
    for start in stride(from: 0, to: samples.count, by: 1 << 14) {
      pending += samples[start..<min(start + 1 << 14, samples.count)]
      encodeBatches(into: &packets)
    }
  }

  /// Appends the remaining packets. The last one is never full: after the sound it fades to
  /// silence, for containers that cannot store the length of the sound.
  public mutating func finish(into packets: inout [UInt8]) {
    let samplesPerPacket = IMA4Layout.framesPerPacket * channelCount
    let lastFrames = pending.count % samplesPerPacket / channelCount
    if pending.count >= channelCount { lastFrame = pending.suffix(channelCount) }
    // The search must not trade the end of the sound for the padding: holding the last frame is
    // free.
    repeat { pending += lastFrame } while !pending.count.isMultiple(of: samplesPerPacket)
    encode(
      pending.count / samplesPerPacket, from: 0, fadingAfter: lastFrames, into: &packets)
    pending = []
    let last = chains.indices.compactMap { chains[$0].finish() }
    for packet in last { packet.append(to: &packets) }
  }

  private mutating func encodeBatches(into packets: inout [UInt8]) {
    let samplesPerPacket = IMA4Layout.framesPerPacket * channelCount
    let blockCount = search.batchSize / channelCount
    var start = 0
    while pending.count - start >= blockCount * samplesPerPacket {
      encode(blockCount, from: start, into: &packets)
      start += blockCount * samplesPerPacket
    }
    guard start > 0 else { return }
    lastFrame = Array(pending[..<start].suffix(channelCount))
    pending.removeFirst(start)
  }

  /// Encodes packets of all channels from a pending sample on.
  /// - Parameter frameCount: the number of frames of sound in the last one, if it is the last of
  ///   all.
  private mutating func encode(
    _ blockCount: Int, from start: Int, fadingAfter frameCount: Int? = nil,
    into packets: inout [UInt8]
  ) {
    let packetCount = blockCount * channelCount
    find(packetCount, from: start)
    if let frameCount {
      for last in packetCount - channelCount..<packetCount { found[last].fade(after: frameCount) }
    }
    for packet in 0..<packetCount {
      let channel = channelCount == 1 ? 0 : packet % channelCount
      chains[channel].add(found[packet])?.append(to: &packets)
    }
  }

  /// Finds candidates for the packets of all channels from a pending sample on.
  private mutating func find(_ packetCount: Int, from start: Int) {
    let range = start..<start + packetCount * IMA4Layout.framesPerPacket
    guard channelCount > 1 else {
      unsafe pending.withUnsafeBufferPointer {
        unsafe search.find(UnsafeBufferPointer(rebasing: $0[range]), into: &found)
      }
      return
    }
    separate(range)
    unsafe planes.withUnsafeBufferPointer {
      unsafe search.find(UnsafeBufferPointer(rebasing: $0[..<range.count]), into: &found)
    }
  }

  /// Puts pending samples of two channels into `planes`, packet by packet: each block's 64 of the
  /// first channel, then of the second.
  private mutating func separate(_ range: Range<Int>) {
    let frames = IMA4Layout.framesPerPacket
    if planes.count < range.count { planes += repeatElement(0, count: range.count - planes.count) }
    unsafe pending.withUnsafeBufferPointer { pending in
      unsafe planes.withUnsafeMutableBufferPointer { planes in
        for block in stride(from: 0, to: range.count, by: 2 * frames) {
          let samples = unsafe UnsafeBufferPointer(rebasing: pending[(range.lowerBound + block)...])
          let left = unsafe UnsafeMutableBufferPointer(rebasing: planes[block...])
          for frame in 0..<frames {
            unsafe left[frame] = samples[2 * frame]
            unsafe left[frames + frame] = samples[2 * frame + 1]
          }
        }
      }
    }
  }
}
