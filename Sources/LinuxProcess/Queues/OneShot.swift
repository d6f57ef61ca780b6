import Synchronization

/// A value that is set once, for all that wait for it; later values are ignored.
package final class OneShot<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiting: [@Sendable (Value) -> Void] = []
  }

  private let state = Mutex(State())

  package init() {}

  package func give(_ value: Value) {
    let waiting = state.withLock { state -> [@Sendable (Value) -> Void] in
      guard state.value == nil else { return [] }
      state.value = value
      defer { state.waiting = [] }
      return state.waiting
    }
    for body in waiting { body(value) }
  }

  /// Calls `body` with the value as soon as it is given.
  package func then(_ body: @escaping @Sendable (Value) -> Void) {
    let known = state.withLock { state in
      if state.value == nil { state.waiting.append(body) }
      return state.value
    }
    if let known { body(known) }
  }

  package var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        then { continuation.resume(returning: $0) }
      }
    }
  }
}
