import Synchronization

/// A value that is given once, for one who waits for it; what is given later counts no more.
package final class OneShot<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiter: CheckedContinuation<Value, Never>?
  }

  private let state = Mutex(State())

  package init() {}

  package func give(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
      guard state.value == nil else { return nil }
      state.value = value
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: value)
  }

  package var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state in
          if state.value == nil { state.waiter = continuation }
          return state.value
        }
        if let known { continuation.resume(returning: known) }
      }
    }
  }
}
