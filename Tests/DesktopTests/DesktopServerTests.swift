import NotificationTypes
import TestSupport
import Testing

@testable import Desktop

@Suite("Notification servers of desktops")
struct DesktopServerTests {
  @Test("dunst shows a banner, and tells what the user does with it")
  func dunst() async throws {
    let screen = try Screen()
    try screen.startDunst()
    let desk = Desk(screen.bus)
    let presenter = desk.presenter
    for name in ["tea", "egg", "tea"] {
      var banner = Banner.sample(name, actions: [.snooze])
      // dunst makes one of banners that say the same.
      banner.title = name
      banner.expiry = .never
      #expect(await presenter.show(banner) == .shown)
    }
    guard case .ready(let server) = presenter.state else {
      Issue.record("the state is \(presenter.state)")
      return
    }
    #expect(server.hasPrefix("dunst 1."))
    try await eventually("2") { try screen.dunst("count", "displayed") }

    // Its first action is the default one.
    try screen.dunst("action", "0")
    var events = try await desk.events(atLeast: 1)
    #expect(events.map(\.kind) == [.activated(action: NotificationAction.defaultIdentifier)])
    try await eventually("1") { try screen.dunst("count", "displayed") }

    try screen.dunst("close")
    events = try await desk.events(atLeast: 2)
    #expect(events.last?.kind == .closed(.dismissed))
    #expect(Set(events.map(\.banner.request)) == ["tea", "egg"])
    try await eventually("0") { try screen.dunst("count", "displayed") }
  }

  @Test("dunst, which draws each before it answers, shows five hundred banners at once")
  func row() async throws {
    let screen = try Screen()
    try screen.startDunst()
    let desk = Desk(screen.bus, call: .seconds(10))
    let outcomes = await desk.show(count: 500)
    #expect(outcomes.count { $0 == .shown } == 500)
    #expect(Set(outcomes) == [.shown])
  }

  @Test("dunst lets a banner expire, and closes one on demand")
  func leaving() async throws {
    let screen = try Screen()
    try screen.startDunst()
    let desk = Desk(screen.bus)
    var banner = Banner.sample("short")
    banner.expiry = .after(.milliseconds(300))
    #expect(await desk.presenter.show(banner) == .shown)
    var events = try await desk.events(atLeast: 1)
    #expect(events == [BannerEvent(banner: banner.id, kind: .closed(.expired))])
    banner = .sample("long")
    banner.expiry = .never
    #expect(await desk.presenter.show(banner) == .shown)
    #expect(await desk.presenter.close(banner.id) == nil)
    events = try await desk.events(atLeast: 2)
    #expect(events.last == BannerEvent(banner: banner.id, kind: .closed(.byCall)))
    try await eventually("0") { try screen.dunst("count", "displayed") }
  }

  @Test("What looks like markup stands on dunst's screen as it was written")
  func markup() async throws {
    let screen = try Screen()
    try screen.startDunst()
    let desk = Desk(screen.bus)
    var banner = Banner.sample()
    banner.expiry = .never
    (banner.title, banner.body) = ("<i>1</i> & 2", "<b>bold</b> & \"so\" on")
    #expect(await desk.presenter.show(banner) == .shown)
    try await eventually("1") { try screen.dunst("count", "displayed") }
    try screen.dunst("close-all")
    _ = try await desk.events(atLeast: 1)
    let history = try screen.dunst("history")
    // dunst keeps the text as markup, in which everything of ours is an entity.
    #expect(history.contains("&lt;b&gt;bold&lt;/b&gt; &amp;"))
    #expect(!history.contains("<b>bold"))
  }

  @Test("notification-daemon, which takes twenty banners, refuses the next one until there is room")
  func notificationDaemon() async throws {
    let screen = try Screen()
    try screen.start("/usr/lib/notification-daemon/notification-daemon", [])
    let desk = Desk(screen.bus)
    var refusals: [BannerFailure] = []
    for number in 0..<40 {
      var banner = Banner.sample("\(number)")
      banner.expiry = .never
      if case .notShown(let failure) = await desk.presenter.show(banner) {
        refusals.append(failure)
      }
    }
    guard case .refused(let name, _) = refusals.first else {
      Issue.record("nothing is refused: \(refusals)")
      return
    }
    #expect(name == "org.freedesktop.Notifications.MaxNotificationsExceeded")
    #expect(await desk.presenter.close(Banner.sample("0").id) == nil)
    #expect(await desk.presenter.show(.sample("next")) == .shown)
  }
}
