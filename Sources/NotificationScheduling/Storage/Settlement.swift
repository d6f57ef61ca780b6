public import Foundation

/// How a delivery ended.
public struct Settlement: Sendable {
  public enum Outcome: Sendable, Hashable {
    /// The handler has returned. A notification that the user has dealt with is not listed.
    case delivered(at: Date, isListed: Bool)
    case missed(MissedNotification.Reason, at: Date, count: Int)
  }

  public let waiting: WaitingRequest
  public let outcome: Outcome
  /// The next date of a request that repeats; others leave the store.
  public let next: DueTime?

  public init(_ waiting: WaitingRequest, _ outcome: Outcome, next: DueTime? = nil) {
    self.waiting = waiting
    self.outcome = outcome
    self.next = next
  }
}
