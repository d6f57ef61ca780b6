import Foundation
import GRDB
import NotificationTypes

extension NotificationStore {
  public func add(
    _ requests: [NewRequest], limit: PendingLimit
  ) throws(StoreError) -> [Addition] {
    // Encoded before the transaction begins: others wait for it.
    let bodies: [(content: Data, trigger: Data)]
    do {
      bodies = try requests.map {
        try StoredBody.values($0.request.content, $0.request.trigger).encoded()
      }
    } catch {
      throw .other("the request cannot be encoded: \(error)")
    }
    return try write { database in
      try zip(requests, bodies).map { try Self.add($0, $1, limit, to: database) }
    }
  }

  private static func add(
    _ new: NewRequest, _ body: (content: Data, trigger: Data), _ limit: PendingLimit,
    to database: Database
  ) throws -> Addition {
    let request = new.request
    let replace = try database.cachedStatement(
      sql: "DELETE FROM request WHERE app = ? AND identifier = ?")
    try replace.execute(arguments: [request.app, request.identifier])
    let isReplacement = database.changesCount > 0
    var evicted: NotificationRequest?
    if !isReplacement, let count = limit.count,
      try requestCount(of: request.app, upTo: count, in: database) >= count
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
    _ new: NewRequest, _ body: (content: Data, trigger: Data), into database: Database
  ) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO request (
          app, identifier, content, trigger, kind, repeats, added, \(DueColumns.names))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    let values: [(any DatabaseValueConvertible)?] = [
      new.request.app, new.request.identifier, body.content, body.trigger,
      new.request.trigger.kind, new.request.trigger.repeats, new.added.microseconds,
    ]
    statement.setUncheckedArguments(StatementArguments(values + DueColumns(new.due).values))
    try statement.execute()
  }

  private static func requestCount(
    of app: String, upTo count: Int, in database: Database
  ) throws -> Int {
    let statement = try database.cachedStatement(
      sql: "SELECT count(*) FROM (SELECT 1 FROM request WHERE app = ? LIMIT ?)")
    return try Int.fetchOne(statement, arguments: [app, count]) ?? 0
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
        WHERE app = ? AND state = 0 ORDER BY \(order) LIMIT 1
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

  public func request(
    app: String, identifier: String
  ) throws(StoreError) -> ScheduledRequest? {
    // An optional in an optional: the transaction has run, and there is none.
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
    let body = try storedBody.decoded()
    return NotificationRequest(
      identifier: text("identifier"), app: text("app"), content: body.content,
      trigger: body.trigger)
  }

  var storedBody: StoredBody { .encoded(content: blob("content"), trigger: blob("trigger")) }

  func scheduledRequest() throws -> ScheduledRequest {
    ScheduledRequest(
      request: try request(), due: DueColumns.time(self),
      added: date("added") ?? .distantPast,
      state: integer("state") == 0 ? .pending : .claimed,
      attempts: Int(integer("attempts") ?? 0))
  }
}
