import FoundationEssentials
public import NotificationTypes

extension StoreQuery where Element == DeliveredNotification {
  /// The delivered notifications that the user has not dealt with, newest first.
  /// - Parameters:
  ///   - app: nil is every app.
  ///   - identifier: nil is any.
  public static func delivered(app: String? = nil, identifier: String? = nil) -> StoreQuery {
    StoreQuery(
      "delivered",
      columns: """
        delivered.sequence, delivered.app, delivered.identifier, content, trigger, due,
        delivered.date, \(DeliveryColumns.names)
        """,
      join: """
        LEFT JOIN delivery
        ON delivery.app = delivered.app AND delivery.identifier = delivered.identifier
        """,
      where: StoreFilter("delivered", app: app, identifier: identifier),
      by: "delivered.sequence DESC"
    ) { row in
      guard let request = try? row.request() else { return nil }
      return DeliveredNotification(
        request: request, dueDate: row.date("due"), date: row.date("date") ?? .distantPast,
        record: DeliveryColumns.record(row))
    }
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
