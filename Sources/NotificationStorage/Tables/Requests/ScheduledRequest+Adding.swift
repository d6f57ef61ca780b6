import FoundationEssentials
import LinuxProcess
import NotificationTypes
import Triggers

extension ScheduledRequest {
  /// Replaces the request with its identifier, or adds it within the limit.
  package func add(
    _ body: StoredBody, _ limit: PendingLimit, to database: Database
  ) throws -> Addition {
    var evicted: NotificationRequest?
    if !request.trigger.isAtOnce, let count = limit.count,
      // The number of all requests is at hand; who has fewer is spared the counting.
      try StoreCounts.pending(app: request.app, in: database) >= count,
      try !isThere(in: database), try hasReached(count, in: database)
    {
      guard let victim = try victim(limit, in: database) else { return .refusedByLimit(count) }
      evicted = victim
    }
    let isNew = try put(body, into: database)
    return evicted.map(Addition.addedEvicting) ?? (isNew ? .added : .replaced)
  }

  private func isThere(in database: Database) throws -> Bool {
    try database.integer(
      "SELECT 1 FROM request WHERE app = ? AND identifier = ?", [request.app, request.identifier])
      != nil
  }

  /// - Returns: false where it has replaced another one.
  private func put(_ body: StoredBody, into database: Database) throws -> Bool {
    let now = max(0, Date().microseconds) & 0x000F_FFFF_FFFF_FFFF
    let values: [any Bindable] = [
      now << 10, Int64.random(in: 1..<1_024), request.app, request.identifier, body.content,
      body.trigger, request.trigger.kind, request.trigger.repeats, added.microseconds,
    ]
    database.lastInsertedRowID = 0
    try database.execute(
      """
      INSERT INTO request (\(Self.columns))
      VALUES (\(Self.newNumber), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (app, identifier) DO UPDATE SET
        (\(Self.columns), occurrence, side) = (\(Self.newColumns), 0, NULL)
      """, values + DueColumns(due).values)
    return database.lastInsertedRowID != 0
  }

  private static let columns =
    "sequence, app, identifier, content, trigger, kind, repeats, added, \(DueColumns.names)"
  /// The same columns of the request that replaces another one.
  private static let newColumns =
    columns.split(separator: ", ").map { "excluded." + $0 }.joined(separator: ", ")

  /// A number that no other request gets, of the time and a random number. Later requests have greater
  /// numbers. A part is random, so that a number that was lost with a damaged database is not given
  /// again.
  private static let newNumber = """
    (SELECT iif(coalesce(max(sequence), 0) < \(Int64.max / 4 * 3),
      max(coalesce(max(sequence), 0), ?), 0) FROM request) + ?
    """

  /// The condition of the requests that count: what is due at once leaves the store by itself.
  private static let counts = "kind NOT IN (0, 4)"

  private func hasReached(_ limit: Int, in database: Database) throws -> Bool {
    let count = try database.count(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM request WHERE app = ? AND \(Self.counts) LIMIT ?)
      """, [request.app, limit])
    return count >= limit
  }

  /// Removes the request that makes room for a new one, and lists it as missed; nil where none does.
  private func victim(
    _ limit: PendingLimit, in database: Database
  ) throws -> NotificationRequest? {
    let order: String
    switch limit {
    case .refuseNew, .unlimited: return nil
    case .keepLastAdded: order = "sequence"
    case .keepSoonest: order = "due IS NULL DESC, due DESC, sequence DESC"
    }
    let row = try database.row(
      """
      SELECT sequence, app, identifier, content, trigger, due FROM request
      WHERE app = ? AND \(Self.counts) ORDER BY \(order) LIMIT 1
      """, [request.app])
    guard let row else { return nil }
    if case .keepSoonest = limit {
      let bound = row.integer("due") ?? .max
      guard (due.date?.microseconds ?? .max) < bound else { return nil }
    }
    let victim = try row.request()
    try database.execute(
      """
      INSERT INTO missed (app, identifier, due, date, reason, count)
      SELECT app, identifier, due, ?, ?, 1 FROM request WHERE sequence = ?
      """,
      [added.microseconds, MissedNotification.Reason.limit.rawValue, row.sequence])
    try database.execute("DELETE FROM request WHERE sequence = ?", [row.sequence])
    return victim
  }
}

extension NotificationTrigger {
  /// Whether a request is due when it is added.
  fileprivate var isAtOnce: Bool {
    switch self {
    case .immediate, .push: true
    case .timeInterval, .calendar, .region: false
    }
  }

  /// The column `kind`, by which requests of a kind are found.
  package var kind: Int {
    switch self {
    case .immediate: 0
    case .timeInterval: 1
    case .calendar: 2
    case .region: 3
    case .push: 4
    }
  }
}
