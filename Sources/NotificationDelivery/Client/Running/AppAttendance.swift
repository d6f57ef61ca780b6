import Dispatch
import NotificationScheduling
import Synchronization

/// Holds the app's place among those that run, as soon as no other process of it does: that process
/// is asked what is to be shown, and takes what users answer.
final class AppAttendance: Sendable {
  private struct State {
    var listener: AppListener?
    /// What the app or its environment says; nil where nobody does.
    var isSaidToBeForeground: Bool?
    var hasDelegate = false
    /// The delegate's last answer did not come in time.
    var isSilent = false

    var isForeground: Bool { isSaidToBeForeground ?? (hasDelegate && !isSilent) }
  }

  private let app: String
  /// Nil is a store that no other process can see.
  private let folder: StoreFolder?
  private let onWake: @Sendable () -> Void
  private let state: Mutex<State>

  /// - Parameter onWake: is called when the app should look into the store.
  init(
    app: String, folder: StoreFolder?, isForeground: Bool?, onWake: @escaping @Sendable () -> Void
  ) {
    self.app = app
    self.folder = folder
    self.onWake = onWake
    state = Mutex(State(isSaidToBeForeground: isForeground))
    _ = try? attempt()
  }

  /// Whether this process answers for the app.
  var isAttending: Bool { folder == nil || state.withLock { $0.listener != nil } }

  var isForeground: Bool {
    get { state.withLock(\.isForeground) }
    set { change { $0.isSaidToBeForeground = newValue } }
  }

  var hasDelegate: Bool {
    get { state.withLock(\.hasDelegate) }
    set { change { $0.hasDelegate = newValue } }
  }

  /// The delegate does not answer: the app's main queue is not served, say, for its main thread is
  /// in a loop of another kind. It counts as in the background until that queue is served.
  func noteSilence() {
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
  func run() async {
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
        // A folder that cannot be written, say: it may be fixed while the app runs.
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
