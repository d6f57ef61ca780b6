import Foundation
import GRDB

/// A due time as the columns `clock`, `due`, `local`, `elapsed`, `boot` and `region`.
struct DueColumns {
  let clock: Int64
  let due: Int64?
  let local: Int64?
  let elapsed: Int64?
  let boot: String?
  let region: String?

  static let names = "clock, due, local, elapsed, boot, region"
  static let assignments =
    "clock = ?, due = ?, local = ?, elapsed = ?, boot = ?, region = ?"

  init(_ due: DueTime) {
    switch due {
    case .wall(let date, let local):
      self.init(clock: 0, due: date.microseconds, local: Int64(local))
    case .elapsed(let elapsed, let boot, let estimate):
      self.init(
        clock: 1, due: estimate.microseconds, elapsed: elapsed.microseconds, boot: boot)
    case .crossing(let region): self.init(clock: 2, region: region)
    }
  }

  private init(
    clock: Int64, due: Int64? = nil, local: Int64? = nil, elapsed: Int64? = nil,
    boot: String? = nil, region: String? = nil
  ) {
    self.clock = clock
    self.due = due
    self.local = local
    self.elapsed = elapsed
    self.boot = boot
    self.region = region
  }

  var values: [(any DatabaseValueConvertible)?] { [clock, due, local, elapsed, boot, region] }

  /// The due time of a row that has all the columns.
  static func time(_ row: Row) -> DueTime {
    let date = (row["due"] as Int64?).map(Date.init(microseconds:))
    switch row["clock"] as Int64 {
    case 0: return .wall(date: date ?? .distantFuture, local: row["local"] ?? 0)
    case 1:
      return .elapsed(
        .microseconds(row["elapsed"] as Int64? ?? 0), boot: row["boot"] ?? "",
        estimate: date ?? .distantFuture)
    default: return .crossing(region: row["region"] ?? "")
    }
  }
}
