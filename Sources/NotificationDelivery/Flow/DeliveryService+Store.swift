import Desktop
import FoundationEssentials
import LinuxProcess
import NotificationScheduling
package import NotificationStorage
import NotificationTypes
import Synchronization

/// The state that a service compares with the store after each change of it.
final class StoreReconciler: Sendable {
  private struct State {
    /// The banners on the screen, and whether the store has them in the list of delivered
    /// notifications. Only then their absence from the list means that they were removed.
    var banners: [Banner.ID: Shown] = [:]
    var count = 0
    var badges: [String: Int] = [:]
    /// The number of the last response to each app that was seen.
    var lastResponses: [String: Int64] = [:]
    /// The parts of the store that have changed since the last look.
    var changed: StoreParts = []
  }

  private struct Shown {
    let number: Int
    var isListed = false
  }

  /// A store that blocks its callers must delay neither banners nor sounds.
  let executor: QueueExecutor
  private let looks: Coalescer
  private let state = Mutex(State())

  init(on executor: QueueExecutor) {
    self.executor = executor
    looks = Coalescer(executor)
  }

  /// Looks at these parts of the store, and at those of earlier calls that wait.
  func look(at parts: StoreParts, _ look: @escaping @Sendable (StoreParts) async -> Void) {
    state.withLock { $0.changed.formUnion(parts) }
    looks.run { [self] in
      let parts = state.withLock { state in
        defer { state.changed = [] }
        return state.changed
      }
      await look(parts)
    }
  }

  /// The maximum number of banners, more than any screen shows; of more the oldest are forgotten.
  private static let limit = 256

  func watch(_ banner: Banner.ID, isListed: Bool = false) {
    state.withLock { state in
      state.count += 1
      state.banners[banner] = Shown(number: state.count, isListed: isListed)
      guard state.banners.count > Self.limit else { return }
      let oldest = state.banners.min { $0.value.number < $1.value.number }
      if let oldest { state.banners[oldest.key] = nil }
    }
  }

  func forget(_ banner: Banner.ID) { state.withLock { $0.banners[banner] = nil } }

  /// Marks notifications that these changes have added to the list.
  /// - Returns: whether banners of them are on the screen.
  func confirm(_ changes: [StoreChange]) -> Bool {
    state.withLock { state in
      guard !state.banners.isEmpty else { return false }
      var isShown = false
      for case .settled(let settlement, _) in changes {
        let waiting = settlement.waiting
        let id = Banner.ID(app: waiting.app, request: waiting.identifier)
        guard state.banners[id]?.isListed == false else { continue }
        state.banners[id]?.isListed = true
        isShown = true
      }
      return isShown
    }
  }

  /// The banners of notifications that were added to the list of delivered notifications.
  var listed: [Banner.ID] {
    state.withLock { $0.banners.filter(\.value.isListed).map(\.key) }
  }

  /// The apps with a response that was not there at the last look. An older one could not be handed
  /// over, and waits for the next.
  func appsWithNewResponses(_ waiting: [StoredResponse]) -> Set<String> {
    state.withLock { state in
      var apps: Set<String> = []
      for item in waiting where item.number > state.lastResponses[item.response.app] ?? 0 {
        state.lastResponses[item.response.app] = item.number
        apps.insert(item.response.app)
      }
      return apps
    }
  }

  /// The badges that have changed since the last look; 0 is none.
  func changes(to badges: [String: Int]) -> [String: Int] {
    state.withLock { state in
      let old = state.badges
      state.badges = badges
      return Set(old.keys).union(badges.keys).reduce(into: [:]) { changes, app in
        if old[app] != badges[app] { changes[app] = badges[app] ?? 0 }
      }
    }
  }
}

extension DeliveryService {
  /// Looks at the changes of other processes: apps that request authorization, answers of apps,
  /// responses that the user gave elsewhere, badges, and removed notifications, whose banners are
  /// closed.
  package func reconcile(_ parts: StoreParts = .everything) {
    if parts.contains(.inbox) { consultation.lookForAnswers() }
    reconciler.look(at: parts) { [self] parts in
      if parts.contains(.inbox) {
        // Again, after the question is known here: an app can be faster.
        consultation.lookForAnswers()
        handOverNew()
      }
      await endCancelled()
      if parts.contains(.list) { await closeRemoved() }
      guard parts.contains(.profiles), let profiles = try? store.read(.profiles) else { return }
      askPending(profiles)
      await show(badges: profiles.mapValues(\.badge))
    }
  }

  /// Ends the deliveries of requests that have been cancelled meanwhile: a banner may wait for a
  /// desktop for a minute. A request stays in the store until its delivery has been recorded.
  private func endCancelled() async {
    for (id, due) in current.withLock({ $0 }) where !due.isHeld {
      let (app, identifier) = (due.request.app, due.request.identifier)
      guard (try? store.read(.contains(.pending(app: app, identifier: identifier)))) == false,
        current.withLock({ $0[id] != nil })
      else { continue }
      due.note(.dismissed)
      await ringer.silence(NotificationKey(app: app, identifier: identifier))
      await presenter.close(Banner.ID(app: app, request: identifier))
    }
  }

  /// Closes the banners of notifications that were removed from the list.
  private func closeRemoved() async {
    for banner in reconciler.listed {
      let isListed = try? store.read(
        .contains(.delivered(app: banner.app, identifier: banner.request)))
      guard isListed == false else { continue }
      reconciler.forget(banner)
      await ringer.silence(NotificationKey(app: banner.app, identifier: banner.request))
      await presenter.close(banner)
    }
  }

  /// Removes the files of notifications that are gone.
  /// - Parameter app: nil means every app of this service.
  package func sweepAttachments(of app: String? = nil) {
    guard let folder else { return }
    store.writer.afterAll { [self] in
      do {
        let one = (app ?? self.app).map { [$0] }
        for app in try one ?? AttachmentFolder.apps(in: folder, store) {
          try AttachmentFolder(of: app, in: folder).sweep(store)
        }
      } catch {
        log(DeliveryEvent(.warning, "files of notifications stay: \(error)"))
      }
    }
  }

  private func show(badges: [String: Int]) async {
    let own = badges.filter { $0.value > 0 && (app ?? $0.key) == $0.key }
    for (app, count) in reconciler.changes(to: own) {
      await presenter.setBadge(count, for: app)
    }
  }
}
