import FoundationEssentials
import LinuxProcess

/// Waits for the end of the process that holds a lock. The kernel reports it, without polling.
package enum LockWatch {
  /// Returns when no process holds the lock file at `path` any more, or the task is cancelled.
  package static func waitUntilFree(_ path: String) async {
    let isFree = OneShot<Void>()
    // Where the system gives no more threads, the task waits until it is cancelled.
    _ = startThread("tocsin.lock") {
      FileLock.waitUntilFree(path)
      isFree.give(())
    }
    // A thread that waits for a lock cannot be interrupted: it ends with the lock's holder.
    await withTaskCancellationHandler {
      await isFree.value
    } onCancel: {
      isFree.give(())
    }
  }
}

extension SchedulerLock {
  /// Returns when no process delivers in this scope any more, or the task is cancelled.
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
