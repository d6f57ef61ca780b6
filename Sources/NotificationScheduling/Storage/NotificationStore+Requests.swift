import Foundation
import GRDB
import NotificationTypes

extension NotificationStore {
  /// Adds requests in order; one with the identifier of another one of its app replaces it.
  /// - Throws: ``StoreError`` where the database cannot be written: none of them is added then.
  public func add(
    _ requests: [NewRequest], limit: PendingLimit
  ) throws(StoreError) -> [Addition] {
    // Encoded before the transaction begins: others wait for it.
    let bodies: [StoredBody]
    do {
      bodies = try requests.map { try StoredBody($0.request) }
    } catch {
      throw .other("the request cannot be encoded: \(error)")
    }
    return try write { database in
      try zip(requests, bodies).map { try Self.add($0, $1, limit, to: database) }
    }
  }

  private static func add(
    _ new: NewRequest, _ body: StoredBody, _ limit: PendingLimit,
    to database: Database
  ) throws -> Addition {
    let request = new.request
    let replace = try database.cachedStatement(
      sql: "DELETE FROM request WHERE app = ? AND identifier = ?")
    try replace.execute(arguments: [request.app, request.identifier])
    let isReplacement = database.changesCount > 0
    var evicted: NotificationRequest?
    if !isReplacement, let count = limit.count,
      try requestCount(of: request.app, in: database) >= count
    {
      guard let victim = try victim(of: new, limit, in: database) else {
        return .refusedByLimit(count)
      }
      evicted = victim
    }
    try insert(new, body, into: database)
    return evicted.map(Addition.addedEvicting) ?? (isReplacement ? .replaced : .added)
  }

  private static func insert(
    _ new: NewRequest, _ body: StoredBody, into database: Database
  ) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO request (
          sequence, app, identifier, content, trigger, kind, repeats, added, \(DueColumns.names))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    let values: [(any DatabaseValueConvertible)?] = [
      try newNumber(in: database), new.request.app, new.request.identifier, body.content,
      body.trigger,
      new.request.trigger.kind, new.request.trigger.repeats, new.added.microseconds,
    ]
    statement.setUncheckedArguments(StatementArguments(values + DueColumns(new.due).values))
    try statement.execute()
  }

  /// Kept by the database itself: nothing is counted.
  private static func requestCount(of app: String, in database: Database) throws -> Int {
    let statement = try database.cachedStatement(
      sql: "SELECT count FROM request_count WHERE app = ?")
    return try Int.fetchOne(statement, arguments: [app]) ?? 0
  }

  /// A number that no other request gets: later ones have greater ones, and a part is random, so
  /// that one that was lost with a damaged database is not given again.
  private static func newNumber(in database: Database) throws -> Int64 {
    let statement = try database.cachedStatement(sql: "SELECT max(sequence) FROM request")
    let last = try Int64.fetchOne(statement) ?? 0
    let now = max(0, Date().microseconds) & 0x000F_FFFF_FFFF_FFFF
    let base = last < Int64.max / 2 + Int64.max / 4 ? max(last, now << 10) : 0
    return base + .random(in: 1..<1_024)
  }

  /// Removes the request that makes room for a new one; nil where none does.
  private static func victim(
    of new: NewRequest, _ limit: PendingLimit, in database: Database
  ) throws -> NotificationRequest? {
    let order: String
    switch limit {
    case .refuseNew, .unlimited: return nil
    case .keepLastAdded: order = "sequence"
    case .keepSoonest: order = "due IS NULL DESC, due DESC, sequence DESC"
    }
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT sequence, app, identifier, content, trigger, due FROM request
        WHERE app = ? ORDER BY \(order) LIMIT 1
        """, arguments: [new.request.app])
    guard let row else { return nil }
    if case .keepSoonest = limit {
      let bound = row.integer("due") ?? .max
      guard (new.due.date?.microseconds ?? .max) < bound else { return nil }
    }
    try database.execute(
      sql: "DELETE FROM request WHERE sequence = ?", arguments: [row.sequence])
    return try row.request()
  }

  /// Takes requests back; nil are all of the app, and an app of nil is every app.
  /// - Returns: how many there were.
  /// - Throws: ``StoreError`` where the database cannot be written: nothing is taken back then.
  public func removeRequests(
    app: String?, identifiers: [String]?
  ) throws(StoreError) -> Int {
    try write { try Self.remove(from: "request", app, identifiers, in: $0) }
  }

  static func remove(
    from table: String, _ app: String?, _ identifiers: [String]?, in database: Database
  ) throws -> Int {
    guard let identifiers else {
      try database.execute(
        sql: "DELETE FROM \(table) WHERE ?1 IS NULL OR app = ?1", arguments: [app])
      return database.changesCount
    }
    let statement = try database.cachedStatement(
      sql: "DELETE FROM \(table) WHERE (?1 IS NULL OR app = ?1) AND identifier = ?2")
    return try identifiers.reduce(0) { count, identifier in
      try statement.execute(arguments: [app, identifier])
      return count + database.changesCount
    }
  }

  /// The requests, soonest first, those without a date last.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func requests(app: String?) throws(StoreError) -> [ScheduledRequest] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM request WHERE ?1 IS NULL OR app = ?1
          ORDER BY due IS NULL, due, sequence
          """, arguments: [app]
      ).compactMap { try? $0.scheduledRequest() }
    }
  }

  /// The request with this identifier; nil where none waits.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func request(
    app: String, identifier: String
  ) throws(StoreError) -> ScheduledRequest? {
    let found: [ScheduledRequest] = try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM request WHERE app = ? AND identifier = ?",
        arguments: [app, identifier]
      ).map { try $0.scheduledRequest() }
    }
    return found.first
  }
}

extension NotificationTrigger {
  /// The column `kind`, by which requests of a kind are found.
  var kind: Int {
    switch self {
    case .immediate: 0
    case .timeInterval: 1
    case .calendar: 2
    case .region: 3
    }
  }
}

extension Row {
  func request() throws -> NotificationRequest {
    let body = try StoredBody(content: blob("content"), trigger: blob("trigger")).decoded()
    return NotificationRequest(
      identifier: text("identifier"), app: text("app"), content: body.content,
      trigger: body.trigger)
  }

  func scheduledRequest() throws -> ScheduledRequest {
    ScheduledRequest(
      request: try request(), due: DueColumns.time(self),
      added: date("added") ?? .distantPast)
  }
}
