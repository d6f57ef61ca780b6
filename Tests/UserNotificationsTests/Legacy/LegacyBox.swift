import AppNotifications
import Desktop
import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Synchronization
import TestSupport
import Testing

@testable import LegacyNotifications

/// A screen on which a test does what the user does.
final class TouchScreen: BannerPresenter {
  let events: AsyncStream<BannerEvent>
  private let touch: AsyncStream<BannerEvent>.Continuation
  private let state = Mutex<(shown: [Banner], closed: [Banner.ID])>(([], []))

  init() { (events, touch) = AsyncStream.makeStream(of: BannerEvent.self) }

  var shown: [Banner] { state.withLock { $0.shown } }
  var closed: [Banner.ID] { state.withLock { $0.closed } }

  func choose(_ action: String, on banner: Banner) {
    touch.yield(BannerEvent(banner: banner.id, kind: .activated(action: action)))
  }

  func reply(_ text: String, by action: String, on banner: Banner) {
    touch.yield(BannerEvent(banner: banner.id, kind: .replied(action: action, text: text)))
  }

  func show(_ banner: Banner) async -> BannerOutcome {
    state.withLock { $0.shown.append(banner) }
    return .shown
  }

  func close(_ banner: Banner.ID) async -> BannerFailure? {
    state.withLock { $0.closed.append(banner) }
    return nil
  }

  func setBadge(_ count: Int, for app: String) async -> BannerFailure? { nil }
}

/// An app with the real store, scheduler and delivery, in a folder of its own.
struct LegacyBox {
  let folder: TemporaryFolder
  let screen = TouchScreen()
  let place: StoreFolder

  /// - Parameter allowed: what the user has allowed; nil is not asked yet, and nobody is there to be
  ///   asked.
  init(allowed: AuthorizationOptions? = [.alert, .sound, .badge]) throws {
    folder = try TemporaryFolder()
    place = StoreFolder(path: folder.path("state"))
    let store = try NotificationStore(folder: place)
    if let allowed {
      try store.change("app") { _ = $0.settings.answer(true, to: allowed) }
    }
  }

  func client(_ variables: [String: String] = [:]) throws -> NotificationClient {
    var environment = ClientEnvironment(variables: variables, folder: place)
    environment.deliver(for: "app", on: screen)
    return try NotificationClient(
      app: AppIdentity(identifier: "app", displayName: "App", bundle: folder.url.path),
      environment: environment)
  }

  func store() throws -> NotificationStore { try NotificationStore(folder: place) }

  /// What a user does while the app does not run.
  func leave(_ response: NotificationResponse) throws {
    _ = try store().apply(.responded(response))
  }
}
