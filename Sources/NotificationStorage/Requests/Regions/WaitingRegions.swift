import FoundationEssentials
package import LinuxProcess
import NotificationTypes
package import Triggers

extension NotificationSchedule {
  /// The regions that requests wait for, of the apps that may use the place of the device.
  /// - Parameters:
  ///   - app: the only app; nil is every app.
  ///   - known: the circles of requests that were read earlier, by their numbers. A request never
  ///     changes its region.
  package func waitingRegions(
    app: String? = nil, known: [Int64: RegionCircle] = [:]
  ) throws(StoreError) -> [RegionTracker.Region] {
    let rows = try store.read(RegionRow.all(app: app))
    guard !rows.isEmpty else { return [] }
    var isAllowed: [String: Bool] = [:]
    for app in Set(rows.map(\.app)) {
      isAllowed[app] = try store.profile(of: app).settings.location.access.isAllowed
    }
    let allowed = rows.filter { isAllowed[$0.app] == true }
    let circles = try store.read(
      StoreReading { database in
        try allowed.map { row in try known[row.number] ?? row.circle(in: database) }
      })
    return zip(allowed, circles).compactMap { row, circle in
      circle.map { RegionTracker.Region(number: row.number, circle: $0, side: row.side) }
    }
  }

  /// Forgets where the device was, as far as apps may not use that any more: what they cross
  /// meanwhile is not reported later.
  package func forgetSides(app: String? = nil) throws(StoreError) {
    let rows = try store.read(RegionRow.all(app: app))
    var denied: [Int64] = []
    for (app, rows) in Dictionary(grouping: rows.filter { $0.side != nil }, by: \.app) {
      guard try !store.profile(of: app).settings.location.access.isAllowed else { continue }
      denied += rows.map(\.number)
    }
    guard !denied.isEmpty else { return }
    try store.apply(
      .own { [denied] database in
        for number in denied { try RegionRow.set(nil, of: number, in: database) }
        return denied.count
      })
  }
}

extension StoreChange {
  /// Requests are on these sides of their regions now, and those are due that wait for the crossing;
  /// only they count. A request that waits for no region at the moment stays as it is.
  package static func moved(_ moves: [RegionTracker.Move], at moment: Moment) -> StoreChange {
    .own { database in
      try moves.reduce(0) { try $0 + ($1.apply(at: moment, to: database) ? 1 : 0) }
    }
  }
}

/// A request that waits for a region, without its circle.
private struct RegionRow: Sendable {
  let number: Int64
  let app: String
  let side: RegionSide?

  private init(_ row: Row) {
    number = row.sequence
    app = row.text("app")
    side = row.side
  }

  static func all(app: String?) -> StoreReading<[RegionRow]> {
    let mine = app == nil ? "" : " AND app = ?"
    return StoreReading { database in
      try database.rows(
        """
        SELECT sequence, app, side FROM request INDEXED BY request_region
        WHERE clock = 2\(mine) ORDER BY app, region
        """, app.map { [$0] } ?? []
      ).map(RegionRow.init)
    }
  }

  static func find(_ number: Int64, in database: Database) throws -> RegionRow? {
    try database.row(
      "SELECT sequence, app, side FROM request WHERE sequence = ? AND clock = 2", [number]
    ).map(RegionRow.init)
  }

  static func set(_ side: RegionSide?, of number: Int64, in database: Database) throws {
    try database.execute(
      "UPDATE request SET side = ? WHERE sequence = ?", [side?.rawValue, number])
  }

  /// Nil where the request is gone, or its region cannot be read.
  func trigger(in database: Database) throws -> RegionTrigger? {
    guard
      let row = try database.row(
        "SELECT trigger FROM request WHERE sequence = ?", [number]),
      case .region(let region)? = try? JSONDecoder().decode(
        NotificationTrigger.self, from: row.blob("trigger"))
    else { return nil }
    return region
  }

  func circle(in database: Database) throws -> RegionCircle? {
    try trigger(in: database).flatMap(RegionCircle.init)
  }
}

extension RegionTracker.Move {
  /// The side in the store decides: another process may have reported the same crossing.
  /// - Returns: whether the request is due.
  fileprivate func apply(at moment: Moment, to database: Database) throws -> Bool {
    guard let row = try RegionRow.find(number, in: database), row.side != to else { return false }
    try RegionRow.set(to, of: number, in: database)
    guard row.side != nil, let region = try row.trigger(in: database) else { return false }
    guard to.crossing == .entry ? region.notifiesOnEntry : region.notifiesOnExit else {
      return false
    }
    try StoreChange.set(.now(moment), of: number, database)
    return true
  }
}

/// A request that waits for a region, as a list shows it.
struct FoundRegion: Sendable {
  let scheduled: ScheduledRequest
  let trigger: RegionTrigger
  let side: RegionSide?
}

extension StoreQuery where Element == FoundRegion {
  static func regions(app: String?) -> StoreQuery {
    var filter = StoreFilter("request", app: app)
    filter.add("clock = 2")
    return StoreQuery("request", where: filter, by: "app, region, sequence") { row in
      guard let scheduled = try? row.scheduledRequest(),
        case .region(let trigger) = scheduled.request.trigger
      else { return nil }
      return FoundRegion(
        scheduled: scheduled, trigger: trigger,
        side: row.side)
    }
  }
}

extension Row {
  fileprivate var side: RegionSide? {
    integer("side").flatMap { RegionSide(rawValue: Int(truncatingIfNeeded: $0)) }
  }
}
