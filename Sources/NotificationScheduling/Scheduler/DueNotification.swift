public import Foundation
public import NotificationTypes

/// What a delivery has brought to the user.
public enum DeliveryStep: Sendable, Hashable {
  /// Its banner was handed over to whoever shows it.
  case presented
  /// Its sound has begun.
  case heard
  /// The user has dealt with it: it is not in the list of what was delivered.
  case dismissed
}

/// A request that is due, as its handler gets it.
public struct DueNotification: Sendable {
  /// What was asked for; the handler delivers its content.
  public private(set) var request: NotificationRequest
  /// The date for which it was asked; of several that have passed, the last one.
  public let dueDate: Date
  /// How long ago that was when the handler was called; negative after a clock was set back.
  public let lateness: Duration
  /// Whether it is later than the policy's tolerance, or comes again.
  public let isLate: Bool
  /// 1, or more where an earlier delivery did not end: see ``steps``.
  public let attempt: Int
  /// How many dates of a request that repeats it stands for, 1 or more; counted up to 1,000.
  public let coalescedCount: Int
  /// What an earlier attempt has brought to the user before its process died.
  public let steps: Set<DeliveryStep>
  let flight: Flight?

  /// The same with another content, such as one in the user's language.
  public func withContent(_ content: NotificationContent) -> DueNotification {
    var due = self
    due.request.content = content
    return due
  }

  /// Keeps that a step is done, so that it is not repeated if the process dies before the handler
  /// has returned.
  public func note(_ step: DeliveryStep) { flight?.note(step) }

  /// Puts it into the list of what was delivered before the handler has returned: the user has got a
  /// part of it, and the rest takes long.
  public func list() { flight?.list() }
}
