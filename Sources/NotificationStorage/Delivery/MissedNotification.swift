public import FoundationEssentials

/// A delivery that did not happen, and the reason.
public struct MissedNotification: Codable, Sendable, Hashable {
  /// The reason why a delivery did not happen.
  public enum Reason: String, Codable, Sendable, Hashable {
    /// No scheduler ran when it was due, and its grace was over when one did.
    case tooLate
    /// The handler failed, or the scheduler died in it, as often as the policy allows.
    case failed
    /// The stored request cannot be read.
    case unreadable
    /// A later request has taken its place, because its app had as many as the limit allows.
    case limit
  }

  /// The identifier of the app that had asked for it.
  public let app: String
  /// The identifier of the request.
  public let identifier: String
  /// The date that the app asked for; nil where it cannot be read any more.
  public let dueDate: Date?
  /// The date at which it was found to be missed.
  public let date: Date
  /// The reason why it did not happen.
  public let reason: Reason
  /// The number of missed deliveries of a repeating request.
  public let count: Int

  /// A missed delivery, or `count` of them that one request has missed together.
  public init(
    app: String, identifier: String, dueDate: Date?, date: Date, reason: Reason, count: Int
  ) {
    self.app = app
    self.identifier = identifier
    self.dueDate = dueDate
    self.date = date
    self.reason = reason
    self.count = count
  }
}
