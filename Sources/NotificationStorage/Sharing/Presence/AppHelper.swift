/// The process that delivers the notifications of one app where no daemon runs.
package enum AppHelper {
  /// Takes the right to be it; nil where another process has it.
  package static func take(_ app: String, in folder: StoreFolder) throws(StoreError) -> FileLock? {
    try FileLock.attempt(folder.lock(name(of: app)))
  }

  /// Whether there is one.
  package static func isThere(for app: String, in folder: StoreFolder) -> Bool {
    SchedulerLock.isAlive(name(of: app), in: folder)
  }

  /// Returns when there is none any more, or the task is cancelled.
  package static func waitUntilGone(for app: String, in folder: StoreFolder) async {
    await LockWatch.waitUntilFree(folder.lock(name(of: app)))
  }

  private static func name(of app: String) -> OwnerName { OwnerName("helper", of: app) }
}
