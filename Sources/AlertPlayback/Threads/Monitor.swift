import Glibc

/// State behind a lock. A thread can sleep until it changes.
///
/// `Synchronization.Mutex` has no condition to wait for, and these threads must sleep, not poll.
final class Monitor<State: Sendable>: @unchecked Sendable {
  // Sendable because `state` is touched under `mutex` only.
  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // A timeout must not depend on the wall clock, which can be set.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with the state, without waking any thread.
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Changes the state and wakes the threads that wait.
  @discardableResult
  func update<Result>(_ body: (inout State) -> Result) -> Result {
    // Woken after the lock is free, they need not wait for that too.
    defer { pthread_cond_broadcast(condition) }
    return withLock(body)
  }

  /// Sleeps until `body` returns a value.
  /// - Returns: the value; nil after `timeout`.
  func wait<Result>(timeout: Duration? = nil, for body: (inout State) -> Result?) -> Result? {
    // Without a timeout, the end of the clock.
    var end = timeout.map { timespec(SystemClock.time + $0) } ?? timespec(tv_sec: .max, tv_nsec: 0)
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    // Access to the state must not last over a wait: other threads change it meanwhile.
    while true {
      if let result = body(&state) { return result }
      if pthread_cond_timedwait(condition, mutex, &end) == ETIMEDOUT { return body(&state) }
    }
  }
}
