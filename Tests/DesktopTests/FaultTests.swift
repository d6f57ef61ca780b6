import NotificationTypes
import TestSupport
import Testing

@testable import Desktop

@Suite("Faults of a notification server")
struct ServerFaultTests {
  @Test("No server, and none to be started")
  func noServer() async throws {
    let bus = try SessionBus()
    let desk = Desk(bus)
    let outcome = await desk.presenter.show(.sample())
    guard case .notShown(.noServer) = outcome else {
      Issue.record("the outcome is \(outcome)")
      return
    }
    // A badge needs no server, and one that comes later is found.
    #expect(await desk.presenter.setBadge(1, for: "a") == nil)
    let server = try await ScriptedServer(on: bus)
    #expect(await desk.presenter.show(.sample()) == .shown)
    #expect(try server.notifications().count == 1)
  }

  @Test(
    "A server that cannot be started is a result", arguments: ["/bin/false", "/does/not/exist"])
  func brokenService(command: String) async throws {
    let bus = try SessionBus(starting: command)
    let desk = Desk(bus, call: .seconds(10))
    for _ in 0..<20 {
      switch await desk.presenter.show(.sample()) {
      // A bus of this test may not hear of the end of what it has started, and then says nothing.
      case .notShown(.noServer), .notShown(.noAnswer): break
      case let outcome: Issue.record("the outcome is \(outcome)")
      }
    }
  }

  @Test("A server that does not come up is waited for once")
  func slowService() async throws {
    let bus = try SessionBus(starting: "/bin/sleep 60")
    let desk = Desk(bus, call: .seconds(10), silence: .seconds(3_600))
    for _ in 0..<200 {
      #expect(await desk.presenter.show(.sample()) == .notShown(.noAnswer))
    }
  }

