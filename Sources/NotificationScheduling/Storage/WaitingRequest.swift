import Foundation
public import NotificationTypes

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
  let body: StoredBody

  /// - Throws: where what is stored cannot be read.
  public func request() throws -> NotificationRequest {
    let (content, trigger) = try body.decoded()
    return NotificationRequest(
      identifier: identifier, app: app, content: content, trigger: trigger)
  }

  /// The same request with its date after the one that has just ended.
  func next(_ due: DueTime) -> WaitingRequest {
    WaitingRequest(
      id: DeliveryID(request: id.request, occurrence: id.occurrence + 1), app: app,
      identifier: identifier, due: due, body: body)
  }
}

/// Which requests to read.
public struct WaitingQuery: Sendable, Hashable {
  /// Now, on both clocks: what is due is found by it.
  public var moment: Moment
  /// Only what is due later than so long before `moment`; nil means no bound.
  public var since: Duration?
  /// Only what is due so long before `moment`, or longer; nil means no bound.
  public var until: Duration?
  /// This app's alone; nil is everybody's.
  public var app: String?
  /// At most so many on each clock, soonest first.
  public var limit: Int
  /// Whether the wall clock is right: if not, only what counts on the elapsed clock is read.
  public var trustsClock = true

  /// A query; the bounds that are left out do not exist.
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
