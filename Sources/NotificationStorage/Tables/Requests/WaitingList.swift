import FoundationEssentials
import LinuxProcess

/// The requests that wait on one clock, soonest first.
public struct WaitingList {
  /// The order and the index by which requests are read.
  package enum Source: CaseIterable {
    case wall, thisBoot
    /// The requests of other starts of the machine, by the names of the starts. There are none
    /// after the scheduler has adapted them to this start.
    case lowerBoot, higherBoot

    var column: String { self == .thisBoot ? "elapsed" : "due" }

    var index: String {
      switch self {
      case .wall: "request_due"
      case .thisBoot: "request_elapsed"
      case .lowerBoot, .higherBoot: "request_boot"
      }
    }

    var condition: String {
      switch self {
      case .wall: "clock = 0"
      case .thisBoot: "clock = 1 AND boot = ?"
      case .lowerBoot: "clock = 1 AND boot < ?"
      case .higherBoot: "clock = 1 AND boot > ?"
      }
    }

    func now(_ moment: Moment) -> Int64 {
      self == .thisBoot ? moment.elapsed.microseconds : moment.wall.microseconds
    }
  }

  /// The requests of one clock.
  public var requests: [WaitingRequest] = []
  /// Whether the store contains no later ones.
  public var isComplete = true

  package init() {}

  static let columns =
    "sequence, occurrence, app, identifier, content, trigger, \(DueColumns.names)"

  package init(
    _ source: Source, _ query: WaitingQuery, in database: Database,
    unless isKnown: (DeliveryID) -> Bool
  ) throws {
    let now = source.now(query.moment)
    let (column, mine) = (source.column, query.app == nil ? "" : " AND app = ?")
    let oldest = source == .thisBoot ? nil : query.oldest
    var values: [any Bindable] = source == .wall ? [] : [query.moment.boot]
    values.append(query.since.map { now - $0.microseconds } ?? Int64.min)
    values.append(query.until.map { now - $0.microseconds } ?? Int64.max)
    if let app = query.app { values.append(app) }
    if let oldest { values.append(now - oldest.microseconds) }
    try database.forEach(
      """
      SELECT \(Self.columns) FROM request INDEXED BY \(source.index)
      WHERE \(source.condition) AND \(column) > ? AND \(column) <= ?\(mine)
        \(oldest == nil ? "" : "AND (repeats = 1 OR \(column) > ?)")
      ORDER BY \(column), sequence
      """, values
    ) { row in
      // A known row is skipped after only these two columns are read.
      guard !isKnown(WaitingRequest.id(row)) else { return true }
      guard requests.count < query.limit else {
        isComplete = false
        return false
      }
      requests.append(WaitingRequest(row))
      return true
    }
  }
}

extension WaitingRequest {
  package static func find(_ number: Int64, in database: Database) throws -> WaitingRequest? {
    try database.first(
      "SELECT \(WaitingList.columns) FROM request WHERE sequence = ?", [number],
      WaitingRequest.init(_:))
  }

  fileprivate static func id(_ row: some Columns) -> DeliveryID {
    DeliveryID(request: row.integer(0) ?? 0, occurrence: Int(row.integer(1) ?? 0))
  }

  /// A row with the columns of a list, read by position: by name would take most of the time.
  package init(_ row: some Columns) {
    self.init(
      id: Self.id(row), app: row.text(2), identifier: row.text(3),
      due: DueColumns.time(row, from: 6),
      body: StoredBody(content: row.blob(4), trigger: row.blob(5)))
  }
}
