import Dispatch
import Synchronization

/// Brings the ends of claims into the store beside the deliveries that go on, those of a few
/// milliseconds at once: ten thousand in a second are some hundred transactions.
final class SettlementRecorder: Sendable {
  private struct State {
    var waiting: [Settlement] = []
    var unsettledCount = 0
    var isScheduled = false
    var error: StoreError?
  }

  private static let pause = DispatchTimeInterval.milliseconds(5)

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "tocsin.recorder", qos: .userInteractive)
  private let store: NotificationStore

  init(_ store: NotificationStore) { self.store = store }

  /// - Returns: how many are not in the store yet.
  func append(_ settlement: Settlement) -> Int {
    let (count, starts) = state.withLock { state in
      state.waiting.append(settlement)
      state.unsettledCount += 1
      let starts = !state.isScheduled && state.error == nil
      if starts { state.isScheduled = true }
      return (state.unsettledCount, starts)
    }
    if starts { queue.asyncAfter(deadline: .now() + Self.pause) { self.write() } }
    return count
  }

  /// Returns when all that were appended are in the store, or the store has failed.
  func flush() {
    if state.withLock(\.unsettledCount) > 0 { queue.sync { write() } }
  }

  var hasFailed: Bool { state.withLock { $0.error != nil } }

  /// The error of the store, and what it has not taken; from then on it is tried again.
  func takeFailure() -> (error: StoreError, settlements: [Settlement])? {
    state.withLock { state in
      guard let error = state.error else { return nil }
      defer { state = State() }
      return (error, state.waiting)
    }
  }

  private func write() {
    let batch = state.withLock { state in
      state.isScheduled = false
      guard state.error == nil else { return [Settlement]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    guard !batch.isEmpty else { return }
    do {
      try store.settle(batch)
      state.withLock { $0.unsettledCount -= batch.count }
    } catch {
      state.withLock { state in
        state.waiting = batch + state.waiting
        state.error = error
      }
    }
  }
}
