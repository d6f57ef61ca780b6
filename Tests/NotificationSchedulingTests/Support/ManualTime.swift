import Foundation
import LinuxProcess
import NotificationScheduling
import Synchronization
import Triggers

/// A clock that stands still until a test moves it.
final class ManualClock: SchedulingClock {
  private let moment: Mutex<Moment>
  private let isSet = Mutex(true)

  /// What the kernel says of its clock.
  var isSynchronized: Bool {
    get { isSet.withLock { $0 } }
    set { isSet.withLock { $0 = newValue } }
  }

  /// 2026-06-01 12:00:00 UTC, a day after the machine's start.
  static let start = Date(timeIntervalSince1970: 1_780_315_200)

  init(wall: Date = start) {
    moment = Mutex(Moment(wall: wall, elapsed: .seconds(86_400), boot: "first"))
  }

  var now: Moment { moment.withLock { $0 } }

  /// Time passes.
  func advance(by duration: Duration) {
    moment.withLock {
      $0.wall +=
        Double(duration.components.seconds)
        + Double(duration.components.attoseconds) * 1e-18
      $0.elapsed += duration
    }
  }

  /// Somebody sets the wall clock.
  func set(wall: Date) { moment.withLock { $0.wall = wall } }

  /// The machine starts again, so many seconds later by the wall clock.
  func reboot(after seconds: Double, as boot: String = "second") {
    moment.withLock {
      $0 = Moment(wall: $0.wall + seconds, elapsed: .seconds(10), boot: boot)
    }
  }
}

/// A timer that a test rings.
final class ManualTimer: SchedulerTimer {
  private struct State {
    var events: SchedulerEvents = []
    var isWaiting = false
    var isStopped = false
    var armed: [NextDue] = []
  }

  private let state = Mutex(State())

  func arm(_ next: NextDue) throws { state.withLock { $0.armed.append(next) } }

  /// What the scheduler waits for.
  var armed: NextDue? { state.withLock { $0.armed.last } }
  /// How often it has set the timer.
  var armCount: Int { state.withLock { $0.armed.count } }

  func next() async -> SchedulerEvents {
    while true {
      let events = state.withLock { state -> SchedulerEvents? in
        if state.isStopped { return [] }
        state.isWaiting = state.events.isEmpty
        defer { state.events = [] }
        return state.events.isEmpty ? nil : state.events
      }
      if let events { return events }
      try? await Task.sleep(for: .microseconds(200))
      if Task.isCancelled { return [] }
    }
  }

  func post(_ events: SchedulerEvents) {
    state.withLock {
      $0.events.formUnion(events)
      $0.isWaiting = false
    }
  }

  func stop() { state.withLock { $0.isStopped = true } }

  /// Returns when the scheduler has nothing to do.
  func isIdle() async {
    while !state.withLock({ $0.isWaiting || $0.isStopped }) {
      try? await Task.sleep(for: .microseconds(200))
    }
  }
}

/// Zones that a test changes.
final class ManualZones: TimeZoneSource {
  private struct State {
    var device: TimeZoneRules
    var version = 1
    var replaced: [String: TimeZoneRules] = [:]
    var removed: Set<String> = []
  }

  private let state: Mutex<State>
  private let database = TimeZoneDatabase(folder: "/usr/share/zoneinfo")

  init(device: String = "Europe/Berlin") throws {
    state = Mutex(State(device: try database.zone(device)))
  }

  var deviceZone: TimeZoneRules { state.withLock { $0.device } }
  var version: String { state.withLock { "\($0.version)" } }
  func reload() {}

  func zone(_ identifier: String) throws(TimeZoneError) -> TimeZoneRules {
    if state.withLock({ $0.removed.contains(identifier) }) {
      throw .unknown(identifier)
    }
    if let rules = state.withLock({ $0.replaced[identifier] }) { return rules }
    return try database.zone(identifier)
  }

  /// The device is in another zone.
  func move(to identifier: String) throws {
    let rules = try database.zone(identifier)
    state.withLock {
      $0.device = rules
      $0.version += 1
    }
  }

  /// The tz database does not know a zone any more.
  func remove(_ identifier: String) {
    state.withLock {
      $0.removed.insert(identifier)
      $0.version += 1
    }
  }

  /// The tz database has other rules for a zone.
  func replace(_ identifier: String, with rules: TimeZoneRules) {
    state.withLock {
      $0.replaced[identifier] = rules
      $0.version += 1
    }
  }
}
