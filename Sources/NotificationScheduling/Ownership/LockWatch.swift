import Foundation
import Glibc
import Synchronization

/// Waits for the end of whoever holds a lock. The kernel tells, so that nobody has to look.
package enum LockWatch {
  /// Returns when nobody holds the lock file at `path` any more, or the task is cancelled.
  package static func waitUntilFree(_ path: String) async {
    let isFree = OneShot<Void>()
    let thread = Thread {
      wait(path)
      isFree.give(())
    }
    thread.name = "tocsin.lock"
    thread.start()
    // A thread that waits for a lock cannot be called back: it ends with the lock's holder.
    await withTaskCancellationHandler {
      await isFree.value
    } onCancel: {
      isFree.give(())
    }
  }

  /// Holds the lock for an instant, together with all others who wait like this.
  private static func wait(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return }
    while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
    close(descriptor)
  }
}

extension SchedulerLock {
  /// Returns when nobody delivers in this scope any more, or the task is cancelled.
  public static func waitUntilFree(_ scope: Scope, in folder: StoreFolder) async {
    await LockWatch.waitUntilFree(folder.lock(scope.owner))
  }
}

extension AppPresence {
  /// Returns when no process of the app listens any more, or the task is cancelled.
  public static func waitUntilAbsent(_ app: String, in folder: StoreFolder) async {
    await LockWatch.waitUntilFree(folder.lock(name(of: app)))
  }
}

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
