package import FoundationEssentials
import LinuxProcess
public import NotificationTypes
import Triggers

extension StoreQuery where Element == DeliveredNotification {
  /// The delivered notifications that the user has not dealt with, newest first.
  /// - Parameters:
  ///   - app: nil is every app.
  ///   - identifier: nil is any.
  public static func delivered(app: String? = nil, identifier: String? = nil) -> StoreQuery {
    StoreQuery(
      "delivery", where: StoreFilter(.open, app: app, identifier: identifier), by: "sequence DESC"
    ) { row in
      guard let request = try? row.request() else { return nil }
      return DeliveredNotification(
        request: request, dueDate: row.date("due"), date: row.date("date") ?? .distantPast,
        record: DeliveryRecord(row))
    }
  }
}

extension StoreQuery where Element == WaitingRequest {
  /// The deliveries that wait for the user's answer about their apps, oldest first; nil means every
  /// app.
  package static func held(app: String? = nil) -> StoreQuery {
    StoreQuery("delivery", where: StoreFilter(.held, app: app), by: "sequence") { row in
      WaitingRequest(delivery: row)
    }
  }
}

extension WaitingRequest {
  /// The request of a delivery's row; a closed one has no contents.
  fileprivate init(delivery row: Row) {
    self.init(
      id: DeliveryID(
        request: row.integer("request") ?? 0, occurrence: Int(row.integer("occurrence") ?? 0)),
      app: row.text("app"), identifier: row.text("identifier"),
      due: .wall(date: row.date("due") ?? row.date("date") ?? .distantPast, local: 0),
      body: StoredBody(content: row.blob("content"), trigger: row.blob("trigger")))
  }
}

/// A delivery of whose banner or sound no end is known.
package struct UnfinishedDelivery: Sendable {
  package let waiting: WaitingRequest
  /// The date at which it reached the user.
  package let date: Date
  package let state: DeliveryState
  package let record: DeliveryRecord

  package init(
    _ waiting: WaitingRequest, date: Date, state: DeliveryState, record: DeliveryRecord
  ) {
    self.waiting = waiting
    self.date = date
    self.state = state
    self.record = record
  }
}

extension StoreQuery where Element == UnfinishedDelivery {
  /// The deliveries that have reached the user before `date`, and of whose banner or sound no end is
  /// known; an app of nil is every app.
  package static func unfinished(app: String?, before date: Date) -> StoreQuery {
    var filter = StoreFilter("delivery", app: app)
    filter.add("date < ?", date.microseconds)
    filter.add("(banner = 'begun' OR sound = 'begun')")
    return StoreQuery("delivery", where: filter, by: "sequence") { row in
      guard let record = DeliveryRecord(row),
        let state = row.integer("state").flatMap({ DeliveryState(rawValue: Int($0)) })
      else { return nil }
      return UnfinishedDelivery(
        WaitingRequest(delivery: row), date: row.date("date") ?? .distantPast, state: state,
        record: record)
    }
  }
}

extension StoreFilter {
  /// The deliveries in a state that is not closed.
  init(_ state: DeliveryState, app: String? = nil, identifier: String? = nil) {
    self.init("delivery", app: app, identifier: identifier)
    // The conditions of the indexes.
    add("closed IS NULL")
    add("state = \(state.rawValue)")
  }
}

extension DeliveryRecord {
  /// Nil where a row has none.
  fileprivate init?(_ row: Row) {
    guard let banner = row.value("banner").text, let sound = row.value("sound").text else {
      return nil
    }
    self.init(
      banner: .init(banner, reason: row.value("banner_reason").text),
      sound: .init(sound, reason: row.value("sound_reason").text),
      soundFile: row.value("sound_file").text, fallback: row.value("fallback").text,
      interruptions: row.integer("interruptions").flatMap { $0 > 0 ? Int($0) : nil })
  }
}

extension StoreQuery where Element == MissedNotification {
  /// The missed notifications, newest first; an app of nil is every app.
  public static func missed(app: String? = nil) -> StoreQuery {
    StoreQuery("missed", where: StoreFilter("missed", app: app), by: "sequence DESC") { row in
      MissedNotification(
        app: row.text("app"), identifier: row.text("identifier"), dueDate: row.date("due"),
        date: row.date("date") ?? .distantPast,
        reason: .init(rawValue: row.text("reason")) ?? .failed,
        count: Int(row.integer("count") ?? 1))
    }
  }
}

extension StoreQuery where Element == StoreRecovery {
  /// The repairs of the last thirty days, by any process, newest first.
  public static var recoveries: StoreQuery {
    let filter = StoreFilter("key GLOB ?", StoreRecovery.notePrefix + "*")
    return StoreQuery(
      rows: {
        // By the dates in the keys, which have one length until the year 2286.
        try $0.rows(
          "SELECT value FROM note\(filter.clause) ORDER BY key DESC",
          filter.arguments)
      }, numbers: { _, _ in [] }, row: { _, _ in nil },
      element: { row in
        StoreRecovery(note: row.text("value")).flatMap { $0.isRecent ? $0 : nil }
      })
  }
}
