public import Foundation
public import NotificationTypes

/// A request that is due, as its handler gets it.
public struct DueNotification: Sendable, Hashable {
  public private(set) var request: NotificationRequest
  /// The date for which it was asked; of several that have passed, the last one.
  public let dueDate: Date
  /// How long ago that was when the handler was called; negative after a clock was set back.
  public let lateness: Duration
  /// Whether it is later than the policy's tolerance.
  public let isLate: Bool
  /// 1, or more where an earlier delivery did not end: the user may have seen this one already.
  public let attempt: Int
  /// How many dates of a request that repeats it stands for, 1 or more; counted up to 1,000.
  public let coalescedCount: Int

  /// The same with another content, such as one in the user's language.
  public func withContent(_ content: NotificationContent) -> DueNotification {
    var due = self
    due.request.content = content
    return due
  }
}
