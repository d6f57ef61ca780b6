import Dispatch
import LinuxProcess
package import NotificationStorage
import Synchronization

/// Registers this process as the running one of its app, as soon as no other process of the app is:
/// it is asked which parts of notifications to show, and takes the responses of users.
package final class AppAttendance: Sendable {
  private struct State {
    var listener: AppListener?
    /// The state given by the app or its environment; nil where none is given.
    var isSaidToBeForeground: Bool?
    var hasDelegate = false
    /// Whether the delegate's last answer did not come in time.
    var isSilent = false

    var isForeground: Bool { isSaidToBeForeground ?? (hasDelegate && !isSilent) }
  }

  private let app: String
  /// The store's folder; nil for a store that no other process can see.
  private let folder: StoreFolder?
  private let onWake: @Sendable () -> Void
  private let state: Mutex<State>

  /// - Parameter onWake: called when the app should look at the store.
  package init(
    app: String, folder: StoreFolder?, isForeground: Bool?, onWake: @escaping @Sendable () -> Void
  ) {
    self.app = app
    self.folder = folder
    self.onWake = onWake
    state = Mutex(State(isSaidToBeForeground: isForeground))
    _ = try? attempt()
  }

  /// Whether this process answers for the app.
  package var isAttending: Bool { folder == nil || state.withLock { $0.listener != nil } }

  package var isForeground: Bool {
    get { state.withLock(\.isForeground) }
    set { change { $0.isSaidToBeForeground = newValue } }
  }

  package var hasDelegate: Bool {
    get { state.withLock(\.hasDelegate) }
    set { change { $0.hasDelegate = newValue } }
  }

  /// Records that the delegate does not answer: the app's main queue is not served, for example
  /// because its main thread runs another kind of loop. The app counts as in the background until
  /// that queue is served.
  package func noteSilence() {
    change { $0.isSilent = true }
    DispatchQueue.main.async { [weak self] in self?.change { $0.isSilent = false } }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.listener?.isForeground = state.isForeground
    }
  }

  /// Listens until the task is cancelled.
  package func run() async {
    guard let folder else { return }
    let clock = SystemDeliveryClock()
    while !Task.isCancelled {
      do {
        let listener = try attempt()
        onWake()
        for await _ in listener.wakeUps { onWake() }
      } catch SchedulerError.owned {
        await AppPresence.waitUntilAbsent(app, in: folder)
        try? await clock.sleep(until: clock.now + .milliseconds(20))
      } catch {
        // The folder may not be writable; that may change while the app runs.
        try? await clock.sleep(until: clock.now + .seconds(10))
      }
    }
    state.withLock { $0.listener = nil }
  }

  @discardableResult
  private func attempt() throws -> AppListener {
    try state.withLock { state in
      if let listener = state.listener { return listener }
      guard let folder else { throw SchedulerError.owned(by: nil) }
      let listener = try AppListener(app: app, in: folder, isForeground: state.isForeground)
      state.listener = listener
      return listener
    }
  }
}
