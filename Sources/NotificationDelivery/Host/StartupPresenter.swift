import Desktop
import LinuxProcess
import NotificationStorage
import Synchronization

/// Shows banners on a desktop that may not be there yet: for a limited time after the start, a
/// banner waits for the notification server.
///
/// One banner checks each second whether the server is there; all others wait for that one.
final class StartupPresenter: BannerPresenter {
  private struct State {
    var isLooking = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// The banners that wait for a desktop, and whether each has been closed meanwhile.
    var banners: [Banner.ID: Bool] = [:]
  }

  private static let interval = Duration.seconds(1)

  private let presenter: any BannerPresenter
  private let clock: any DeliveryClock
  private let deadline: Duration
  private let state = Mutex(State())

  /// - Parameter wait: the maximum time from now for which banners wait.
  init(
    _ presenter: any BannerPresenter, wait: Duration,
    clock: any DeliveryClock = SystemDeliveryClock()
  ) {
    self.presenter = presenter
    self.clock = clock
    deadline = clock.now + wait
  }

  var events: AsyncStream<BannerEvent> { presenter.events }

  func show(_ banner: Banner) async -> BannerOutcome { await show(banner) {} }

  func show(
    _ banner: Banner, onShown: @escaping @Sendable () -> Void
  ) async -> BannerOutcome {
    var isLooking = false
    defer {
      state.withLock { $0.banners[banner.id] = nil }
      if isLooking { endLook() }
    }
    while true {
      let outcome = await presenter.show(banner, onShown: onShown)
      guard case .notShown(let failure) = outcome, failure.mayPass, clock.now < deadline else {
        return outcome
      }
      // A prompt does not wait: its caller asks again, when there may be a desktop.
      if Question.isPrompt(banner.id) { return .notShown(.noAnswer) }
      state.withLock { $0.banners[banner.id] = $0.banners[banner.id] ?? false }
      if !isLooking { isLooking = beginLook() }
      if isLooking {
        try? await clock.sleep(until: min(clock.now + Self.interval, deadline))
      } else {
        await endOfLook()
      }
      if state.withLock({ $0.banners[banner.id] }) == true { return outcome }
    }
  }

  @discardableResult
  func close(_ banner: Banner.ID) async -> BannerFailure? {
    state.withLock { if $0.banners[banner] != nil { $0.banners[banner] = true } }
    return await presenter.close(banner)
  }

  @discardableResult
  func setBadge(_ count: Int, for app: String) async -> BannerFailure? {
    await presenter.setBadge(count, for: app)
  }

  private func beginLook() -> Bool {
    state.withLock { state in
      defer { state.isLooking = true }
      return !state.isLooking
    }
  }

  private func endOfLook() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.isLooking { state.waiting.append(continuation) }
        return !state.isLooking
      }
      if isOver { continuation.resume() }
    }
  }

  private func endLook() {
    let waiting = state.withLock { state in
      defer { (state.isLooking, state.waiting) = (false, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

extension BannerFailure {
  /// Whether it is a failure that a desktop gives while it starts.
  fileprivate var mayPass: Bool {
    switch self {
    case .noBus, .noServer, .noAnswer: true
    case .busy, .refused, .badAnswer, .unsendable, .stopped: false
    }
  }
}
