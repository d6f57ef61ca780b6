public import Foundation
public import NotificationTypes

/// A request on its way into a store.
public struct NewRequest: Sendable, Hashable {
  /// What an app asks for.
  public var request: NotificationRequest
  /// The first date of its trigger, found by whoever adds it.
  public var due: DueTime
  /// When it was added.
  public var added: Date

  /// A request and its first date, for ``NotificationStore/add(_:limit:)``.
  public init(request: NotificationRequest, due: DueTime, added: Date) {
    self.request = request
    self.due = due
    self.added = added
  }
}

/// A request that waits in a store, or is being delivered.
public struct ScheduledRequest: Sendable, Hashable {
  /// What an app asked for.
  public var request: NotificationRequest
  /// Its next date.
  public var due: DueTime
  /// When it was added; a change of the wall clock does not change it.
  public var added: Date

  /// A request as a store holds it.
  public init(request: NotificationRequest, due: DueTime, added: Date) {
    self.request = request
    self.due = due
    self.added = added
  }
}

/// How many requests of one app a store keeps; one that repeats counts once.
public enum PendingLimit: Sendable, Hashable {
  /// The requests that are due soonest stay: what Apple documents for 64.
  case keepSoonest(Int)
  /// The requests that were added last stay: what iOS has been seen to do with 64.
  case keepLastAdded(Int)
  /// What is there stays; a new one is refused.
  case refuseNew(Int)
  case unlimited

  /// What Apple documents: the 64 that are due soonest.
  public static let standard = PendingLimit.keepSoonest(64)

  /// Nil means no limit.
  var count: Int? {
    switch self {
    case .keepSoonest(let count), .keepLastAdded(let count), .refuseNew(let count): count
    case .unlimited: nil
    }
  }
}

/// What became of a request that was added. Nothing is dropped without being named here.
public enum Addition: Sendable, Hashable {
  case added
  /// It took the place of one with its identifier.
  case replaced
  /// It is kept, and this one of the same app is not any more, for the limit was reached.
  case addedEvicting(NotificationRequest)
  /// It is not kept: the app has as many requests as the limit allows.
  case refusedByLimit(Int)
  /// It is not kept: its trigger has no date in the future.
  case refusedAsNeverDue

  /// The request that it took out of the store.
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
