import CLinux
import Dispatch
import Foundation
import Glibc
package import NotificationStorage
import NotificationTypes
import Synchronization

/// Runs service extensions on the notifications that wait for them in the store, outside the process
/// that delivers, which has no network.
///
/// Those of an app wait for each other, so that they come in their order; those of other apps go on.
package final class ExtensionDesk: Sendable {
  private struct State {
    var working: Set<String> = []
    var isOver = false
    var isAboutToRetry = false
  }

  let schedule: NotificationSchedule
  let limits: ExtensionLimits
  let log: ReceiverLog
  let hasWorked: @Sendable () -> Void
  /// Readable from the moment when this process is about to end.
  let stopFile: Int32
  private let state = Mutex(State())
  private let workers = DispatchGroup()
  private let retries = DispatchQueue(label: "tocsin.extensions")
  private static let retryDelay = DispatchTimeInterval.seconds(10)

  /// - Parameters:
  ///   - schedule: the box's notifications.
  ///   - limits: what an extension may use.
  ///   - hasWorked: called after each run; it must return quickly.
  ///   - log: called with each line of the log; it must return quickly.
  package init(
    schedule: NotificationSchedule, limits: ExtensionLimits = ExtensionLimits(),
    hasWorked: @escaping @Sendable () -> Void = {},
    log: @escaping @Sendable (ReceiverEvent) -> Void
  ) {
    self.schedule = schedule
    self.limits = limits
    self.hasWorked = hasWorked
    self.log = ReceiverLog(log)
    stopFile = eventfd(0, Int32(EFD_CLOEXEC))
    // What a run has left that was interrupted by the end of its process.
    if let folder = scratchFolder { try? FileManager.default.removeItem(atPath: folder) }
  }

  deinit { close(stopFile) }

  /// Whether the app has an extension.
  func serves(_ app: String) -> Bool {
    let registration = (try? schedule.store.profile(of: app))?.registration
    return registration?.serviceExtension.isEmpty == false
  }

  /// Starts what waits, as far as there is room.
  package func look() {
    let apps: [String]
    do {
      apps = try schedule.store.read(.appsWaitingForExtensions)
    } catch {
      return retry(after: error)
    }
    for app in apps {
      let isNew = state.withLock { state in
        !state.isOver && state.working.count < limits.runs && state.working.insert(app).inserted
      }
      guard isNew else { continue }
      workers.enter()
      // A thread, because the kernel kills a child when the thread that started it ends.
      let thread = Thread { [self] in
        work(on: app)
        workers.leave()
      }
      thread.name = "tocsin.extension"
      thread.start()
    }
  }

  /// Ends the runs; their notifications wait for the next start of this process.
  package func stop() {
    state.withLock { $0.isOver = true }
    var one: UInt64 = 1
    write(stopFile, &one, MemoryLayout.size(ofValue: one))
    workers.wait()
  }

  private func work(on app: String) {
    do {
      // One run, so that the apps take turns.
      while try !finishOne(of: app) {}
      state.withLock { _ = $0.working.remove(app) }
      look()
    } catch {
      state.withLock { _ = $0.working.remove(app) }
      retry(after: error)
    }
    hasWorked()
  }

  /// - Returns: whether an extension has run, or nothing waits.
  private func finishOne(of app: String) throws(StoreError) -> Bool {
    guard !state.withLock(\.isOver),
      let waiting = try schedule.store.read(.firstWaitingForExtension(of: app))
    else { return true }
    guard let request = waiting.request else {
      log.note(.error, "a notification of \(app) that waited for its extension is lost: damaged")
      try schedule.store.apply(.received([waiting.number]))
      return false
    }
    let work = ExtensionWork(desk: self, number: waiting.number, request: request)
    let registration = try schedule.store.profile(of: app).registration
    guard let command = registration?.serviceExtension, !command.isEmpty else {
      try work.deliverOriginal("the app has no extension any more")
      return false
    }
    guard try schedule.store.read(.waitingForExtensions(app: app)) <= limits.waiting else {
      try work.deliverOriginal("more than \(limits.waiting) notifications wait for the extension")
      return false
    }
    try work.run(command, after: waiting.attempts)
    return true
  }

  private func retry(after error: StoreError) {
    let isFirst = state.withLock { state in
      defer { state.isAboutToRetry = true }
      return !state.isAboutToRetry && !state.isOver
    }
    guard isFirst else { return }
    log.note(.error, "what waits for extensions continues to wait: \(error)")
    retries.asyncAfter(deadline: .now() + Self.retryDelay) { [weak self] in
      self?.state.withLock { $0.isAboutToRetry = false }
      self?.look()
    }
  }

  /// The folder in which each run has one of its own.
  var scratchFolder: String? { schedule.store.folder?.extensionScratch }
}
