import Foundation
import NotificationScheduling
import NotificationTypes
import Testing

@Suite("Apps, their settings and their responses in a store, in memory and in SQLite alike")
struct StoreAppTests {
  private let date = Sample.moment.wall

  @Test("Settings are new ones until they are changed, and stay", arguments: StoreKind.allCases)
  func settings(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    #expect(try store.settings(app: "a") == nil)
    let (same, isSame) = try store.changeSettings(app: "a") { $0 == AppSettings() }
    #expect(isSame && same == AppSettings())
    #expect(try store.allSettings().isEmpty)
    let (changed, step) = try store.changeSettings(app: "a") { $0.request([.alert, .sound]) }
    #expect(step == .ask)
    #expect(changed == AppSettings(requested: [.alert, .sound]))
    let answer = try store.changeSettings(app: "a") { $0.answer(true, to: [.alert, .sound]) }
    #expect(answer.result)
    let stored = try #require(try store.settings(app: "a"))
    #expect(stored == answer.settings)
    #expect(stored.permissions.sound == .enabled)
    #expect(stored.permissions.badge == .notSupported)
    #expect(try store.settings(app: "b") == nil)
    #expect(try store.allSettings() == ["a": stored])
  }

  @Test("An app is registered once by its identifier", arguments: StoreKind.allCases)
  func registered(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    try store.register(RegisteredApp(identifier: "b"))
    try store.register(RegisteredApp(identifier: "a", command: ["old"]))
    let full = RegisteredApp(
      identifier: "a", name: "A", command: ["new", "-x"], icon: "bell", bundle: "/opt/a",
      groups: ["g"])
    try store.register(full)
    #expect(try store.registeredApps(nil) == [full, RegisteredApp(identifier: "b")])
    #expect(try store.registeredApps("a") == [full])
    #expect(try store.unregister(app: "b"))
    #expect(try !store.unregister(app: "b"))
    #expect(try store.registeredApps(nil).map(\.identifier) == ["a"])
  }

  @Test(
    "The categories of an app are set all at once, in their order, the last of a name counting",
    arguments: StoreKind.allCases)
  func categories(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let reply = NotificationAction(
      identifier: "r", title: "Reply", textInput: .init(buttonTitle: "Send"))
    try store.setCategories([NotificationCategory(identifier: "old")], app: "a")
    try store.setCategories([NotificationCategory(identifier: "x")], app: "b")
    let message = NotificationCategory(
      identifier: "m", actions: [reply], options: .customDismissAction)
    try store.setCategories(
      [
        NotificationCategory(identifier: "m"), NotificationCategory(identifier: "k"), message,
      ], app: "a")
    #expect(try store.categories(app: "a").map(\.identifier) == ["k", "m"])
    #expect(try store.categories(app: "a").last == message)
    #expect(try store.appsWithCategories() == ["a", "b"])
    try store.setCategories([], app: "a")
    #expect(try store.categories(app: "a").isEmpty)
    #expect(try store.appsWithCategories() == ["b"])
  }

  @Test("A badge of 0 is none", arguments: StoreKind.allCases)
  func badge(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    #expect(try store.allBadges()["a"] == nil)
    try store.setBadge(3, app: "a")
    try store.setBadge(4, app: "a")
    #expect(try store.allBadges()["a"] == 4)
    try store.setBadge(0, app: "a")
    #expect(try store.allBadges()["a"] == nil)
  }

  @Test(
    "What was seen and heard stands beside the delivered notification and goes with it",
    arguments: StoreKind.allCases)
  func deliveryRecords(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    for identifier in ["a", "b"] {
      _ = try store.add([try Sample.new(identifier, due: -5)], limit: .standard)
    }
    let (a, b) = (key("a", at: date), key("b", at: date))
    store.writer.append(.began(a, DeliveryRecord(banner: .begun, sound: .begun)))
    store.writer.flush()
    try Sample.deliver(in: store, at: date)
    store.writer.append(
      .amended(
        a,
        DeliveryAmendment(
          sound: .init("played", reason: "0.010 s late"), soundFile: "/s/ping.caf")))
    store.writer.append(
      .amended(key("a", at: date + 1), DeliveryAmendment(banner: .init("not this"))))
    store.writer.append(.amended(b, DeliveryAmendment(banner: .init("not there"))))
    store.writer.flush()
    let records = try store.delivered(app: nil).reduce(into: [:]) {
      $0[$1.request.identifier] = $1.record
    }
    #expect(
      records == [
        "a": DeliveryRecord(
          banner: .begun, sound: .init("played", reason: "0.010 s late"),
          soundFile: "/s/ping.caf")
      ])
    #expect(try store.removeDelivered(app: "app", identifiers: ["a"]) == 1)
    _ = try store.add([try Sample.new("a", due: -5)], limit: .standard)
    try Sample.deliver(in: store, at: date)
    #expect(try store.delivered(app: nil).first?.record == nil)
  }

  private func key(_ identifier: String, at date: Date) -> DeliveryKey {
    DeliveryKey(app: "app", identifier: identifier, date: date)
  }

  @Test(
    "A response stays until somebody says that it has got it",
    arguments: StoreKind.allCases)
  func responses(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let responses = ["1", "2", "3"].map {
      NotificationResponse(app: $0 == "2" ? "b" : "a", requestIdentifier: $0, date: date)
    }
    for response in responses { try store.record(response) }
    let waiting = try store.responses(app: "a")
    #expect(waiting.map(\.response) == [responses[0], responses[2]])
    #expect(try store.responses(app: nil).map(\.response) == responses)
    try store.removeResponses([waiting[0].number])
    #expect(try store.responses(app: "a").map(\.response) == [responses[2]])
    try store.removeResponses([waiting[1].number])
    #expect(try store.responses(app: nil).map(\.response) == [responses[1]])
  }
}
