import NotificationTypes
import TestSupport
import Testing

@testable import Desktop

@Suite("Showing banners")
struct ShowingTests {
  @Test("A banner goes over the bus with everything that it has, and without a sound")
  func everything() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(
      on: bus, .capabilities("actions", "body", "body-markup", "inline-reply", "sound"))
    let desk = Desk(bus)
    var banner = Banner.sample(actions: [.snooze, .answer])
    banner.icon = "alarm"
    banner.picture = "/tea.png"
    banner.category = "timer"
    banner.body = "<4> minutes"
    banner.interruptionLevel = .critical
    banner.expiry = .after(.seconds(7))
    #expect(await desk.presenter.show(banner) == .shown)
    #expect(desk.presenter.state == .ready(server: "hostile 1.0"))
    let seen = try server.notifications()
    let sent = try #require(seen.first)
    #expect(seen.count == 1)
    #expect(sent.app == "Kitchen")
    #expect(sent.replaces == 0)
    #expect(sent.icon == "alarm")
    #expect(sent.summary == "Tea")
    #expect(sent.body == "&lt;4&gt; minutes")
    #expect(
      sent.actions
        == ["default", "Open", "action-0", "Snooze", "inline-reply", "Answer"].map { .string($0) })
    #expect(
      sent.hints == [
        "urgency": .hint("y", .number(2)), "suppress-sound": .hint("b", .bool(true)),
        "desktop-entry": .hint("s", .string("org.example.Kitchen")),
        "category": .hint("s", .string("x-app.timer")),
        "image-path": .hint("s", .string("file:///tea.png")),
        "x-kde-reply-placeholder-text": .hint("s", .string("Your answer")),
        "x-kde-reply-submit-button-text": .hint("s", .string("Send")),
      ])
    #expect(sent.expiry == 7_000)
  }

  @Test("The same identifier replaces its banner, another one or another app does not")
  func replacing() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let desk = Desk(bus)
    var other = Banner.sample("tea")
    other.id.app = "org.example.Office"
    for banner in [.sample("tea"), .sample("egg"), .sample("tea"), other, .sample("tea")] {
      #expect(await desk.presenter.show(banner) == .shown)
    }
    #expect(try server.notifications().map(\.replaces) == [0, 0, 1, 0, 1])
  }

  @Test("Banners of one identifier that are shown at once end up as one")
  func concurrently() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let desk = Desk(bus)
    let presenter = desk.presenter
    let outcomes = await withTaskGroup(of: BannerOutcome.self) { group in
      for _ in 0..<50 { group.addTask { await presenter.show(.sample()) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes == Array(repeating: .shown, count: 50))
    #expect(try server.notifications().map(\.replaces) == [0] + Array(repeating: 1, count: 49))
  }

  @Test("One connection serves all, and the server is asked once what it can do")
  func oneConnection() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let desk = Desk(bus)
    for number in 0..<20 { _ = await desk.presenter.show(.sample("\(number)")) }
    let calls = try server.entries().filter { $0.call != nil }
    #expect(Set(calls.map(\.sender)).count == 1)
    #expect(try server.calls("GetCapabilities").count == 1)
    #expect(try server.calls("GetServerInformation").count == 1)
    #expect(try server.calls("Notify").count == 20)
  }

  @Test("Closing takes the banner down once; what is not there needs no closing")
  func closing() async throws {
    let bus = try SessionBus()
    let desk = Desk(bus)
    #expect(await desk.presenter.close(Banner.sample().id) == nil)
    let server = try await ScriptedServer(on: bus)
    _ = await desk.presenter.show(.sample("egg"))
    _ = await desk.presenter.show(.sample("tea"))
    for _ in 0..<2 { #expect(await desk.presenter.close(Banner.sample("tea").id) == nil) }
    #expect(try server.calls("CloseNotification").map(\.body) == [[.number(2)]])
    let events = try await desk.events(atLeast: 1)
    #expect(events == [BannerEvent(banner: Banner.sample("tea").id, kind: .closed(.byCall))])
    _ = await desk.presenter.show(.sample("tea"))
    #expect(try server.notifications().map(\.replaces) == [0, 0, 0])
  }

  @Test("A server that is not running is started by the bus")
  func started() async throws {
    let bus = try SessionBus(starting: ScriptedServer.commandLine)
    let desk = Desk(bus)
    #expect(await desk.presenter.show(.sample()) == .shown)
    #expect(desk.presenter.state == .ready(server: "hostile 1.0"))
    #expect(await desk.presenter.close(Banner.sample().id) == nil)
  }

  @Test("The number on the icon is a signal that docks understand; zero removes it")
  func badge() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let desk = Desk(bus)
    for count in [3, 0, -1] {
      #expect(await desk.presenter.setBadge(count, for: "org.example.Kitchen") == nil)
    }
    let entries = try await server.wait("three badges") { $0.count { $0.signal == "Update" } == 3 }
    let signals = entries.filter { $0.signal == "Update" }
    let uri = JSON.string("application://org.example.Kitchen.desktop")
    func badge(_ count: Int) -> [JSON] {
      [
        uri,
        .object([
          "count": .hint("x", .number(count)), "count-visible": .hint("b", .bool(count > 0)),
        ]),
      ]
    }
    #expect(signals.map(\.body) == [badge(3), badge(0), badge(0)])
    // Bernstein's hash of the URI, computed elsewhere.
    #expect(Set(signals.map(\.path)) == ["/com/canonical/unity/launcherentry/2430947279"])
  }

  @Test("Texts that a bus refuses are made fit for it")
  func hostileText() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let desk = Desk(bus)
    let text = "a\0\(String.nonCharacters)\u{1B}b"
    var banner = Banner.sample(actions: [NotificationAction(identifier: text, title: text)])
    banner.id.app = text
    (banner.appName, banner.title, banner.body) = (text, text, text)
    (banner.icon, banner.category, banner.picture) = (text, text, "/" + text)
    #expect(await desk.presenter.show(banner) == .shown)
    #expect(await desk.presenter.setBadge(1, for: text) == nil)
    #expect(try server.notifications().map(\.summary) == ["a\u{FFFD}\u{FFFD}\u{FFFD}b"])
  }
}
