import NotificationStorage
import NotificationTypes
import Synchronization

/// Tells the app what it may know of the place of the device, when that changes.
final class LocationCalls: Sendable {
  typealias Listener = @Sendable (LocationAccess) -> Void

  private struct State {
    var known: LocationAccess?
    var listeners: [Int: Listener] = [:]
    var count = 0
  }

  private let app: String
  private let store: NotificationStore
  private let state = Mutex(State())

  init(app: String, store: NotificationStore) {
    self.app = app
    self.store = store
  }

  var settings: LocationSettings {
    (try? store.profile(of: app).settings.location) ?? LocationSettings()
  }

  /// Calls `body` after each change, until ``ignore(_:)``.
  func listen(_ body: @escaping Listener) -> Int {
    let access = settings.access
    return state.withLock { state in
      state.known = state.known ?? access
      state.count += 1
      state.listeners[state.count] = body
      return state.count
    }
  }

  func ignore(_ listener: Int) { state.withLock { $0.listeners[listener] = nil } }

  /// Looks at the store, as far as anybody listens.
  func look() {
    guard state.withLock({ !$0.listeners.isEmpty }) else { return }
    let access = settings.access
    let listeners = state.withLock { state -> [Listener] in
      defer { state.known = access }
      return state.known == access ? [] : Array(state.listeners.values)
    }
    for listener in listeners { listener(access) }
  }
}
