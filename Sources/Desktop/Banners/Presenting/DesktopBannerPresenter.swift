import Glibc
import LinuxProcess

/// Shows banners through `org.freedesktop.Notifications` on the session bus.
///
/// It holds one connection for as long as it lives, because GNOME Shell removes an app's banners
/// when the app leaves the bus. It connects when there is a banner to show, and again after the bus
/// was lost. A thread of its own talks to the bus, and sleeps while nothing happens. It never asks
/// for a sound.
public final class DesktopBannerPresenter: BannerPresenter {
  /// The events of banners, for a single consumer; it finishes after ``stop()``.
  public let events: AsyncStream<BannerEvent>
  private let mailbox = Mailbox()
  private let timeouts: BannerTimeouts

  /// - Parameter address: of the bus, as D-Bus writes it; nil is the session bus of this process's
  ///   environment.
  public convenience init(address: String? = nil) {
    self.init(address: address, timeouts: .standard)
  }

  init(address: String?, timeouts: BannerTimeouts) {
    self.timeouts = timeouts
    let (events, events_) = AsyncStream.makeStream(of: BannerEvent.self)
    self.events = events
    let address = address ?? sessionBusAddress()
    let started = startThread("tocsin.banners") { [mailbox] in
      BannerLoop(mailbox: mailbox, events: events_, address: address, timeouts: timeouts).run()
    }
    if !started {
      mailbox.close()
      events_.finish()
    }
  }

  deinit { mailbox.close() }

  /// The last known state of the desktop.
  public var state: BannerState { mailbox.report }

  /// Shows a banner, or replaces the one with its name; returns when the server has answered.
  public func show(_ banner: Banner) async -> BannerOutcome { await show(banner) {} }

  /// Shows a banner; `onShown` is called on the thread that talks to the bus, before the next call.
  public func show(
    _ banner: Banner, onShown: @escaping @Sendable () -> Void
  ) async -> BannerOutcome {
    await perform(.show(banner), onDone: onShown).map { .notShown($0) } ?? .shown
  }

  /// Removes a banner from the screen; nil once it is gone, even if it was gone before.
  @discardableResult
  public func close(_ banner: Banner.ID) async -> BannerFailure? { await perform(.close(banner)) }

  /// Shows a number on the app's launcher by the Unity launcher API; nil where the signal was sent.
  @discardableResult
  public func setBadge(_ count: Int, for app: String) async -> BannerFailure? {
    await perform(.badge(LauncherEntry(app: app, count: count)))
  }

  /// Ends the connection; later banners are not shown.
  public func stop() { mailbox.close() }

  private func perform(
    _ work: BannerJob.Work, onDone: @escaping @Sendable () -> Void = {}
  ) async -> BannerFailure? {
    let expiry = MonotonicClock.now + timeouts.queue
    return await withCheckedContinuation { continuation in
      mailbox.post(
        BannerJob(work: work, expiry: expiry) { failure in
          if failure == nil { onDone() }
          continuation.resume(returning: failure)
        })
    }
  }
}

/// The timeouts for the bus and the server.
struct BannerTimeouts: Sendable {
  /// The timeout of any call, from when its turn comes.
  var call: Duration
  /// The timeout of the first call: the bus may have to start the server, on a machine that is busy.
  var start: Duration
  /// The timeout until its turn comes. Five hundred banners at once take a server such as dunst,
  /// which draws each before it answers, some fifteen seconds.
  var queue: Duration = .seconds(300)
  /// The pause after a server did not answer; banners fail at once meanwhile.
  var silence: Duration

  static let standard = BannerTimeouts(
    call: .seconds(2), start: .seconds(10), silence: .seconds(5))
}
