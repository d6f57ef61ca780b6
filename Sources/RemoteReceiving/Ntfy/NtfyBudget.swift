/// What a topic may send: messages and bytes, each a token bucket. More is dropped, and counted.
struct NtfyBudget: Sendable, Hashable {
  /// The limits of a topic.
  struct Limits: Sendable, Hashable {
    /// At once after a quiet time: what a server keeps of a busy topic while the box is off.
    var messages = 1_000
    /// The bytes of as many messages of ntfy's usual length, 4 KiB.
    var bytes = 4 << 20
    /// The lasting rate.
    var messagesPerMinute = 60
    var bytesPerMinute = 256 << 10
  }

  private let limits: Limits
  private var messages: Double
  private var bytes: Double
  /// Milliseconds of the elapsed clock.
  private var time: Int64
  /// The number of dropped messages.
  private(set) var dropped = 0
  /// Whether messages were dropped within about the last minute.
  private(set) var isExceeded = false

  init(_ limits: Limits = Limits(), at time: Int64) {
    self.limits = limits
    self.time = time
    messages = Double(limits.messages)
    bytes = Double(limits.bytes)
  }

  /// Takes a message into account.
  /// - Parameters:
  ///   - count: the length of the message.
  ///   - time: milliseconds of the elapsed clock.
  /// - Returns: false if it must be dropped.
  mutating func take(_ count: Int, at time: Int64) -> Bool {
    refill(at: time)
    guard messages >= 1, bytes >= Double(count) else {
      dropped += 1
      isExceeded = true
      return false
    }
    messages -= 1
    bytes -= Double(count)
    return true
  }

  /// Gives back what a message took that had come before.
  mutating func giveBack(_ count: Int) {
    messages = min(messages + 1, Double(limits.messages))
    bytes = min(bytes + Double(count), Double(limits.bytes))
  }

  /// Adds what the time since the last call allows.
  mutating func refill(at time: Int64) {
    let minutes = Double(max(0, time - self.time)) / 60_000
    self.time = max(time, self.time)
    messages = min(
      messages + minutes * Double(limits.messagesPerMinute), Double(limits.messages))
    bytes = min(bytes + minutes * Double(limits.bytesPerMinute), Double(limits.bytes))
    // As much as a minute brings: it sends less again.
    let enough = min(limits.messagesPerMinute, limits.messages)
    let enoughBytes = min(limits.bytesPerMinute, limits.bytes)
    if messages >= Double(enough), bytes >= Double(enoughBytes) { isExceeded = false }
  }
}
