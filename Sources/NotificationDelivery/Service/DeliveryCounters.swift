import Synchronization

/// What a delivery service has done since it was made.
public struct DeliveryCounts: Hashable, Sendable {
  /// Notifications that were due and came to the service, whatever the user got of them.
  public var delivered = 0
  /// Those of them that were marked late.
  public var late = 0
  /// By the code of `DeliveryRecord.Fate`.
  public var banners: [String: Int] = [:]
  /// Sounds that have ended, by the code of their ``RingOutcome``.
  public var sounds: [String: Int] = [:]
  /// Sounds that the default sound stood in for, by the fallback's code.
  public var fallbacks: [String: Int] = [:]
  /// Answers of the user that were stored.
  public var responses = 0
  /// Runs of apps' commands, by `done` or `failed`.
  public var commands: [String: Int] = [:]
  /// Reads and writes of the store that failed.
  public var storeFailures = 0

  /// Counts of a service that has done nothing yet.
  public init() {}
}

final class DeliveryCounters: Sendable {
  private let counts = Mutex(DeliveryCounts())

  var current: DeliveryCounts { counts.withLock { $0 } }

  func add(_ change: (inout DeliveryCounts) -> Void) {
    counts.withLock { change(&$0) }
  }
}
