package import FoundationEssentials
import LinuxProcess
public import Triggers

/// A value that one transaction reads from a store.
public struct StoreReading<Value> {
  /// Whether it waits for a writer that keeps the database to itself. What a new delivery reads
  /// does not.
  package let waits: Bool
  package let value: (Database) throws -> Value

  package init(waits: Bool = true, _ value: @escaping (Database) throws -> Value) {
    self.waits = waits
    self.value = value
  }
}

extension StoreReading where Value == StoreCounts {
  /// The counts of an app, or of all apps.
  public static func counts(app: String? = nil) -> StoreReading {
    StoreReading { try StoreCounts(app: app, in: $0) }
  }
}

extension StoreReading where Value == Int {
  /// The number of waiting requests, which the database keeps itself.
  package static func pendingCount(app: String?) -> StoreReading {
    StoreReading(waits: false) { try StoreCounts.pending(app: app, in: $0) }
  }

  /// A number that is another one after each transaction that writes, in this process or in others,
  /// as long as the database is not replaced; it costs next to nothing.
  public static var version: StoreReading {
    StoreReading(waits: false) { try $0.count("PRAGMA data_version") }
  }
}

extension StoreReading where Value == Bool {
  /// Whether a query has any result, even one that cannot be decoded.
  public static func contains<Element>(_ query: StoreQuery<Element>) -> StoreReading {
    StoreReading { try !query.numbers($0, 1).isEmpty }
  }

  /// Whether a request was withdrawn at `date` or later: its notification is dealt with, though the
  /// list does not have it yet.
  package static func isWithdrawn(_ request: Int64, since date: Date) -> StoreReading {
    StoreReading(waits: false) { try StoreChange.isWithdrawn(request, since: date, in: $0) }
  }

  /// Whether a request that was read earlier still waits.
  package static func stillWaits(_ number: Int64) -> StoreReading {
    StoreReading(waits: false) { database in
      try database.integer("SELECT 1 FROM request WHERE sequence = ?", [number]) != nil
    }
  }
}

extension StoreReading where Value == [Int64] {
  /// The numbers of all rows of a query, in its order. No other row of the same kind ever gets the
  /// number of one, so two lists of numbers show what was added and removed between them.
  public static func numbers<Element>(of query: StoreQuery<Element>) -> StoreReading {
    StoreReading { try query.numbers($0, nil) }
  }
}

extension StoreReading where Value == [String: AppProfile] {
  /// The profiles of the apps that the store has data of, by their identifiers.
  public static var profiles: StoreReading { StoreReading(AppProfile.all(in:)) }
}

extension StoreReading where Value == NextDue {
  /// The soonest due time on each clock.
  public static func nextDue(app: String?) -> StoreReading {
    StoreReading(waits: false) { database in
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
}

extension StoreReading where Value == [WaitingList] {
  /// The requests of a query, on each clock soonest first: for each clock the requests, and whether
  /// those are all.
  /// - Parameters:
  ///   - query: which requests to read.
  ///   - isKnown: returns true for the deliveries to leave out; they do not count.
  public static func waiting(
    _ query: WaitingQuery, unless isKnown: @escaping (DeliveryID) -> Bool = { _ in false }
  ) -> StoreReading {
    StoreReading(waits: false) { database in
      let sources = query.trustsClock ? WaitingList.Source.allCases : [.thisBoot]
      return try sources.map { try WaitingList($0, query, in: database, unless: isKnown) }
    }
  }
}

extension StoreReading where Value == WaitingRequest? {
  /// One request; nil where it has been cancelled, replaced or delivered.
  package static func waiting(_ number: Int64) -> StoreReading {
    StoreReading(waits: false) { try WaitingRequest.find(number, in: $0) }
  }
}

extension StoreReading where Value == String? {
  /// A note that outlives the process; nil where there is none.
  package static func note(_ key: String) -> StoreReading {
    StoreReading(waits: false) { try $0.texts("SELECT value FROM note WHERE key = ?", [key]).first }
  }
}

extension StoreReading where Value == Int64 {
  /// The number of the last record of a delivery log that is not needed any more; 0 where the store
  /// has none.
  package static func appliedRecord(of owner: OwnerName) -> StoreReading {
    let note = StoreReading<String?>.note(DeliveryLog.key(of: owner))
    return StoreReading(waits: note.waits) { try note.value($0).flatMap { Int64($0) } ?? 0 }
  }
}
