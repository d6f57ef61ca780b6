import Dispatch
import Synchronization

/// Tells that a call takes too long, with one timer for all the calls of a storm.
///
/// Not by a sleeping task: it would wake the threads that all tasks share.
final class CallWatch: Sendable {
  private struct State {
    var call: (deadline: DispatchTime, isOver: @Sendable () -> Void)?
    var timer: (any DispatchSourceTimer)?
  }

  private let limit: Double
  private let queue = DispatchQueue(label: "tocsin.limit")
  private let state = Mutex(State())

  init(limit: Duration) { self.limit = limit.timeInterval }

  deinit { rest() }

  /// Calls `isOver` when the limit is over, unless ``end()`` comes before.
  func begin(_ isOver: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.call = (.now() + limit, isOver)
      guard state.timer == nil else { return }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + limit)
      timer.setEventHandler { [weak self] in self?.ring() }
      timer.activate()
      state.timer = timer
    }
  }

  func end() { state.withLock { $0.call = nil } }

  /// Takes the timer away, so that nothing wakes the process while there is no call.
  func rest() {
    state.withLock { state in
      state.timer?.cancel()
      state.timer = nil
    }
  }

  /// The timer was set for an earlier call: it may be too soon for this one.
  private func ring() {
    let isOver = state.withLock { state -> (@Sendable () -> Void)? in
      if let call = state.call, call.deadline > .now() {
        state.timer?.schedule(deadline: call.deadline)
        return nil
      }
      state.timer?.cancel()
      defer { state = State() }
      return state.call?.isOver
    }
    isOver?()
  }
}
