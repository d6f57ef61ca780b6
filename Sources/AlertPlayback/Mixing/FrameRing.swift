import AudioFormats

/// Frames that wait in a ring, oldest first.
struct FrameRing: Sendable {
  let capacity: Int
  private let channelCount: Int
  private var samples: [Double]
  /// The place of the oldest frame.
  private var head = 0
  private(set) var frameCount = 0

  /// An empty ring for `capacity` frames.
  init(capacity: Int, channelCount: Int) {
    self.capacity = capacity
    self.channelCount = channelCount
    samples = Array(repeating: 0, count: capacity * channelCount)
  }

  /// Takes in frames of `block` from `start` on, as many as fit.
  /// - Returns: the number of frames taken in.
  mutating func append(_ block: PCMBuffer, from start: Int) -> Int {
    let count = min(block.frameCount - start, capacity - frameCount)
    for offset in 0..<count {
      let to = (head + frameCount + offset) % capacity * channelCount
      let from = (start + offset) * channelCount
      for channel in 0..<channelCount { samples[to + channel] = block.samples[from + channel] }
    }
    frameCount += count
    return count
  }

  /// Moves up to `limit` frames to the start of `output`.
  /// - Returns: the number of frames moved.
  mutating func take(_ limit: Int, into output: inout [Double]) -> Int {
    let count = min(limit, frameCount)
    for offset in 0..<count {
      let from = (head + offset) % capacity * channelCount
      let to = offset * channelCount
      for channel in 0..<channelCount { output[to + channel] = samples[from + channel] }
    }
    head = (head + count) % capacity
    frameCount -= count
    return count
  }
}
