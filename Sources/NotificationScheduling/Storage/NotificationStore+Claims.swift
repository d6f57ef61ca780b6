import Foundation
import GRDB

extension NotificationStore {
  public func nextDue(app: String?) throws(StoreError) -> NextDue {
    try read { database in
      func soonest(_ column: String, clock: Int) throws -> Int64? {
        let mine = app == nil ? "" : " AND app = ?"
        let statement = try database.cachedStatement(
          sql: """
            SELECT \(column) FROM request WHERE state = 0 AND clock = \(clock)\(mine)
            ORDER BY \(column) LIMIT 1
            """)
        return try Int64.fetchOne(
          statement, arguments: app.map { StatementArguments([$0]) } ?? StatementArguments())
      }
      return NextDue(
        wall: try soonest("due", clock: 0).map(Date.init(microseconds:)),
        elapsed: try soonest("elapsed", clock: 1).map { .microseconds($0) })
    }
  }

  /// Behind the column `claim`; read by their places.
  private static let claimColumns =
    "sequence, app, identifier, content, trigger, attempts, \(DueColumns.names)"

  /// The sequences that an order is about, on each clock by its own index.
  private static func dueSequences(_ order: ClaimOrder) -> String {
    let mine = order.app == nil ? "" : " AND app = :app"
    func part(_ column: String, _ clock: Int, _ now: String, _ bound: String) -> String {
      let lower = order.noLaterThan == nil ? "" : " AND \(column) > :\(bound)"
      return """
        SELECT sequence FROM (
          SELECT sequence FROM request
          WHERE state = 0 AND clock = \(clock) AND \(column) <= :\(now)\(lower)\(mine)
          ORDER BY \(column), sequence LIMIT :limit)
        """
    }
    return part("due", 0, "wall", "wallBound") + " UNION ALL "
      + part("elapsed", 1, "elapsed", "elapsedBound")
  }

  private static func arguments(_ order: ClaimOrder) -> StatementArguments {
    let wall = order.moment.wall.microseconds
    let elapsed = order.moment.elapsed.microseconds
    var arguments: StatementArguments = ["wall": wall, "elapsed": elapsed, "limit": order.limit]
    if let app = order.app { arguments += ["app": app] }
    if let bound = order.noLaterThan?.microseconds {
      arguments += ["wallBound": wall - bound, "elapsedBound": elapsed - bound]
    }
    return arguments
  }

  /// One statement: between the look and the claim no other process can step in.
  public func claimDue(_ order: ClaimOrder) throws(StoreError) -> [Claim] {
    try writeSoon { database in
      let statement = try database.cachedStatement(
        sql: """
          UPDATE request SET state = 1, attempts = attempts + 1, owner = :owner, claim = :claim,
            claimed = :wall
          WHERE state = 0 AND sequence IN (\(Self.dueSequences(order)))
          RETURNING claim, \(Self.claimColumns)
          """)
      let arguments =
        Self.arguments(order) + [
          "owner": order.owner, "claim": Int64.random(in: 1...Int64.max),
        ]
      let cursor = try Row.fetchCursor(statement, arguments: arguments)
      var claims: [Claim] = []
      while let row = try cursor.next() { claims.append(Self.claim(row)) }
      return Claim.inOrder(claims)
    }
  }

  public func peekDue(_ order: ClaimOrder) throws(StoreError) -> [Claim] {
    try read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT 0 AS claim, \(Self.claimColumns) FROM request
          WHERE sequence IN (\(Self.dueSequences(order)))
          """, arguments: Self.arguments(order))
      return Claim.inOrder(rows.map(Self.claim))
    }
  }

  /// Columns by their place: names would take most of the time of ten thousand claims.
  private static func claim(_ row: Row) -> Claim {
    Claim(
      token: .init(sequence: row.integer(1) ?? 0, number: row.integer(0) ?? 0), app: row.text(2),
      identifier: row.text(3), due: DueColumns.time(row, from: 7),
      attempt: Int(row.integer(6) ?? 0),
      body: .encoded(content: row.blob(4), trigger: row.blob(5)))
  }

  public func expire(
    at moment: Moment, grace: Duration, app: String?
  ) throws(StoreError) -> Int {
    let condition = """
      state = 0 AND repeats = 0 AND (:app IS NULL OR app = :app) AND
      (clock = 0 AND due < :due OR clock = 1 AND elapsed < :elapsed)
      """
    let due = moment.wall.microseconds - grace.microseconds
    let arguments: StatementArguments = [
      "due": due, "elapsed": moment.elapsed.microseconds - grace.microseconds, "app": app,
    ]
    return try write { database in
      try database.execute(
        sql: """
          INSERT INTO missed (app, identifier, due, date, reason, count)
          SELECT app, identifier, due, :date, 'tooLate', 1 FROM request WHERE \(condition)
          """, arguments: arguments + ["date": moment.wall.microseconds])
      guard database.changesCount > 0 else { return 0 }
      try database.execute(sql: "DELETE FROM request WHERE \(condition)", arguments: arguments)
      return database.changesCount
    }
  }

  public func claimOwners() throws(StoreError) -> [String] {
    try read { database in
      try String.fetchAll(
        database, sql: "SELECT DISTINCT owner FROM request WHERE state = 1 ORDER BY owner")
    }
  }

  public func claims(of owner: String) throws(StoreError) -> [Claim] {
    try read { try Self.claims(of: owner, in: $0) }
  }

  private static func claims(of owner: String, in database: Database) throws -> [Claim] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT claim, \(claimColumns) FROM request WHERE state = 1 AND owner = ?",
      arguments: [owner])
    return Claim.inOrder(rows.map(claim))
  }

  public func recoverClaims(
    of owner: String, maximumAttempts: Int
  ) throws(StoreError) -> ClaimRecovery {
    try write { database in
      let claims = try Self.claims(of: owner, in: database)
      let exhausted = claims.prefix(1).filter { $0.attempt >= maximumAttempts }
      let first = claims.first?.token.sequence
      try database.execute(
        sql: """
          UPDATE request SET \(Self.releasing), attempts = attempts - (sequence IS NOT ?2)
          WHERE state = 1 AND owner = ?1 AND sequence IS NOT ?3
          """, arguments: [owner, first, exhausted.first?.token.sequence])
      return ClaimRecovery(
        releasedCount: claims.count - exhausted.count, exhausted: Array(exhausted))
    }
  }
}
