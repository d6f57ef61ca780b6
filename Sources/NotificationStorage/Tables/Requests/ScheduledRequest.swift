public import FoundationEssentials
public import NotificationTypes
public import Triggers

/// A request that goes into a store, waits there, or is being delivered.
public struct ScheduledRequest: Sendable, Hashable {
  /// The request of an app.
  public var request: NotificationRequest
  /// Its next date.
  public var due: DueTime
  /// The date at which it was added; a change of the wall clock does not change it.
  public var added: Date

  /// A request and its next date, as a store takes and holds it.
  public init(request: NotificationRequest, due: DueTime, added: Date) {
    self.request = request
    self.due = due
    self.added = added
  }
}

/// The maximum number of requests of one app in a store; a repeating one counts once, one that is
/// due at once does not count.
public enum PendingLimit: Sendable, Hashable {
  /// Keeps the requests that are due soonest, as Apple documents for 64.
  case keepSoonest(Int)
  /// Keeps the requests that were added last, as iOS has been seen to do with 64.
  case keepLastAdded(Int)
  /// Keeps the existing requests and refuses a new one.
  case refuseNew(Int)
  case unlimited

  /// The limit that Apple documents: the 64 that are due soonest.
  public static let standard = PendingLimit.keepSoonest(64)

  /// The maximum; nil means no limit.
  var count: Int? {
    switch self {
    case .keepSoonest(let count), .keepLastAdded(let count), .refuseNew(let count): count
    case .unlimited: nil
    }
  }
}

/// The result of adding a request. It names every request that is dropped.
public enum Addition: Sendable, Hashable {
  case added
  /// It has replaced the request with its identifier.
  case replaced
  /// It is kept. This other request of the same app was removed, because the limit was reached,
  /// and is in the list of missed ones.
  case addedEvicting(NotificationRequest)
  /// It is not kept: the app has as many requests as the limit allows.
  case refusedByLimit(Int)
  /// It is not kept: its trigger has no date in the future.
  case refusedAsNeverDue

  /// The request that it has removed from the store.
  public var evicted: NotificationRequest? {
    if case .addedEvicting(let request) = self { request } else { nil }
  }

  /// Whether the request is in the store.
  public var isKept: Bool {
    switch self {
    case .added, .replaced, .addedEvicting: true
    case .refusedByLimit, .refusedAsNeverDue: false
    }
  }
}
