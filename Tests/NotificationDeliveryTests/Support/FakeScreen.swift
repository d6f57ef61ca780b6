import Desktop
import NotificationTypes
import Synchronization
import TestSupport

/// A screen on which a test looks and taps.
final class FakeScreen: BannerPresenter {
  private struct State {
    var banners: [Banner] = []
    var isBlind = false
    var tries = 0
    var closed: [Banner.ID] = []
    var badges: [String: Int] = [:]
  }

  let events: AsyncStream<BannerEvent>
  private let continuation: AsyncStream<BannerEvent>.Continuation
  private let state = Mutex(State())

  init() { (events, continuation) = AsyncStream.makeStream(of: BannerEvent.self) }

  var isBlind: Bool {
    get { state.withLock(\.isBlind) }
    set { state.withLock { $0.isBlind = newValue } }
  }
  /// How many banners were to be shown.
  var tries: Int { state.withLock(\.tries) }

  /// Waits until so many banners were to be shown.
  func isTried(_ count: Int) async throws {
    try await eventually("\(count) tries to show, so far \(tries)") { tries >= count }
  }

  var titles: [String] { state.withLock { $0.banners.map(\.title) } }
  var bodies: [String] { state.withLock { $0.banners.map(\.body) } }

  func show(_ banner: Banner) async -> BannerOutcome {
    state.withLock { state in
      state.tries += 1
      if state.isBlind { return .notShown(.noServer("nobody")) }
      state.banners.append(banner)
      return .shown
    }
  }

  func close(_ banner: Banner.ID) async -> BannerFailure? {
    state.withLock { $0.closed.append(banner) }
    return nil
  }

  func setBadge(_ count: Int, for app: String) async -> BannerFailure? {
    state.withLock { $0.badges[app] = count }
    return nil
  }

  /// The titles of a banner's buttons.
  func actions(_ index: Int) -> [String] {
    state.withLock { $0.banners[index].actions.map(\.title) }
  }

  /// The identifiers of the requests whose banners were taken down.
  var closed: [String] { state.withLock { $0.closed.map(\.request) } }
  func badge(of app: String) -> Int? { state.withLock { $0.badges[app] } }

  func reply(_ text: String, to action: String, on index: Int) {
    let banner = state.withLock { $0.banners[index].id }
    continuation.yield(BannerEvent(banner: banner, kind: .replied(action: action, text: text)))
  }

  func dismiss(_ index: Int) { end(index, .dismissed) }

  /// A banner goes from the screen for another reason than a tap.
  func end(_ index: Int, _ closing: BannerEvent.Closing) {
    let banner = state.withLock { $0.banners[index].id }
    continuation.yield(BannerEvent(banner: banner, kind: .closed(closing)))
  }

  func tap(_ action: String, on index: Int) {
    let banner = state.withLock { $0.banners[index].id }
    continuation.yield(BannerEvent(banner: banner, kind: .activated(action: action)))
  }

  /// Waits until so many banners have been shown, for as long as a machine may be busy.
  func shows(_ count: Int) async throws {
    try await eventually("\(count) banners, so far \(titles)") { titles.count >= count }
  }
}
