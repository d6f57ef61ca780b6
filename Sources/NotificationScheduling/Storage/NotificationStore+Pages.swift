import Foundation
import GRDB
public import NotificationTypes

/// How much there is in a store.
public struct StoreCounts: Sendable, Hashable {
  /// Requests that wait; one that repeats counts once.
  public var pending = 0
  /// Notifications in the list of what was delivered.
  public var delivered = 0
  /// Entries of missed deliveries; one may stand for several of a request that repeats.
  public var missed = 0
  /// Responses that their app has not got.
  public var responses = 0

  /// Counts that were taken elsewhere, or none.
  public init(pending: Int = 0, delivered: Int = 0, missed: Int = 0, responses: Int = 0) {
    self.pending = pending
    self.delivered = delivered
    self.missed = missed
    self.responses = responses
  }
}

/// Reading that stays small however much there is.
extension NotificationStore {
  /// How much there is of an app, or of all; nothing is decoded.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func counts(app: String? = nil) throws(StoreError) -> StoreCounts {
    try read { database in
      func count(_ expression: String, _ table: String) throws -> Int {
        let mine = app == nil ? "" : " WHERE app = :app"
        return try Int.fetchOne(
          database, sql: "SELECT \(expression) FROM \(table)\(mine)",
          arguments: app.map { ["app": $0] } ?? [:]) ?? 0
      }
      return StoreCounts(
        pending: try count("sum(count)", "request_count"),
        delivered: try count("count(*)", "delivered"), missed: try count("count(*)", "missed"),
        responses: try count("count(*)", "response"))
    }
  }

  /// The requests that are due soonest, those without a date last: one page of them.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func soonest(app: String? = nil, limit: Int) throws(StoreError) -> [ScheduledRequest] {
    // Where an app has few of many, its own are looked through; else the soonest of all.
    let (own, all) = (try counts(app: app).pending, try counts().pending)
    let indexes = own * 8 > all
    var found: [ScheduledRequest] = []
    let sources = [("0", "due"), ("1", "elapsed"), ("2", "region")]
    for (clock, column) in sources {
      let index = indexes ? " INDEXED BY request_\(column)" : ""
      let mine = app == nil ? "" : " AND app = :app"
      let order = clock == "2" ? "" : " ORDER BY \(column)"
      found += try read { database in
        let arguments: StatementArguments = ["limit": limit]
        return try Row.fetchAll(
          database,
          sql: "SELECT * FROM request\(index) WHERE clock = \(clock)\(mine)\(order) LIMIT :limit",
          arguments: app.map { arguments + ["app": $0] } ?? arguments
        ).compactMap { try? $0.scheduledRequest() }
      }
    }
    let sorted = found.sorted {
      ($0.due.date ?? .distantFuture) < ($1.due.date ?? .distantFuture)
    }
    return Array(sorted.prefix(limit))
  }

  /// The requests with this identifier, of whichever app.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func requests(identifier: String) throws(StoreError) -> [ScheduledRequest] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM request
          WHERE app IN (SELECT app FROM request_count) AND identifier = ?
          """, arguments: [identifier]
      ).map { try $0.scheduledRequest() }
    }
  }

  /// Calls `body` with the requests, soonest first, those without a date last: however many there
  /// are, few of them are in memory. What changes meanwhile may be told or not.
  /// - Parameters:
  ///   - app: the app whose requests they are; nil is every app.
  ///   - body: returns false to hear of no more.
  /// - Throws: ``StoreError`` where the database cannot be read, and what `body` throws.
  public func forEachRequest(
    app: String? = nil, _ body: (ScheduledRequest) throws -> Bool
  ) throws {
    let mine = app == nil ? "" : "WHERE app = :app"
    let numbers: [Int64] = try read { database in
      try Int64.fetchAll(
        database, sql: "SELECT sequence FROM request \(mine) ORDER BY due IS NULL, due, sequence",
        arguments: app.map { ["app": $0] } ?? [:])
    }
    for start in stride(from: 0, to: numbers.count, by: Self.pageSize) {
      let page = numbers[start..<min(start + Self.pageSize, numbers.count)]
      let requests: [ScheduledRequest] = try read { database in
        let statement = try database.cachedStatement(
          sql: "SELECT * FROM request WHERE sequence = ?")
        return try page.compactMap { number in
          try Row.fetchOne(statement, arguments: [number]).flatMap { try? $0.scheduledRequest() }
        }
      }
      for request in requests {
        guard try body(request) else { return }
      }
    }
  }

  /// Calls `body` with the delivered notifications, newest first, as ``forEachRequest(app:_:)``.
  /// - Throws: ``StoreError`` where the database cannot be read, and what `body` throws.
  public func forEachDelivered(
    app: String? = nil, _ body: (DeliveredNotification) throws -> Bool
  ) throws {
    try pages(of: "delivered", app: app, Self.deliveredRows) { row in
      try Self.delivered(row).map(body) ?? true
    }
  }

  /// Calls `body` with the missed notifications, newest first, as ``forEachRequest(app:_:)``.
  /// - Throws: ``StoreError`` where the database cannot be read, and what `body` throws.
  public func forEachMissed(
    app: String? = nil, _ body: (MissedNotification) throws -> Bool
  ) throws {
    try pages(
      of: "missed", app: app, { "SELECT * FROM missed WHERE \($0) ORDER BY sequence DESC" },
      { row in try body(Self.missed(row)) })
  }

  private static let pageSize = 512

  /// Rows of a table by their numbers, newest first; each page is a transaction of its own.
  private func pages(
    of table: String, app: String?, _ sql: (String) -> String, _ body: (Row) throws -> Bool
  ) throws {
    let mine = app == nil ? "" : "\(table).app = :app AND "
    let statement = sql("\(mine)\(table).sequence < :last") + " LIMIT :limit"
    var last = Int64.max
    while true {
      let arguments: StatementArguments = ["last": last, "limit": Self.pageSize]
      let rows: [Row] = try read { database in
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
