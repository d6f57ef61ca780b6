import DesktopBanners
import Foundation
import NotificationScheduling
import NotificationTypes
import Synchronization

/// What a service compares with the store each time that somebody has changed it.
final class StoreLook: Sendable {
  private struct State {
    var isUnderWay = false
    var isWanted = false
    /// Banners on the screen, and when they came there.
    var banners: [Banner.ID: ContinuousClock.Instant] = [:]
    var badges: [String: Int] = [:]
  }

  /// A store that makes its callers wait shall hold up neither banners nor sounds.
  let executor = QueueExecutor(label: "tocsin.look")
  private let state = Mutex(State())

  /// - Returns: false where a look is under way, which goes round once more then.
  func begin() -> Bool {
    state.withLock { state in
      defer { (state.isUnderWay, state.isWanted) = (true, state.isUnderWay) }
      return !state.isUnderWay
    }
  }

  /// - Returns: false where the store has changed meanwhile.
  func end() -> Bool {
    state.withLock { state in
      defer { (state.isUnderWay, state.isWanted) = (state.isWanted, false) }
      return !state.isWanted
    }
  }

  /// No screen shows more at once; of the oldest it is not known any more that they are there.
  private static let limit = 256

  func watch(_ banner: Banner.ID) {
    state.withLock { state in
      state.banners[banner] = .now
      guard state.banners.count > Self.limit else { return }
      let oldest = state.banners.min { $0.value < $1.value }
      if let oldest { state.banners[oldest.key] = nil }
    }
  }

  func forget(_ banner: Banner.ID) { state.withLock { $0.banners[banner] = nil } }

  /// A banner that has been there for so long is in the list of what was delivered, or is gone.
  static let settling = Duration.seconds(1)

  /// The banners on the screen, and whether they have been there for long enough.
  var banners: [(id: Banner.ID, isSettled: Bool)] {
    let limit = ContinuousClock.now - Self.settling
    return state.withLock { $0.banners.map { ($0.key, $0.value <= limit) } }
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
    guard looking.begin() else { return }
    Task(executorPreference: looking.executor) { [self] in
      repeat {
        consultation.lookForAnswers()
        askPending()
        await closeRemoved()
        await showBadges()
      } while !looking.end()
    }
  }

  private func closeRemoved() async {
    var isUnsettled = false
    for (banner, isSettled) in looking.banners {
      guard let stays = try? store.isDelivered(app: banner.app, identifier: banner.request),
        !stays
      else { continue }
      guard isSettled else {
        isUnsettled = true
        continue
      }
      looking.forget(banner)
      await ringer.silence(NotificationKey(app: banner.app, identifier: banner.request))
      await presenter.close(banner)
    }
    guard isUnsettled else { return }
    Task(executorPreference: looking.executor) { [self] in
      let clock = SystemDeliveryClock()
      try? await clock.sleep(until: clock.now + StoreLook.settling)
      lookAtStore()
    }
  }

  /// Removes the files of notifications that are gone.
  /// - Parameter app: nil is every app that it works for.
  func sweepAttachments(of app: String? = nil) {
    guard let folder else { return }
    Task(executorPreference: looking.executor) { [self] in
      journal.flush()
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
    guard var badges = try? store.allBadges() else { return }
    if let app { badges = badges.filter { $0.key == app } }
    for (app, count) in looking.changes(to: badges) {
      await presenter.setBadge(count, for: app)
    }
  }
}
