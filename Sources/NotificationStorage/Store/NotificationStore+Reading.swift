extension NotificationStore {
  /// A value of the store.
  /// - Throws: `StoreError` where the database cannot be read.
  public func read<Value>(_ reading: StoreReading<Value>) throws(StoreError) -> Value {
    reading.waits ? try read(reading.value) : try look(reading.value)
  }

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

  /// The profile of an app as this process has read it last; nil where it has not.
  package func lastProfile(of app: String) -> AppProfile? { profiles.last(app) }
}
