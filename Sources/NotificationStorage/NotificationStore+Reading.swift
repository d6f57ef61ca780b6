import ClocksAndQueues
public import DeliveryLogging
import Foundation
import SQLiteAccess
public import StoreSharing
public import StoreTables
public import TriggerDates

extension NotificationStore {
  /// All results of a query.
  /// - Throws: `StoreError` where the database cannot be read.
  public func fetch<Element>(_ query: StoreQuery<Element>) throws(StoreError) -> [Element] {
    // Decoded after the connection is free again, because a scheduler may wait for it.
    try read(query.rows).compactMap(query.element)
  }

  /// Calls `body` with each result of a query, and keeps few of them in memory. Changes that are
  /// made meanwhile may be seen or not.
  /// - Parameters:
  ///   - query: the rows that are read.
  ///   - body: returns false to stop.
  /// - Throws: `StoreError` where the database cannot be read; what `body` throws.
  public func forEach<Element>(
    _ query: StoreQuery<Element>, _ body: (Element) throws -> Bool
  ) throws {
    // Most callers want only the first few. The numbers of all are read for those that go on.
    let first = try read { try query.numbers($0, Self.pageSize) }
    guard try tell(first[...], of: query, body), first.count == Self.pageSize else { return }
    let told = Set(first)
    let rest = try read { try query.numbers($0, nil) }.filter { !told.contains($0) }
    for start in stride(from: 0, to: rest.count, by: Self.pageSize) {
      let page = rest[start..<min(start + Self.pageSize, rest.count)]
      guard try tell(page, of: query, body) else { return }
    }
  }

  /// - Returns: false where `body` has returned false.
  private func tell<Element>(
    _ numbers: ArraySlice<Int64>, of query: StoreQuery<Element>, _ body: (Element) throws -> Bool
  ) throws -> Bool {
    let rows = try read { database in try numbers.compactMap { try query.row($0, database) } }
    return try rows.lazy.compactMap(query.element).allSatisfy(body)
  }

  private static let pageSize = 512

  /// The numbers of all rows of a query, in its order. No other row of the same kind ever gets the
  /// number of one, so two lists of numbers show what was added and removed between them.
  /// - Throws: `StoreError` where the database cannot be read.
  public func numbers<Element>(of query: StoreQuery<Element>) throws(StoreError) -> [Int64] {
    try read { try query.numbers($0, nil) }
  }

  /// The rows of a query with these numbers. Rows that are gone or cannot be read are left out.
  /// - Returns: each row with its number, in the order of `numbers`.
  /// - Throws: `StoreError` where the database cannot be read.
  public func fetch<Element>(
    _ query: StoreQuery<Element>, numbered numbers: [Int64]
  ) throws(StoreError) -> [(number: Int64, element: Element)] {
    let rows = try read { database in
      try numbers.compactMap { number in try query.row(number, database).map { (number, $0) } }
    }
    return rows.compactMap { number, row in query.element(row).map { (number, $0) } }
  }

  /// A number that is another one after each transaction that writes, in this process or in others,
  /// as long as the database is not replaced; it costs next to nothing.
  /// - Throws: `StoreError` where the database cannot be read.
  public func version() throws(StoreError) -> Int {
    try look { try $0.count("PRAGMA data_version") }
  }

  /// Whether a query has any result, even one that cannot be decoded.
  /// - Throws: `StoreError` where the database cannot be read.
  public func contains<Element>(_ query: StoreQuery<Element>) throws(StoreError) -> Bool {
    try !read { try query.numbers($0, 1) }.isEmpty
  }

  /// The counts of an app, or of all apps.
  /// - Throws: `StoreError` where the database cannot be read.
  public func counts(app: String? = nil) throws(StoreError) -> StoreCounts {
    try read { try StoreCounts(app: app, in: $0) }
  }

  /// The number of waiting requests, which the database keeps itself.
  package func pendingCount(app: String?) throws(StoreError) -> Int {
    try look { try StoreCounts.pending(app: app, in: $0) }
  }

  /// The profile of an app.
  /// - Parameters:
  ///   - app: the app's identifier.
  ///   - maximumAge: the age up to which a cached profile is good enough. In a storm of deliveries
  ///     the database has changed at each look. A call with an age waits for no writer.
  /// - Throws: `StoreError` where the database cannot be read.
  public func profile(
    of app: String, maximumAge: Duration = .zero
  ) throws(StoreError) -> AppProfile {
    if let known = profiles.recent(app, maximumAge) { return known }
    let fresh: (Database) throws -> AppProfile = { [profiles] in
      try profiles.profile(of: app, in: $0)
    }
    // With an age, a delivery goes on without the profile rather than wait.
    return maximumAge > .zero ? try look(fresh) : try read(fresh)
  }

  /// The profiles of the apps that the store has data of, by their identifiers.
  /// - Throws: `StoreError` where the database cannot be read.
  public func allProfiles() throws(StoreError) -> [String: AppProfile] {
    try read { try AppProfile.all(in: $0) }
  }

  // MARK: What schedulers read

  /// The soonest due time on each clock.
  /// - Throws: `StoreError` where the database cannot be read.
  public func nextDue(app: String?) throws(StoreError) -> NextDue {
    try look { database in
      func soonest(_ column: String, clock: Int) throws -> Int64? {
        var filter = StoreFilter("request", app: app)
        filter.add("clock = \(clock)")
        return try database.integer(
          "SELECT min(\(column)) FROM request\(filter.clause)", filter.arguments)
      }
      return NextDue(
        wall: try soonest("due", clock: 0).map(Date.init(microseconds:)),
        elapsed: try soonest("elapsed", clock: 1).map { .microseconds($0) })
    }
  }

  /// The requests of a query, on each clock soonest first.
  /// - Parameters:
  ///   - query: which requests to read.
  ///   - isKnown: returns true for the deliveries to leave out; they do not count.
  /// - Returns: for each clock the requests, and whether those are all.
  /// - Throws: `StoreError` where the database cannot be read.
  public func waiting(
    _ query: WaitingQuery, unless isKnown: (DeliveryID) -> Bool = { _ in false }
  ) throws(StoreError) -> [WaitingList] {
    try look { database in
      let sources = query.trustsClock ? WaitingList.Source.allCases : [.thisBoot]
      return try sources.map { try WaitingList($0, query, in: database, unless: isKnown) }
    }
  }

  /// One request; nil where it has been cancelled, replaced or delivered.
  package func waiting(_ number: Int64) throws(StoreError) -> WaitingRequest? {
    // A list, because an optional would mean that the transaction did not run.
    let found = try look { try WaitingRequest.find(number, in: $0).map { [$0] } ?? [] }
    return found.first
  }

  /// Whether a request that was read earlier still waits; true where the database cannot be read.
  package func stillWaits(_ number: Int64) -> Bool {
    let isThere = try? look { database in
      try database.integer(
        "SELECT 1 FROM request WHERE sequence = ?", [number]) != nil
    }
    return isThere ?? true
  }

  /// A note that outlives the process; nil where there is none.
  package func note(_ key: String) throws(StoreError) -> String? {
    let found: [String] = try look { database in
      try database.texts("SELECT value FROM note WHERE key = ?", [key])
    }
    return found.first
  }

  /// The number of the last record of a delivery log that is not needed any more; 0 where the store
  /// has none.
  package func appliedRecord(of owner: String) -> Int64 {
    ((try? note(DeliveryLog.key(of: owner))) ?? nil).flatMap { Int64($0) } ?? 0
  }
}