  @Test(
    "A server that needs longer for its first answer than for others has the time to start",
    arguments: ["GetServerInformation", "GetCapabilities"])
  func slowStart(method: String) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, .answer(method, .delay))
    let desk = Desk(bus, call: .milliseconds(1), start: .seconds(60))
    #expect(await desk.presenter.show(.sample()) == .shown)
    #expect(try server.notifications().count == 1)
  }

  @Test(
    "A server that does not answer costs one wait; the next banners do not wait at all",
    arguments: ["GetServerInformation", "GetCapabilities", "Notify"])
  func hanging(method: String) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, .answer(method, .hang))
    let desk = Desk(bus, call: .seconds(10), silence: .seconds(3_600))
    #expect(await desk.presenter.show(.sample("first")) == .notShown(.noAnswer))
    // With a wait of ten seconds each, these would take more than five hours.
    for number in 0..<2_000 {
      let outcome = await desk.presenter.show(.sample("\(number)"))
      if outcome != .notShown(.noAnswer) { Issue.record("the outcome is \(outcome)") }
    }
    #expect(await desk.presenter.setBadge(1, for: "a") == nil)
    #expect(try server.calls(method).count == 1)
  }

  @Test("A thousand banners at once on a server that hangs all fail")
  func storm() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    server.hang(true)
    let desk = Desk(bus, call: .seconds(2))
    let presenter = desk.presenter
    let outcomes = await withTaskGroup(of: BannerOutcome.self) { group in
      for number in 0..<1_000 { group.addTask { await presenter.show(.sample("\(number)")) } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    server.hang(false)
    #expect(!outcomes.contains(.shown))
  }

  @Test("Banners in a row on a slow server are all shown: each has its time when its turn comes")
  func slow() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, .answer("Notify", .delay))
    // The last of the twelve waits twelve seconds for its answer, of which one is its own.
    let desk = Desk(bus, call: .seconds(10))
    let outcomes = await desk.show(count: 12)
    #expect(outcomes == Array(repeating: .shown, count: 12))
    #expect(try server.notifications().count == 12)
  }

  @Test("A banner whose turn does not come in time is told that the server is busy")
  func busy() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, .answer("Notify", .hang))
    // The first one has as long to reach the server, too.
    let desk = Desk(bus, call: .seconds(3_600), queue: .seconds(10))
    let presenter = desk.presenter
    async let first = presenter.show(.sample("first"))
    try await server.wait("the call") { $0.contains { $0.call == "Notify" } }
    #expect(await presenter.show(.sample("second")) == .notShown(.busy))
    try await server.order(.release)
    #expect(await first == .shown)
  }

  @Test("A banner that comes late is ours all the same: it can be replaced and closed")
  func late() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let desk = Desk(bus, call: .seconds(10), silence: .seconds(3_600))
    #expect(await desk.presenter.show(.sample("egg")) == .shown)
    try await server.order(.answer("Notify", .hang, once: true))
    #expect(await desk.presenter.show(.sample("tea")) == .notShown(.noAnswer))
    try await server.order(.release)
    // The late answer ends the silence as well.
    try await eventually(.shown) { await desk.presenter.show(.sample("egg")) }
    #expect(await desk.presenter.show(.sample("tea")) == .shown)
    #expect(try server.notifications().map(\.replaces) == [0, 0, 1, 2])
  }

  @Test("A banner that comes late and was replaced or closed meanwhile goes again")
  func lateAndUnwanted() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let desk = Desk(bus, call: .seconds(10), silence: .zero)
    #expect(await desk.presenter.show(.sample("egg")) == .shown)
    try await server.order(.answer("Notify", .hang, once: true))
    #expect(await desk.presenter.show(.sample("tea")) == .notShown(.noAnswer))
    #expect(await desk.presenter.show(.sample("tea")) == .shown)
    try await server.order(.release)
    try await server.wait("the first one is closed") {
      $0.contains { $0.call == "CloseNotification" && $0.body == [.number(2)] }
    }
    try await server.order(.answer("Notify", .hang, once: true))
    #expect(await desk.presenter.show(.sample("rice")) == .notShown(.noAnswer))
    #expect(await desk.presenter.close(Banner.sample("rice").id) == nil)
    try await server.order(.release)
    try await server.wait("it is closed") {
      $0.contains { $0.call == "CloseNotification" && $0.body == [.number(4)] }
    }
    _ = await desk.presenter.show(.sample("tea"))
    #expect(try server.notifications().last?.replaces == 3)
    #expect(desk.events.isEmpty)
  }

  @Test(
    "An error is a result, and the next banner is tried again",
    arguments: [
      "org.freedesktop.Notifications.InvalidId",
      "org.freedesktop.Notifications.MaxNotificationsExceeded",
      "org.freedesktop.Notifications.Error.ExcessNotificationGeneration",
      "org.freedesktop.DBus.Error.LimitsExceeded", "org.freedesktop.DBus.Error.AccessDenied",
    ])
  func errors(name: String) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, .answer("Notify", .error(name), once: true))
    let desk = Desk(bus)
    let refused = BannerFailure.refused(name: name, message: "as it was told")
    #expect(await desk.presenter.show(.sample()) == .notShown(refused))
    #expect(desk.presenter.state == .failing(refused))
    #expect(await desk.presenter.show(.sample()) == .shown)
    #expect(desk.presenter.state == .ready(server: "hostile 1.0"))
    #expect(try server.notifications().map(\.replaces) == [0, 0])
  }

  @Test("Where the number to replace is not known any more, the banner is shown again")
  func unknownNumber() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let desk = Desk(bus)
    _ = await desk.presenter.show(.sample())
    let error = ServerOrder.Answer.error("org.freedesktop.Notifications.InvalidId")
    try await server.order(.answer("Notify", error, once: true))
    #expect(await desk.presenter.show(.sample()) == .shown)
    #expect(try server.notifications().map(\.replaces) == [0, 1, 0])
  }

  @Test("A banner that the server says it does not have is closed")
  func closingError() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(
      on: bus,
      .answer("CloseNotification", .error("org.freedesktop.Notifications.InvalidId")))
    let desk = Desk(bus)
    _ = await desk.presenter.show(.sample())
    #expect(await desk.presenter.close(Banner.sample().id) == nil)
    let events = try await desk.events(atLeast: 1)
    #expect(events == [BannerEvent(banner: Banner.sample().id, kind: .closed(.byCall))])
    #expect(try server.calls("CloseNotification").count == 1)
  }

  private static let lies: [ServerOrder.Answer] = [
    .lie(signature: "", []), .lie(signature: "s", [.string("1")]),
    .lie(signature: "u", [.number(0)]), .lie(signature: "i", [.number(1)]),
    .lie(signature: "as", [.array([.string("1")])]),
    .lie(signature: "ab", [.array([.bool(true)])]),
    .lie(signature: "sss", [.string("a"), .string("b"), .string("c")]),
    .lie(signature: "(u)", [.array([.number(1)])]),
    .lie(signature: "au", [.array([.number(1), .number(2)])]),
  ]

  @Test("A number of the wrong kind is a bad answer", arguments: lies.indices)
  func lyingAboutNumbers(index: Int) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, .answer("Notify", Self.lies[index], once: true))
    let desk = Desk(bus)
    #expect(await desk.presenter.show(.sample()) == .notShown(.badAnswer))
    #expect(await desk.presenter.show(.sample()) == .shown)
    #expect(try server.notifications().map(\.replaces) == [0, 0])
  }

  @Test(
    "A server that cannot say what it is shows banners all the same",
    arguments: ["GetServerInformation", "GetCapabilities"], lies.indices)
  func lyingAboutItself(method: String, index: Int) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, .answer(method, Self.lies[index]))
    let desk = Desk(bus)
    #expect(await desk.presenter.show(.sample(actions: [.snooze])) == .shown)
    #expect(try server.notifications().count == 1)
  }

  @Test("A server that gives every banner the same number confuses nobody but itself")
  func sameNumber() async throws {
    let bus = try SessionBus()
    let seven = ServerOrder.Answer.lie(signature: "u", [.number(7)])
    let server = try await ScriptedServer(on: bus, .answer("Notify", seven))
    let desk = Desk(bus)
    _ = await desk.presenter.show(.sample("tea"))
    _ = await desk.presenter.show(.sample("egg"))
    _ = await desk.presenter.show(.sample("tea"))
    #expect(try server.notifications().map(\.replaces) == [0, 0, 0])
    try await server.order(.emit("NotificationClosed", "uu", .number(7), .number(2)))
    try await server.order(.emit("NotificationClosed", "uu", .number(7), .number(2)))
    let events = try await desk.events(atLeast: 1)
    #expect(events == [BannerEvent(banner: Banner.sample("tea").id, kind: .closed(.dismissed))])
  }
}
