public import Foundation

/// A delivery that did not happen, and why.
public struct MissedNotification: Codable, Sendable, Hashable {
  /// Why a delivery did not happen.
  public enum Reason: String, Codable, Sendable, Hashable {
    /// Nothing ran when it was due, and its grace was over when something did.
    case tooLate
    /// The handler failed, or the scheduler died in it, as often as the policy allows.
    case failed
    /// What is stored of it cannot be read.
    case unreadable
  }

  /// The identifier of the app that had asked for it.
  public let app: String
  /// The identifier of the request.
  public let identifier: String
  /// The date for which it was asked; nil where it cannot be read any more.
  public let dueDate: Date?
  /// When it was found to be missed.
  public let date: Date
  /// Why it did not happen.
  public let reason: Reason
  /// How many deliveries of a request that repeats.
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
