import NotificationStorage
import Synchronization
import Triggers

/// The deliveries that the database does not know yet: those that have begun, and those that have
/// ended and wait to be written.
final class Ledger: Sendable {
  private struct State {
    /// For each request, the first occurrence that still waits; lower ones have begun.
    var waitsFrom: [Int64: Int] = [:]
    /// The next dates of requests that repeat.
    var next: [Int64: WaitingRequest] = [:]
    var flights: [DeliveryID: Task<Void, Never>?] = [:]
    var retries: [Retry] = []
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// A snapshot. A database that is read after it contains every end that the snapshot leaves out.
  var look: Look { state.withLock { Look(waitsFrom: $0.waitsFrom, next: $0.next) } }

  /// Leaves a request out until its next date, or for good.
  func advance(_ waiting: WaitingRequest, to next: DueTime?) {
    state.withLock { state in
      let id = waiting.id
      guard state.waitsFrom[id.request] ?? 0 <= id.occurrence + 1 else { return }
      state.waitsFrom[id.request] = id.occurrence + 1
      state.next[id.request] = next.map(waiting.next)
    }
  }

  /// Forgets deliveries whose end is in the store.
  func forget(_ ids: [DeliveryID]) {
    state.withLock { state in
      for id in ids where state.waitsFrom[id.request] == id.occurrence + 1 {
        state.waitsFrom[id.request] = nil
        state.next[id.request] = nil
      }
    }
  }

  /// Forgets the next date of a cancelled request.
  func remove(_ request: Int64) { state.withLock { $0.next[request] = nil } }

  // MARK: Deliveries that go on

  func begin(_ id: DeliveryID) { state.withLock { $0.flights[id] = .some(nil) } }

  /// Remembers the task of a delivery, unless it has ended already.
  func keep(_ task: Task<Void, Never>, for id: DeliveryID) {
    state.withLock { if $0.flights[id] != nil { $0.flights[id] = .some(task) } }
  }

  func isInFlight(_ id: DeliveryID) -> Bool { state.withLock { $0.flights[id] != nil } }

  func end(_ id: DeliveryID, retry: Retry? = nil) {
    let waiters = state.withLock { state in
      state.flights[id] = nil
      if let retry { state.retries.append(retry) }
      guard state.flights.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Cancels the handlers that run.
  func cancelFlights() {
    for task in state.withLock({ $0.flights.values.compactMap(\.self) }) { task.cancel() }
  }

  /// Returns when no handler is running.
  func flightsAreOver() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.flights.isEmpty { state.waiters.append(continuation) }
        return state.flights.isEmpty
      }
      if isOver { continuation.resume() }
    }
  }

  // MARK: Failed deliveries

  /// Removes and returns the retries that are due.
  func takeRetries(until elapsed: Duration) -> [Retry] {
    state.withLock { state in
      defer { state.retries.removeAll { $0.elapsed <= elapsed } }
      return state.retries.filter { $0.elapsed <= elapsed }
    }
  }

  var nextRetry: Duration? { state.withLock { $0.retries.map(\.elapsed).min() } }
}

extension Ledger {
  /// A snapshot of a ledger. The store's writer may remove entries at any time, also during a read,
  /// so one snapshot must serve the whole read.
  struct Look: Sendable {
    fileprivate let waitsFrom: [Int64: Int]
    fileprivate let next: [Int64: WaitingRequest]

    /// Whether a delivery has begun, or its row in the database is out of date.
    func hasBegun(_ id: DeliveryID) -> Bool {
      waitsFrom[id.request].map { id.occurrence < $0 } ?? false
    }

    /// The next dates that are known here, except those of requests in `lists`.
    func upcoming(besides lists: [WaitingList]) -> [WaitingRequest] {
      guard !next.isEmpty else { return [] }
      let known = Set(lists.flatMap(\.requests).map(\.id.request))
      return next.values.filter { !known.contains($0.id.request) }
    }
  }
}

/// A failed delivery, and the time on the elapsed clock at which it is tried again.
struct Retry: Sendable {
  let waiting: WaitingRequest
  /// How often the handler has failed.
  let failures: Int
  let elapsed: Duration
}
