public import FoundationEssentials
public import NotificationTypes
public import Triggers

/// The end of a delivery.
public struct Settlement: Sendable {
  /// The outcome of one date of a request.
  public enum Outcome: Sendable, Hashable {
    /// The handler has returned; without a record the banner and the sound are unknown.
    case delivered(at: Date, as: DeliveryState = .open, record: DeliveryRecord? = nil)
    case missed(MissedNotification.Reason, at: Date, count: Int)
  }

  /// The request with the date that has ended.
  public let waiting: WaitingRequest
  /// The outcome of that date.
  public let outcome: Outcome
  /// The next date of a repeating request; without one the request leaves the store.
  public let next: DueTime?

  /// The end of a delivery; without `next` the request leaves the store.
  public init(_ waiting: WaitingRequest, _ outcome: Outcome, next: DueTime? = nil) {
    self.waiting = waiting
    self.outcome = outcome
    self.next = next
  }
}
