import Synchronization

/// One sound on its way through a player.
public final class Voice: Sendable {
  /// The owner's orders, read by the mixer at each period.
  struct Orders: Sendable {
    var volume: Double
    var fadeDuration: Duration?
    /// Counts the fades that were ordered.
    var fadeNumber = 0
  }

  private struct State: Sendable {
    var orders: Orders
    var elapsed = Duration.zero
    var outcome: PlaybackOutcome?
    /// What waits until so much was heard.
    var waitingForElapsed: [(elapsed: Duration, CheckedContinuation<Bool, Never>)] = []
    var waiting: [CheckedContinuation<PlaybackOutcome, Never>] = []
  }

  /// The fade that makes an end inaudible as such.
  public static let cancelDuration = Duration.milliseconds(10)

  private let state: Mutex<State>
  private let onOrder: @Sendable () -> Void

  init(volume: Double, onOrder: @escaping @Sendable () -> Void) {
    state = Mutex(State(orders: Orders(volume: Self.valid(volume))))
    self.onOrder = onOrder
  }

  /// The factor of every sample, 0 or more; a change takes one period.
  public var volume: Double {
    get { state.withLock(\.orders.volume) }
    set { state.withLock { $0.orders.volume = Self.valid(newValue) } }
  }

  /// The duration of the sound that has been heard.
  public var elapsed: Duration { state.withLock(\.elapsed) }

  /// Fades to silence from the next period on, and ends as cancelled.
  public func fadeOut(over duration: Duration) {
    state.withLock {
      $0.orders.fadeDuration = max(.zero, duration)
      $0.orders.fadeNumber += 1
    }
    onOrder()
  }

  /// Fades out in 10 ms.
  public func cancel() { fadeOut(over: Self.cancelDuration) }

  /// Waits until the voice's last frame has been heard, and returns how it ended.
  ///
  /// It always ends: if a device or a source stops for good, the voice fails after the player's
  /// patience. To stop waiting, cancel the voice; cancelling the task does nothing.
  public var finished: PlaybackOutcome {
    get async {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.waiting.append(continuation) }
          return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    }
  }

  /// Whether anything of it is heard: true with the first frame, false where it ends without one.
  public var hasBegun: Bool { get async { await hasReached(.nanoseconds(1)) } }

  /// Whether so much of it is heard: true as soon as it is, false where it ends before.
  public func hasReached(_ elapsed: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Bool? in
        if state.elapsed >= elapsed { return true }
        if state.outcome != nil { return false }
        state.waitingForElapsed.append((elapsed, continuation))
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// NaN and negative factors are silence.
  private static func valid(_ volume: Double) -> Double { volume > 0 ? volume : 0 }
}

extension Voice {
  var orders: Orders { state.withLock(\.orders) }

  func setElapsed(_ elapsed: Duration) {
    let waiting = state.withLock { state in
      state.elapsed = elapsed
      guard state.waitingForElapsed.contains(where: { $0.elapsed <= elapsed }) else {
        return [CheckedContinuation<Bool, Never>]()
      }
      defer { state.waitingForElapsed.removeAll { $0.elapsed <= elapsed } }
      return state.waitingForElapsed.filter { $0.elapsed <= elapsed }.map { $0.1 }
    }
    for continuation in waiting { continuation.resume(returning: true) }
  }

  /// Reports the outcome to all waiters; a second one is ignored.
  func finish(_ outcome: PlaybackOutcome) {
    let (waiting, early) = state.withLock { state in
      guard state.outcome == nil else { return (state.waiting, state.waitingForElapsed) }
      state.outcome = outcome
      defer { (state.waiting, state.waitingForElapsed) = ([], []) }
      return (state.waiting, state.waitingForElapsed)
    }
    for (_, continuation) in early { continuation.resume(returning: false) }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }
}
