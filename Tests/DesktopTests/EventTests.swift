import NotificationTypes
import TestSupport
import Testing

@testable import Desktop

@Suite("Events of banners")
struct EventTests {
  private let id = Banner.sample().id

  /// A bus, a server and a desk on which one banner, number 1, is shown.
  private func shown(
    _ capabilities: ServerOrder = .capabilities("actions", "inline-reply")
  ) async throws -> (SessionBus, ScriptedServer, Desk) {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, capabilities)
    let desk = Desk(bus)
    #expect(await desk.presenter.show(.sample(actions: [.snooze, .answer])) == .shown)
    return (bus, server, desk)
  }

  @Test(
    "An action is told by its identifier, once, whatever the server says afterwards",
    arguments: [("default", NotificationAction.defaultIdentifier), ("action-0", "snooze")])
  func activated(key: String, identifier: String) async throws {
    let (_, server, desk) = try await shown()
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string(key)))
    for reason in [2, 3, 2] {
      try await server.order(.emit("NotificationClosed", "uu", .number(1), .number(reason)))
    }
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string("default")))
    try await desk.settle()
    #expect(desk.events == [BannerEvent(banner: id, kind: .activated(action: identifier))])
    // The banner goes, even where the server would leave it.
    try await server.wait("a closing") { $0.contains { $0.call == "CloseNotification" } }
  }

  @Test("A reply is told with its text, once; its button alone says nothing")
  func replied() async throws {
    let (_, server, desk) = try await shown()
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string("inline-reply")))
    try await server.order(.emit("NotificationReplied", "us", .number(1), .string("<ä> & co")))
    try await server.order(.emit("NotificationClosed", "uu", .number(1), .number(2)))
    try await desk.settle()
    let kind = BannerEvent.Kind.replied(action: "answer", text: "<ä> & co")
    #expect(desk.events == [BannerEvent(banner: id, kind: kind)])
  }

  @Test("An activation token goes with the action that follows it")
  func token() async throws {
    let (_, server, desk) = try await shown()
    try await server.order(.emit("ActivationToken", "us", .number(1), .string("token-7")))
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string("default")))
    try await desk.settle()
    let kind = BannerEvent.Kind.activated(action: NotificationAction.defaultIdentifier)
    #expect(desk.events == [BannerEvent(banner: id, kind: kind, activationToken: "token-7")])
  }

  @Test(
    "A closing is told with its reason, once",
    arguments: [
      (1, .expired), (2, .dismissed), (3, .byCall), (4, .unspecified), (0, .unspecified),
      (4_294_967_295, .unspecified),
    ] as [(Int, BannerEvent.Closing)])
  func closed(reason: Int, closing: BannerEvent.Closing) async throws {
    let (_, server, desk) = try await shown()
    for reason in [reason, 3, 2] {
      try await server.order(.emit("NotificationClosed", "uu", .number(1), .number(reason)))
    }
    try await desk.settle()
    #expect(desk.events == [BannerEvent(banner: id, kind: .closed(closing))])
  }

  @Test(
    "A closing by call is told once, whether the server tells it never, twice or with other reasons",
    arguments: [[], [3], [3, 3], [3, 2], [4]])
  func closedByCall(reasons: [Int]) async throws {
    let (_, server, desk) = try await shown()
    try await server.order(.answer("CloseNotification", .closing(reasons)))
    #expect(await desk.presenter.close(id) == nil)
    try await desk.settle()
    #expect(desk.events.map(\.banner) == [id])
    #expect(await desk.presenter.show(.sample()) == .shown)
    #expect(try server.notifications().last?.replaces == 0)
  }

  @Test("What is about no banner of ours, or makes no sense, is not an event")
  func bogus() async throws {
    let (_, server, desk) = try await shown()
    let one = JSON.number(1)
    try await server.order(.emit("NotificationClosed", "uu", .number(0), .number(2)))
    try await server.order(.emit("NotificationClosed", "uu", .number(99), .number(2)))
    try await server.order(.emit("NotificationClosed", "u", one))
    try await server.order(.emit("NotificationClosed", "s", .string("1")))
    try await server.order(.emit("NotificationClosed", "", contentsOf: []))
    try await server.order(.emit("NotificationClosed", "us", one, .string("2")))
    try await server.order(.emit("ActionInvoked", "uu", one, one))
    try await server.order(.emit("ActionInvoked", "us", one, .string("no such key")))
    try await server.order(.emit("ActionInvoked", "us", one, .string("")))
    try await server.order(.emit("NotificationReplied", "u", one))
    try await server.order(.emit("SomethingElse", "us", one, .string("default")))
    try await desk.settle()
    #expect(desk.events.isEmpty)
    // It is still there.
    _ = await desk.presenter.show(.sample())
    #expect(try server.notifications().last?.replaces == 1)
  }

  @Test("A signal from somebody who is not the server is not an event")
  func foreign() async throws {
    let (bus, server, desk) = try await shown()
    try bus.emitFromElsewhere("NotificationClosed", "uint32:1", "uint32:2")
    try bus.emitFromElsewhere("ActionInvoked", "uint32:1", "string:default")
    try await desk.settle()
    #expect(desk.events.isEmpty)
    try await server.order(.emit("NotificationClosed", "uu", .number(1), .number(1)))
    try await desk.settle()
    #expect(desk.events == [BannerEvent(banner: id, kind: .closed(.expired))])
  }

  @Test("A random stream of signals gives each banner one event at most")
  func random() async throws {
    let (_, server, desk) = try await shown()
    for number in 2...8 {
      _ = await desk.presenter.show(.sample("\(number)", actions: [.snooze, .answer]))
    }
    var random = SeededGenerator.printed(for: "signals of a notification server")
    var orders: [ServerOrder] = []
    for _ in 0..<200 {
      let number = JSON.number(Int.random(in: 0...9, using: &random))
      let key =
        ["default", "action-0", "inline-reply", "", "x"].randomElement(using: &random) ?? ""
      let choices: [ServerOrder] = [
        .emit("NotificationClosed", "uu", number, .number(Int.random(in: 0...5, using: &random))),
        .emit("ActionInvoked", "us", number, .string(key)),
        .emit("NotificationReplied", "us", number, .string(key)),
        .emit("ActivationToken", "us", number, .string(key)),
      ]
      if let order = choices.randomElement(using: &random) { orders.append(order) }
    }
    try await server.order(orders)
    try await desk.settle()
    let events = desk.events
    #expect(events.count > 1)
    #expect(Set(events.map(\.banner)).count == events.count)
  }
}
