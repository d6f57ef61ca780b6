import Synchronization

/// The counters of a delivery service since it was made.
public struct DeliveryCounts: Hashable, Sendable {
  /// The number of due notifications, whatever the user got of them.
  public var delivered = 0
  /// The number of notifications that were marked late.
  public var late = 0
  /// The number of banners by the code of `DeliveryRecord.Fate`.
  public var banners: [String: Int] = [:]
  /// The number of ended sounds, by the code of their `RingOutcome`.
  public var sounds: [String: Int] = [:]
  /// The number of sounds that the end of a process had cut off, and that began again.
  public var interruptedSounds = 0
  /// The number of sounds that the default sound replaced, by the fallback's code.
  public var fallbacks: [String: Int] = [:]
  /// The number of stored responses of the user.
  public var responses = 0
  /// The number of runs of apps' commands, as `done` or `failed`.
  public var commands: [String: Int] = [:]
  /// The number of failed reads and writes of the store.
  public var storeFailures = 0

  /// Counts of a service that has done nothing yet.
  public init() {}

  /// Whether anything was shown, or heard for a while at least.
  package var haveReachedUser: Bool {
    let heard = ["played", "merged", "preempted", "silenced", "cut-off"]
    return banners["shown"] != nil || heard.contains { sounds[$0] != nil }
  }
}

/// The counters of a service, for all that it is made of.
package final class DeliveryCounters: Sendable {
  private let counts = Mutex(DeliveryCounts())

  /// Counters of a service that has done nothing yet.
  package init() {}

  /// The counts so far.
  package var current: DeliveryCounts { counts.withLock { $0 } }

  /// Changes the counts.
  package func add(_ change: (inout DeliveryCounts) -> Void) {
    counts.withLock { change(&$0) }
  }
}
