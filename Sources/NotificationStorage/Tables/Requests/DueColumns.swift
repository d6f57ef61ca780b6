import FoundationEssentials
import LinuxProcess
import Triggers

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

  var values: [any Bindable] { [clock, due, local, elapsed, boot, region] }

  /// The years 1 to 9999.
  private static let localTimes: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// The due time of a row that has all the columns, by their names.
  static func time(_ row: Row) -> DueTime {
    time(row, from: row.index(forColumn: "clock") ?? 0)
  }

  /// The due time of a row whose columns begin at `start`, in the order of ``names``.
  static func time(_ row: some Columns, from start: Int) -> DueTime {
    let date = row.integer(start + 1).map(Date.init(microseconds:))
    switch row.integer(start) {
    case 0:
      let local = row.integer(start + 2).flatMap { localTimes.contains($0) ? Int($0) : nil }
      return .wall(date: date ?? .distantFuture, local: local ?? 0)
    case 1:
      return .elapsed(
        .microseconds(row.integer(start + 3) ?? 0), boot: row.text(start + 4),
        estimate: date ?? .distantFuture)
    default: return .crossing(region: row.text(start + 5))
    }
  }
}
