/// The last frames of the mix: those that the device has not taken yet, and those that it may need
/// again.
///
/// Positions are frames since the device was opened: heard ≤ written ≤ mixed.
struct MixHistory {
  private let channelCount: Int
  private let capacity: Int
  private var samples: [Double]
  private(set) var mixed: Int64 = 0
  private(set) var written: Int64 = 0
  private(set) var heard: Int64 = 0

  /// A history of the last `capacity` frames.
  init(capacity: Int, channelCount: Int) {
    self.capacity = capacity
    self.channelCount = channelCount
    samples = Array(repeating: 0, count: capacity * channelCount)
  }

  /// Frames that are mixed and not written.
  var pendingFrames: Int { Int(mixed - written) }

  /// Adds the first `frames` of `mix`; pending frames must have been written before.
  mutating func append(_ mix: [Double], frames: Int) {
    precondition(pendingFrames == 0 && frames <= capacity)
    for frame in 0..<frames {
      let to = Int((mixed + Int64(frame)) % Int64(capacity)) * channelCount
      let from = frame * channelCount
      for channel in 0..<channelCount { samples[to + channel] = mix[from + channel] }
    }
    mixed += Int64(frames)
  }

  /// Writes the pending frames to `device`, at most `room` of them.
  mutating func write(to device: any PlaybackDevice, room: Int) throws(DeviceFault) {
    var room = room
    while room > 0, pendingFrames > 0 {
      let start = Int(written % Int64(capacity))
      let count = min(room, pendingFrames, capacity - start)
      let range = start * channelCount..<(start + count) * channelCount
      let taken = try device.write(samples.span.extracting(range))
      guard taken > 0 else { return }
      written += Int64(taken)
      room -= taken
    }
  }

  /// Notes the position of the sound, when `queuedFrames` of the written frames are not heard yet.
  mutating func noteHeard(queuedFrames: Int) {
    heard = max(heard, written - Int64(max(0, queuedFrames)))
  }

  /// Goes back `frames`, so that they are written again.
  /// - Returns: the number of frames that are still known.
  mutating func rewind(_ frames: Int) -> Int {
    let oldest = max(0, mixed - Int64(capacity))
    let count = max(0, min(Int64(frames), written - oldest))
    written -= count
    heard = min(heard, written)
    return Int(count)
  }
}
