import Synchronization

/// What a scheduler knows and the database does not yet: deliveries that have begun, and those that
/// have ended and are on their way there.
final class Ledger: Sendable {
  private struct State {
    /// The occurrence from which on a request waits again; lower ones have begun.
    var waitsFrom: [Int64: Int] = [:]
    /// The next dates of requests that repeat.
    var next: [Int64: WaitingRequest] = [:]
    var flights: [DeliveryID: Task<Void, Never>?] = [:]
    var retries: [Retry] = []
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// What is known now. A database that is read after this look is never behind it: what the look
  /// leaves out, the database has.
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

  /// The store knows that these have ended.
  func forget(_ ids: [DeliveryID]) {
    state.withLock { state in
      for id in ids where state.waitsFrom[id.request] == id.occurrence + 1 {
        state.waitsFrom[id.request] = nil
        state.next[id.request] = nil
      }
    }
  }

  /// A request was cancelled.
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

  /// Tells handlers that they are not waited for.
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

  /// Those that are tried again by now.
  func takeRetries(until elapsed: Duration) -> [Retry] {
    state.withLock { state in
      defer { state.retries.removeAll { $0.elapsed <= elapsed } }
      return state.retries.filter { $0.elapsed <= elapsed }
    }
  }

  var nextRetry: Duration? { state.withLock { $0.retries.map(\.elapsed).min() } }
}

extension Ledger {
  /// What was known at one moment. The store's writer makes a ledger forget at any time, also in the
  /// middle of a read: one look must serve the whole of it.
  struct Look: Sendable {
    fileprivate let waitsFrom: [Int64: Int]
    fileprivate let next: [Int64: WaitingRequest]

    /// Whether a delivery has begun, or its row in the database is out of date.
    func hasBegun(_ id: DeliveryID) -> Bool {
      waitsFrom[id.request].map { id.occurrence < $0 } ?? false
    }

    /// The dates that the database did not know, unless it does by now.
    func upcoming(besides lists: [WaitingList]) -> [WaitingRequest] {
      guard !next.isEmpty else { return [] }
      let known = Set(lists.flatMap(\.requests).map(\.id.request))
      return next.values.filter { !known.contains($0.id.request) }
    }
  }
}

/// A failed delivery that is tried again when so much time is over.
struct Retry: Sendable {
  let waiting: WaitingRequest
  /// How often the handler has failed.
  let failures: Int
  let elapsed: Duration
}
