import FoundationEssentials
package import NotificationTypes

extension StoreQuery where Element == ScheduledRequest {
  /// The requests, soonest first, those without a date last.
  /// - Parameters:
  ///   - app: nil is every app.
  ///   - identifier: nil is any.
  ///   - limit: nil is no limit. With a limit, few rows are read, however many there are.
  public static func pending(
    app: String? = nil, identifier: String? = nil, limit: Int? = nil
  ) -> StoreQuery {
    var filter = StoreFilter("request", app: app, identifier: identifier)
    // The index covers both columns.
    if app == nil, identifier != nil { filter.add("app IN (SELECT app FROM request_count)") }
    let query = StoreQuery("request", where: filter, by: order) { try? $0.scheduledRequest() }
    guard let limit else { return query }
    return query.with { [filter] in try soonest(app, filter, limit, in: $0) }
  }

  private static var order: String { "due IS NULL, due, sequence" }

  /// Reads the soonest on each clock by its index. Where the app has few of many requests, it reads
  /// all of the app's instead.
  private static func soonest(
    _ app: String?, _ filter: StoreFilter, _ limit: Int, in database: Database
  ) throws -> [Row] {
    let own = try StoreCounts.pending(app: app, in: database)
    let indexes = try own * 8 > StoreCounts.pending(app: nil, in: database)
    var parts: [String] = []
    var arguments: [any Bindable] = []
    for (clock, column) in ["due", "elapsed", "region"].enumerated() {
      var filter = filter
      filter.add("clock = \(clock)")
      let index = indexes ? " INDEXED BY request_\(column)" : ""
      let order = column == "region" ? "" : " ORDER BY \(column)"
      parts.append("SELECT * FROM (SELECT * FROM request\(index)\(filter.clause)\(order) LIMIT ?)")
      arguments += filter.arguments + [limit]
    }
    return try database.rows(
      "SELECT * FROM (\(parts.joined(separator: " UNION ALL "))) ORDER BY \(order) LIMIT ?",
      arguments + [limit])
  }
}

extension Row {
  package func request() throws -> NotificationRequest {
    let body = try StoredBody(content: blob("content"), trigger: blob("trigger")).decoded()
    return NotificationRequest(
      identifier: text("identifier"), app: text("app"), content: body.content,
      trigger: body.trigger)
  }

  package func scheduledRequest() throws -> ScheduledRequest {
    ScheduledRequest(
      request: try request(), due: DueColumns.time(self),
      added: date("added") ?? .distantPast)
  }
}
