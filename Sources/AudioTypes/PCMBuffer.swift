/// The one working form of sound inside Tocsin: interleaved 64-bit floats, full scale ±1.
///
/// A double holds every integer sample of up to 32 bits and every float sample exactly, so PCM
/// that is only moved keeps each bit. Buffers are reused: a pass over a long file allocates once.
public struct PCMBuffer: Sendable {
  public let channelCount: Int
  /// Interleaved samples: `frameCount * channelCount` of them.
  public var samples: [Double]

  /// An empty buffer; `frameCapacity` frames are reserved.
  public init(channelCount: Int, frameCapacity: Int = 0) {
    precondition(channelCount > 0)
    self.channelCount = channelCount
    samples = []
    samples.reserveCapacity(frameCapacity * channelCount)
  }

  /// A buffer of given interleaved samples, whole frames only.
  public init(channelCount: Int, samples: [Double]) {
    precondition(channelCount > 0 && samples.count.isMultiple(of: channelCount))
    self.channelCount = channelCount
    self.samples = samples
  }

  /// One sample a channel each.
  public var frameCount: Int { samples.count / channelCount }

  /// Forgets the samples and keeps the memory.
  public mutating func removeAll() { samples.removeAll(keepingCapacity: true) }

  /// Makes room for `count` frames, whose samples are to be written next.
  public mutating func resize(frames count: Int) {
    let wanted = count * channelCount
    if wanted < samples.count {
      samples.removeLast(samples.count - wanted)
    } else {
      samples.append(contentsOf: repeatElement(0, count: wanted - samples.count))
    }
  }

  /// Keeps the first `count` frames.
  public mutating func keepFirst(frames count: Int) {
    samples.removeLast(max(0, samples.count - count * channelCount))
  }

  /// Drops the first `count` frames.
  public mutating func dropFirst(frames count: Int) {
    samples.removeFirst(min(samples.count, count * channelCount))
  }
}
