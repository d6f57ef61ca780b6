import Foundation
import GRDB

extension NotificationStore {
  /// Everything that a query asks for.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func fetch<Element>(_ query: StoreQuery<Element>) throws(StoreError) -> [Element] {
    // Decoded when the connection is free again: a scheduler may wait for it.
    try read(query.rows).compactMap(query.element)
  }

  /// Calls `body` with what a query asks for: however much it is, little of it is in memory. What
  /// changes meanwhile may be told or not.
  /// - Parameter body: returns false to hear of no more.
  /// - Throws: ``StoreError`` where the database cannot be read; what `body` throws.
  public func forEach<Element>(
    _ query: StoreQuery<Element>, _ body: (Element) throws -> Bool
  ) throws {
    // Most want the first few. The numbers of all are read for those who go on.
    let first = try read { try query.numbers($0, Self.pageSize) }
    guard try tell(first[...], of: query, body), first.count == Self.pageSize else { return }
    let told = Set(first)
    let rest = try read { try query.numbers($0, nil) }.filter { !told.contains($0) }
    for start in stride(from: 0, to: rest.count, by: Self.pageSize) {
      let page = rest[start..<min(start + Self.pageSize, rest.count)]
      guard try tell(page, of: query, body) else { return }
    }
  }

  /// - Returns: false where `body` wants no more.
  private func tell<Element>(
    _ numbers: ArraySlice<Int64>, of query: StoreQuery<Element>, _ body: (Element) throws -> Bool
  ) throws -> Bool {
    let rows = try read { database in try numbers.compactMap { try query.row($0, database) } }
    return try rows.lazy.compactMap(query.element).allSatisfy(body)
  }

  private static let pageSize = 512

  /// Whether there is anything that a query asks for, even where it cannot be decoded.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func contains<Element>(_ query: StoreQuery<Element>) throws(StoreError) -> Bool {
    try !read { try query.numbers($0, 1) }.isEmpty
  }

  /// How much there is of an app, or of all.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func counts(app: String? = nil) throws(StoreError) -> StoreCounts {
    try read { try StoreCounts(app: app, in: $0) }
  }

  /// What is known of an app.
  /// - Parameter maximumAge: one that was read so long ago is good enough: in a storm of deliveries the
  ///   database has changed at each look. Such a call waits for nobody who writes.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func profile(
    of app: String, maximumAge: Duration = .zero
  ) throws(StoreError) -> AppProfile {
    if let known = profiles.recent(app, maximumAge) { return known }
    let fresh: (Database) throws -> AppProfile = { [profiles] in
      try profiles.profile(of: app, in: $0)
    }
    // A delivery, which an older one would do, goes on without rather than wait.
    return maximumAge > .zero ? try look(fresh) : try read(fresh)
  }

  /// The apps that something is known of, by their identifiers.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func allProfiles() throws(StoreError) -> [String: AppProfile] {
    try read { try AppProfile.all(in: $0) }
  }

  // MARK: What schedulers read

  /// The soonest due time on each clock.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func nextDue(app: String?) throws(StoreError) -> NextDue {
    try look { database in
      func soonest(_ column: String, clock: Int) throws -> Int64? {
        var filter = StoreFilter("request", app: app)
        filter.add("clock = \(clock)")
        let statement = try database.cachedStatement(
          sql: "SELECT min(\(column)) FROM request\(filter.clause)")
        return try Int64.fetchOne(statement, arguments: filter.arguments)
      }
      return NextDue(
        wall: try soonest("due", clock: 0).map(Date.init(microseconds:)),
        elapsed: try soonest("elapsed", clock: 1).map { .microseconds($0) })
    }
  }

  /// The requests that a query asks for, on each clock soonest first.
  /// - Parameters:
  ///   - query: which requests to read.
  ///   - isKnown: those that are left out, and not counted.
  /// - Returns: for each clock what there is, and whether that is all.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func waiting(
    _ query: WaitingQuery, unless isKnown: (DeliveryID) -> Bool = { _ in false }
  ) throws(StoreError) -> [WaitingList] {
    try look { database in
      let sources = query.trustsClock ? WaitingList.Source.allCases : [.thisBoot]
      return try sources.map { try WaitingList($0, query, in: database, unless: isKnown) }
    }
  }

  /// One request; nil where it has been cancelled, replaced or delivered.
  func waiting(_ number: Int64) throws(StoreError) -> WaitingRequest? {
    // A list: an optional would be a transaction that did not run.
    let found = try look { try WaitingRequest.find(number, in: $0).map { [$0] } ?? [] }
    return found.first
  }

  /// Whether a request that was read earlier still waits. Where that cannot be read, it does.
  func stillWaits(_ number: Int64) -> Bool {
    let isThere = try? look { database in
      let statement = try database.cachedStatement(
        sql: "SELECT 1 FROM request WHERE sequence = ?")
      return try Int.fetchOne(statement, arguments: [number]) != nil
    }
    return isThere ?? true
  }

  /// A note that outlives the process; nil where there is none.
  package func note(_ key: String) throws(StoreError) -> String? {
    let found: [String] = try look { database in
      try String.fetchAll(
        database, sql: "SELECT value FROM note WHERE key = ?", arguments: [key])
    }
    return found.first
  }
}
