import FoundationEssentials
public import LinuxProcess
public import NotificationTypes
public import Triggers

/// A request that waits for a date, as a scheduler reads it.
public struct WaitingRequest: Sendable, Hashable {
  /// The delivery of this date; what is recorded of it twice counts once.
  public let id: DeliveryID
  /// The identifier of the app that has asked for it.
  public let app: String
  /// The identifier of the request, unique within its app.
  public let identifier: String
  /// The date that it waits for.
  public let due: DueTime
  package let body: StoredBody

  package init(
    id: DeliveryID, app: String, identifier: String, due: DueTime, body: StoredBody
  ) {
    self.id = id
    self.app = app
    self.identifier = identifier
    self.due = due
    self.body = body
  }

  /// - Throws: where what is stored cannot be read.
  public func request() throws -> NotificationRequest {
    let (content, trigger) = try body.decoded()
    return NotificationRequest(
      identifier: identifier, app: app, content: content, trigger: trigger)
  }

  /// The same request with its date after the one that has just ended.
  package func next(_ due: DueTime) -> WaitingRequest {
    WaitingRequest(
      id: DeliveryID(request: id.request, occurrence: id.occurrence + 1), app: app,
      identifier: identifier, due: due, body: body)
  }
}

/// A query for waiting requests.
public struct WaitingQuery: Sendable, Hashable {
  /// The current moment on both clocks, which decides what is due.
  public var moment: Moment
  /// Only requests that are due later than `since` before `moment`; nil means no bound.
  public var since: Duration?
  /// Only requests that are due `until` before `moment` or earlier; nil means no bound.
  public var until: Duration?
  /// Only requests of this app; nil means every app.
  public var app: String?
  /// The maximum number of requests on each clock, soonest first.
  public var limit: Int
  /// Whether the wall clock is right. If not, only requests on the elapsed clock are read.
  public var trustsClock = true
  /// The age from which requests that do not repeat are left out where the wall clock decides; nil
  /// means that none are.
  public var oldest: Duration?

  /// A query; without a bound it has none on that side.
  public init(
    moment: Moment, since: Duration? = nil, until: Duration? = nil, app: String? = nil, limit: Int
  ) {
    self.moment = moment
    self.since = since
    self.until = until
    self.app = app
    self.limit = limit
  }
}
