import NotificationTypes
import TestSupport
import Testing

@testable import Desktop

@Suite("Servers and buses that end and begin again")
struct RestartTests {
  private let id = Banner.sample().id

  @Test("A server that dies takes its banners along; the next one is asked again what it can do")
  func serverRestart() async throws {
    let bus = try SessionBus()
    let first = try await ScriptedServer(on: bus, .capabilities("actions"))
    let desk = Desk(bus)
    _ = await desk.presenter.show(.sample(actions: [.snooze]))
    first.kill9()
    let events = try await desk.events(atLeast: 1)
    #expect(events == [BannerEvent(banner: id, kind: .closed(.serverLost))])
    guard case .failing(.noServer) = desk.presenter.state else {
      Issue.record("the state is \(desk.presenter.state)")
      return
    }
    let second = try await ScriptedServer(on: bus, .capabilities("body-markup"), .name("second"))
    try await second.order(.emit("NotificationClosed", "uu", .number(1), .number(2)))
    var banner = Banner.sample(actions: [.snooze])
    banner.body = "<"
    #expect(await desk.presenter.show(banner) == .shown)
    #expect(desk.presenter.state == .ready(server: "second 1.0"))
    let sent = try #require(try second.notifications().first)
    #expect(sent.replaces == 0)
    #expect(sent.actions.isEmpty)
    #expect(sent.body == "&lt;")
    #expect(desk.events.count == 1)
  }

  @Test("A server that was replaced has nothing more to say about its successor's banners")
  func replacedServer() async throws {
    let bus = try SessionBus()
    let first = try await ScriptedServer(on: bus)
    let desk = Desk(bus)
    _ = await desk.presenter.show(.sample("tea"))
    let second = try await ScriptedServer(on: bus)
    _ = try await desk.events(atLeast: 1)
    #expect(await desk.presenter.show(.sample("egg")) == .shown)
    // Both banners are number 1, each on its server.
    try await first.order(.emit("NotificationClosed", "uu", .number(1), .number(2)))
    try await desk.settle()
    #expect(desk.events.count == 1)
    try await second.order(.emit("NotificationClosed", "uu", .number(1), .number(1)))
    try await desk.settle()
    #expect(
      desk.events.last
        == BannerEvent(banner: Banner.sample("egg").id, kind: .closed(.expired)))
  }

  @Test("A server that gives its name away is not a server any more")
  func leaving() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let desk = Desk(bus)
    _ = await desk.presenter.show(.sample())
    try await server.order(.leave)
    _ = try await desk.events(atLeast: 1)
    let outcome = await desk.presenter.show(.sample())
    guard case .notShown(.noServer) = outcome else {
      Issue.record("the outcome is \(outcome)")
      return
    }
  }

  @Test(
    "A server that dies when it is asked is not an answer, and no reason to wait",
    arguments: ["GetServerInformation", "GetCapabilities", "Notify"])
  func dyingServer(method: String) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, .answer(method, .die))
    let desk = Desk(bus, call: .seconds(3_600))
    let outcome = await desk.presenter.show(.sample())
    #expect(outcome != .shown)
    withExtendedLifetime(server) {}
    let next = try await ScriptedServer(on: bus)
    #expect(await desk.presenter.show(.sample()) == .shown)
    #expect(try next.notifications().count == 1)
  }

  @Test(
    "Without a bus every call fails at once",
    arguments: [
      "unix:path=/does/not/exist", "", "nonsense", "unix:", "unix:path=/", "autolaunch:",
      "tcp:host=127.0.0.1,port=1",
    ])
  func noBus(address: String) async {
    let desk = Desk(at: address, call: .seconds(3_600))
    for _ in 0..<3 {
      let outcome = await desk.presenter.show(.sample())
      guard case .notShown(.noBus) = outcome else {
        Issue.record("the outcome is \(outcome)")
        return
      }
    }
    #expect(await desk.presenter.setBadge(1, for: "a") != nil)
    #expect(await desk.presenter.close(id) == nil)
  }

  @Test("A bus that dies takes the banners along; when it is back, the next banner is shown")
  func busRestart() async throws {
    let bus = try SessionBus()
    let first = try await ScriptedServer(on: bus)
    let desk = Desk(bus)
    _ = await desk.presenter.show(.sample())
    bus.stop()
    let events = try await desk.events(atLeast: 1)
    #expect(events == [BannerEvent(banner: id, kind: .closed(.serverLost))])
    let outcome = await desk.presenter.show(.sample())
    guard case .notShown(.noBus) = outcome else {
      Issue.record("the outcome is \(outcome)")
      return
    }
    first.kill9()
    try bus.start()
    let second = try await ScriptedServer(on: bus)
    #expect(await desk.presenter.show(.sample()) == .shown)
    #expect(try second.notifications().map(\.replaces) == [0])
  }

  @Test("A bus that dies while somebody waits is an answer")
  func busDiesInACall() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, .answer("Notify", .hang))
    let desk = Desk(bus, call: .seconds(3_600))
    let presenter = desk.presenter
    async let outcome = presenter.show(.sample())
    try await server.wait("the call") { $0.contains { $0.call == "Notify" } }
    bus.stop()
    let failure = await outcome
    guard case .notShown(.noBus) = failure else {
      Issue.record("the outcome is \(failure)")
      return
    }
  }

  @Test("A bus that hangs costs one wait, and is used again when it goes on")
  func hangingBus() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    bus.hang(true)
    let desk = Desk(bus, call: .seconds(2), silence: .seconds(1))
    for _ in 0..<100 {
      let outcome = await desk.presenter.show(.sample())
      guard case .notShown(.noBus) = outcome else {
        Issue.record("the outcome is \(outcome)")
        break
      }
    }
    bus.hang(false)
    try await eventually(.shown) { await desk.presenter.show(.sample()) }
    bus.hang(true)
    #expect(await desk.presenter.show(.sample()) == .notShown(.noAnswer))
    bus.hang(false)
    try await eventually(.shown) { await desk.presenter.show(.sample()) }
    withExtendedLifetime(server) {}
  }

  @Test("After the end every call says so, and the events end")
  func stopping() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, .answer("Notify", .hang))
    let desk = Desk(bus, call: .seconds(3_600))
    let presenter = desk.presenter
    async let outcome = presenter.show(.sample())
    try await server.wait("the call") { $0.contains { $0.call == "Notify" } }
    desk.presenter.stop()
    #expect(await outcome == .notShown(.stopped))
    #expect(await desk.presenter.show(.sample()) == .notShown(.stopped))
    try await eventually(true) { desk.isOver }
  }
}
