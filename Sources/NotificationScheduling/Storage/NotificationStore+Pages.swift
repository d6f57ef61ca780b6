import Foundation
import GRDB
public import NotificationTypes

/// How much there is in a store.
public struct StoreCounts: Sendable, Hashable {
  public var pending = 0
  public var delivered = 0
  public var missed = 0
  public var responses = 0

  public init(pending: Int = 0, delivered: Int = 0, missed: Int = 0, responses: Int = 0) {
    self.pending = pending
    self.delivered = delivered
    self.missed = missed
    self.responses = responses
  }
}

/// Reading that stays small however much there is.
extension NotificationStore {
  /// How much there is; nothing is decoded.
  public func counts() throws(StoreError) -> StoreCounts {
    try look { database in
      func count(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
      return StoreCounts(
        pending: try count("SELECT sum(count) FROM request_count"),
        delivered: try count("SELECT count(*) FROM delivered"),
        missed: try count("SELECT count(*) FROM missed"),
        responses: try count("SELECT count(*) FROM response"))
    }
  }

  /// The requests that are due soonest, those without a date last: one page of them.
  public func soonest(app: String? = nil, limit: Int) throws(StoreError) -> [ScheduledRequest] {
    var found: [ScheduledRequest] = []
    let sources = [
      "clock = 0 ORDER BY due", "clock = 1 ORDER BY elapsed", "clock = 2 ORDER BY sequence",
    ]
    let mine = app == nil ? "" : "app = :app AND "
    for source in sources {
      found += try look { database in
        let arguments: StatementArguments = ["limit": limit]
        return try Row.fetchAll(
          database, sql: "SELECT * FROM request WHERE \(mine)\(source) LIMIT :limit",
          arguments: app.map { arguments + ["app": $0] } ?? arguments
        ).compactMap { try? $0.scheduledRequest() }
      }
    }
    let sorted = found.sorted {
      ($0.due.date ?? .distantFuture) < ($1.due.date ?? .distantFuture)
    }
    return Array(sorted.prefix(limit))
  }

  /// Calls `body` with the requests in the order in which they were added, one after the other:
  /// however many there are, few of them are in memory. What changes meanwhile may be told or not.
  /// - Parameter body: returns false to hear of no more.
  public func forEachRequest(
    app: String? = nil, _ body: (ScheduledRequest) throws -> Bool
  ) throws {
    try pages(
      app: app, isAscending: true,
      sql: { condition in
        "SELECT * FROM request WHERE \(condition) ORDER BY sequence LIMIT :limit"
      }, number: "sequence",
      { row in try (try? row.scheduledRequest()).map(body) ?? true })
  }

  /// Calls `body` with the delivered notifications, newest first, as ``forEachRequest(app:_:)``.
  public func forEachDelivered(
    app: String? = nil, _ body: (DeliveredNotification) throws -> Bool
  ) throws {
    try pages(
      app: app, isAscending: false,
      sql: { condition in
        Self.deliveredRows(where: condition) + " LIMIT :limit"
      }, number: "delivered.sequence", { row in try Self.delivered(row).map(body) ?? true })
  }

  private static let pageSize = 512

  /// Rows of a table by their numbers; each page is a transaction of its own.
  private func pages(
    app: String?, isAscending: Bool, sql: (String) -> String, number: String,
    _ body: (Row) throws -> Bool
  ) throws {
    let table = number.contains(".") ? "delivered." : ""
    let mine = app == nil ? "" : "\(table)app = :app AND "
    let statement = sql("\(mine)\(number) \(isAscending ? ">" : "<") :last")
    var last = isAscending ? Int64.min : Int64.max
    while true {
      let arguments: StatementArguments = ["last": last, "limit": Self.pageSize]
      let rows: [Row] = try look { database in
        try Row.fetchAll(
          database, sql: statement,
          arguments: app.map { arguments + ["app": $0] } ?? arguments)
      }
      for row in rows {
        guard try body(row) else { return }
      }
      guard rows.count == Self.pageSize, let end = rows.last else { return }
      last = end.sequence
    }
  }
}
