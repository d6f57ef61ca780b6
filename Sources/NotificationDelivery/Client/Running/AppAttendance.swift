import NotificationScheduling
import Synchronization

/// Holds the app's place among those that run, as soon as no other process of it does: that process
/// is asked what is to be shown, and takes what users answer.
final class AppAttendance: Sendable {
  private struct State {
    var listener: AppListener?
    var isForeground: Bool
  }

  private let app: String
  /// Nil is a store that no other process can see.
  private let folder: StoreFolder?
  private let onWake: @Sendable () -> Void
  private let state: Mutex<State>

  /// - Parameter onWake: is called when the app should look into the store.
  init(
    app: String, folder: StoreFolder?, isForeground: Bool, onWake: @escaping @Sendable () -> Void
  ) {
    self.app = app
    self.folder = folder
    self.onWake = onWake
    state = Mutex(State(isForeground: isForeground))
    _ = try? attempt()
  }

  /// Whether this process answers for the app.
  var isAttending: Bool { folder == nil || state.withLock { $0.listener != nil } }

  var isForeground: Bool {
    get { state.withLock(\.isForeground) }
    set {
      state.withLock { state in
        state.isForeground = newValue
        state.listener?.isForeground = newValue
      }
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
        // A folder that cannot be written, say: it may be mended while the app runs.
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
