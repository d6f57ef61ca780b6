/// The time that delivery goes by, so that tests need not wait for it.
public protocol DeliveryClock: Sendable {
  /// Time since some fixed moment; it never steps back.
  var now: Duration { get }

  /// Returns when `time` has come; throws if the task is cancelled before.
  func sleep(until time: Duration) async throws
}

/// The system's clock, which goes on while the machine sleeps.
public struct SystemDeliveryClock: DeliveryClock {
  private let start = ContinuousClock.now

  public init() {}

  public var now: Duration { start.duration(to: .now) }

  public func sleep(until time: Duration) async throws {
    try await Task.sleep(until: start + time, clock: .continuous)
  }
}
