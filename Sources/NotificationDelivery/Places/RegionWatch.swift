import Dispatch
import LinuxProcess
package import NotificationStorage
import Synchronization
import Triggers

/// Watches the position while requests wait for regions, and makes them due.
///
/// A connection to gpsd exists only as long as a request of an app that may use the position waits for
/// a region. What it decides is in the store at once, so a restart loses nothing: a region that was
/// entered meanwhile is reported by the first fixes after it.
package final class RegionWatch: Sendable {
  /// What happens to the source of positions.
  package enum Event: Sendable, Equatable {
    /// It cannot be reached, or has gone; it is tried again. Reported once.
    case unreachable(reason: String)
    /// It can be reached again.
    case connected
    /// So many requests are due because of a crossing.
    case crossed(count: Int)
    /// A crossing could not be stored; the next fixes show it again.
    case failed(StoreError)
  }

  private struct State {
    var tracker = RegionTracker(.receiver)
    var circles: [Int64: RegionCircle] = [:]
    var isRunning = false
    var listener: Int?
  }

  private let schedule: NotificationSchedule
  private let app: String?
  private let log: @Sendable (Event) -> Void
  private let state = Mutex(State())
  private let looks: Coalescer
  private let client = Mutex<GPSDClient?>(nil)
  private let addresses: [GPSDAddress]

  /// - Parameters:
  ///   - app: the only app whose requests are watched; nil is every app.
  ///   - addresses: where gpsd listens; none is a box without.
  ///   - log: must return quickly.
  package init(
    _ schedule: NotificationSchedule, app: String?, gpsd addresses: [GPSDAddress],
    log: @escaping @Sendable (Event) -> Void
  ) {
    self.schedule = schedule
    self.app = app
    self.addresses = addresses
    self.log = log
    // It waits for readers and writers of the store.
    looks = Coalescer(schedule.store.writer.executor)
  }

  deinit { stop() }

  /// Looks at the store: which regions are waited for? Call it after each change; from then on the
  /// watch runs.
  package func look() {
    guard !addresses.isEmpty else { return }
    begin()
    looks.run { [weak self] in self?.lookNow() }
  }

  /// Ends the watch, because another process delivers; ``look()`` begins it again.
  package func stop() {
    let listener = state.withLock { state in
      defer { state = State() }
      return state.listener
    }
    if let listener { schedule.store.writer.ignore(listener) }
    client.withLock { $0 }?.stop()
  }

  private func begin() {
    let starts = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard starts else { return }
    // A repeating request waits for its region again after it was delivered.
    let listener = schedule.store.writer.listen { [weak self] event in
      if case .applied(let changes) = event, changes.contains(where: \.leadsToRegion) {
        self?.look()
      }
    }
    state.withLock { $0.listener = listener }
  }

  private func lookNow() {
    let circles = state.withLock(\.circles)
    do throws(StoreError) {
      try schedule.forgetSides(app: app)
      let regions = try schedule.waitingRegions(app: app, known: circles)
      let isWanted = state.withLock { state in
        guard state.isRunning else { return false }
        state.circles = Dictionary(regions.map { ($0.number, $0.circle) }) { first, _ in first }
        state.tracker.follow(regions)
        return !regions.isEmpty
      }
      if isWanted { theClient().start() } else { client.withLock { $0 }?.stop() }
    } catch {
      log(.failed(error))
    }
  }

  private func theClient() -> GPSDClient {
    client.withLock { client in
      if let client { return client }
      let new = GPSDClient(addresses, on: QueueExecutor.shared.queue) { [weak self] in
        self?.take($0)
      }
      client = new
      return new
    }
  }

  /// Runs on the loop, and does not wait.
  private func take(_ event: GPSDClient.Event) {
    switch event {
    case .unreachable(let reason): log(.unreachable(reason: reason))
    case .connected: log(.connected)
    case .fix(let fix):
      let moves = state.withLock { $0.tracker.take(fix) }
      guard !moves.isEmpty else { return }
      schedule.store.writer.executor.queue.async { [weak self] in self?.store(moves) }
    }
  }

  private func store(_ moves: [RegionTracker.Move]) {
    do throws(StoreError) {
      let count = try schedule.store.apply(.moved(moves, at: schedule.clock.now))
      guard count > 0 else { return }
      log(.crossed(count: count))
      schedule.store.waker.wake(.requests)
    } catch {
      log(.failed(error))
      // The tracker gets the sides of the store back.
      look()
    }
  }
}

extension StoreChange {
  fileprivate var leadsToRegion: Bool {
    guard case .settled(let settlement, _) = self, case .crossing? = settlement.next else {
      return false
    }
    return true
  }
}
