import DesktopBanners
import Foundation
import NotificationScheduling
import NotificationTypes
import Synchronization

/// What a service compares with the store each time that somebody has changed it.
final class StoreLook: Sendable {
  private struct State {
    /// Banners on the screen, and whether the store has them in the list of what was delivered:
    /// only then it means something when they are not in it.
    var banners: [Banner.ID: Shown] = [:]
    var count = 0
    var badges: [String: Int] = [:]
  }

  private struct Shown {
    let number: Int
    var isListed = false
  }

  /// A store that makes its callers wait must hold up neither banners nor sounds.
  let executor: QueueExecutor
  let looks: Coalescer
  private let state = Mutex(State())

  init(on executor: QueueExecutor) {
    self.executor = executor
    looks = Coalescer(executor)
  }

  /// No screen shows more at once; of the oldest it is not known any more that they are there.
  private static let limit = 256

  /// - Parameter isListed: whether its notification is in the list already.
  func watch(_ banner: Banner.ID, isListed: Bool) {
    state.withLock { state in
      state.count += 1
      state.banners[banner] = Shown(number: state.count, isListed: isListed)
      guard state.banners.count > Self.limit else { return }
      let oldest = state.banners.min { $0.value.number < $1.value.number }
      if let oldest { state.banners[oldest.key] = nil }
    }
  }

  func forget(_ banner: Banner.ID) { state.withLock { $0.banners[banner] = nil } }

  /// The store has taken changes: notifications that have just come into the list.
  /// - Returns: whether there are banners of them.
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

  /// The banners of notifications that came into the list of what was delivered.
  var listed: [Banner.ID] {
    state.withLock { $0.banners.filter(\.value.isListed).map(\.key) }
  }

  /// The badges that are others than at the last look; 0 is none.
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
  /// Looks at what others have written: apps that ask for authorization, answers of apps, badges,
  /// and delivered notifications that are gone, whose banners go too.
  public func lookAtStore() {
    consultation.lookForAnswers()
    looking.looks.run { [self] in
      consultation.lookForAnswers()
      askPending()
      handOverMessages()
      await closeRemoved()
      await showBadges()
    }
  }

  /// Whoever takes a notification off the list wants its banner to go, too.
  private func closeRemoved() async {
    for banner in looking.listed {
      let isListed = try? store.contains(.delivered(app: banner.app, identifier: banner.request))
      guard isListed == false else { continue }
      looking.forget(banner)
      await ringer.silence(NotificationKey(app: banner.app, identifier: banner.request))
      await presenter.close(banner)
    }
  }

  /// Removes the files of notifications that are gone.
  /// - Parameter app: nil is every app that it works for.
  func sweepAttachments(of app: String? = nil) {
    guard let folder else { return }
    store.writer.afterAll { [self] in
      do {
        let one = (app ?? self.app).map { [$0] }
        for app in try one ?? AttachmentVault.apps(in: folder, store) {
          try AttachmentVault(app: app, folder: folder).sweep(store)
        }
      } catch {
        log(DeliveryEvent(.warning, "files of notifications stay: \(error)"))
      }
    }
  }

  private func showBadges() async {
    guard let profiles = try? store.allProfiles() else { return }
    let badges = profiles.mapValues(\.badge).filter { $0.value > 0 && (app ?? $0.key) == $0.key }
    for (app, count) in looking.changes(to: badges) {
      await presenter.setBadge(count, for: app)
    }
  }
}
