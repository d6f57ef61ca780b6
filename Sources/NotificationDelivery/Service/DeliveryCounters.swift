import Synchronization

/// What a delivery service has done since it was made.
public struct DeliveryCounts: Hashable, Sendable {
  public var delivered = 0
  public var late = 0
  /// By the code of ``DeliveryRecord/Fate``.
  public var banners: [String: Int] = [:]
  public var sounds: [String: Int] = [:]
  /// Sounds that the default sound stood in for, by the fallback's code.
  public var fallbacks: [String: Int] = [:]
  public var responses = 0
  /// Runs of apps' commands, by `done` or `failed`.
  public var commands: [String: Int] = [:]
  public var storeFailures = 0

  public init() {}
}

final class DeliveryCounters: Sendable {
  private let counts = Mutex(DeliveryCounts())

  var current: DeliveryCounts { counts.withLock { $0 } }

  func add(_ change: (inout DeliveryCounts) -> Void) {
    counts.withLock { change(&$0) }
  }
}
