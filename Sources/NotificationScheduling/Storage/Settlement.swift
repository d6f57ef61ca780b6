public import Foundation

/// How a delivery ended.
public struct Settlement: Sendable {
  /// What became of one date of a request.
  public enum Outcome: Sendable, Hashable {
    /// The handler has returned. A notification that the user has dealt with is not listed.
    case delivered(at: Date, isListed: Bool)
    case missed(MissedNotification.Reason, at: Date, count: Int)
  }

  /// The request with the date that has ended.
  public let waiting: WaitingRequest
  /// What became of that date.
  public let outcome: Outcome
  /// The next date of a request that repeats; others leave the store.
  public let next: DueTime?

  /// The end of a delivery; without `next` the request leaves the store.
  public init(_ waiting: WaitingRequest, _ outcome: Outcome, next: DueTime? = nil) {
    self.waiting = waiting
    self.outcome = outcome
    self.next = next
  }
}
