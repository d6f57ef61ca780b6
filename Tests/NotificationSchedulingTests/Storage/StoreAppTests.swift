import Foundation
import LinuxProcess
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("Apps, their settings and their responses in a store, in memory and in SQLite alike")
struct StoreAppTests {
  private let date = Sample.moment.wall

  @Test("Settings are new ones until they are changed, and stay", arguments: StoreKind.allCases)
  func settings(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    #expect(try store.profile(of: "a").storedSettings == nil)
    #expect(try store.change("a") { $0.settings == AppSettings() })
    #expect(try store.read(.profiles).compactMapValues(\.storedSettings).isEmpty)
    let step = try store.change("a") { $0.settings.request([.alert, .sound]) }
    #expect(step == .ask)
    #expect(
      try store.profile(of: "a").storedSettings == AppSettings(requested: [.alert, .sound]))
    #expect(try store.change("a") { $0.settings.answer(true, to: [.alert, .sound]) })
    let stored = try #require(try store.profile(of: "a").storedSettings)
    #expect(stored.permissions.sound == .enabled)
    #expect(stored.permissions.badge == .notSupported)
    #expect(try store.profile(of: "b").storedSettings == nil)
    #expect(try store.read(.profiles).compactMapValues(\.storedSettings) == ["a": stored])
  }

  @Test("A registration that cannot be decoded can be taken back", arguments: StoreKind.allCases)
  func unreadable(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    for app in ["a", "b"] {
      try store.change(app) { $0.registration = RegisteredApp(identifier: app) }
    }
    try store.execute("UPDATE registration SET body = 'x' WHERE app = 'a'")
    #expect(try store.apply(.unregistered(app: "a")) == 1)
    #expect(try store.apply(.unregistered(app: "a")) == 0)
    #expect(try store.texts("SELECT app FROM registration") == ["b"])
    #expect(try store.profile(of: "b").registration != nil)
  }

  @Test("An app is registered once by its identifier", arguments: StoreKind.allCases)
  func registered(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    try store.change("b") { $0.registration = RegisteredApp(identifier: "b") }
    try store.change("a") { $0.registration = RegisteredApp(identifier: "a", command: ["old"]) }
    let full = RegisteredApp(
      identifier: "a", name: "A", command: ["new", "-x"], icon: "bell", bundle: "/opt/a",
      groups: ["g"], serviceExtension: ["extension", "-y"],
      contentExtensions: [
        ContentExtension(
          categories: ["timer", "tea"], page: "/opt/a/timer/index.html",
          initialContentSizeRatio: 0.25, isDefaultContentHidden: true,
          overridesDefaultTitle: true, isUserInteractionEnabled: true)
      ])
    try store.change("a") { $0.registration = full }
    #expect(try registered(store) == ["a": full, "b": RegisteredApp(identifier: "b")])
    #expect(try store.profile(of: "a").registration == full)
    try store.change("b") { $0.registration = nil }
    #expect(try registered(store) == ["a": full])
  }

  @Test("A registration of an earlier version has no pages; a page may leave out what is usual")
  func pages() throws {
    func read(_ text: String) throws -> RegisteredApp {
      try JSONDecoder().decode(RegisteredApp.self, from: Data(text.utf8))
    }
    #expect(try read(#"{"identifier": "a"}"#).contentExtensions == [])
    let app = try read(
      #"{"identifier": "a", "contentExtensions": [{"categories": ["t"], "page": "/a/t.html"}]}"#)
    let page = ContentExtension(categories: ["t"], page: "/a/t.html")
    #expect(app.contentExtensions == [page] && page.initialContentSizeRatio == 0.5)
    #expect(!page.isDefaultContentHidden && !page.overridesDefaultTitle)
    #expect(!page.isUserInteractionEnabled)
    #expect(app.contentExtension(of: "t") == page)
    #expect(app.contentExtension(of: "u") == nil && app.contentExtension(of: "") == nil)
  }

  @Test("A6: a process says that it shows pages, others see it, and it ends with the last one")
  func presence() throws {
    let folder = try TemporaryFolder()
    let place = StoreFolder(path: folder.path("centre"))
    #expect(!ContentExtensionPresence.isAnnounced(in: place))
    var shown = try [ContentExtensionPresence(in: place), ContentExtensionPresence(in: place)]
    #expect(shown.count == 2 && ContentExtensionPresence.isAnnounced(in: place))
    shown.removeFirst()
    // Who asks takes nothing: however many ask, the answer is the same.
    for _ in 0..<100 { #expect(ContentExtensionPresence.isAnnounced(in: place)) }
    shown = []
    for _ in 0..<100 { #expect(!ContentExtensionPresence.isAnnounced(in: place)) }
  }

  private func registered(_ store: NotificationStore) throws -> [String: RegisteredApp] {
    try store.read(.profiles).compactMapValues(\.registration)
  }

  @Test(
    "The categories of an app are set all at once, in their order, the last of a name counting",
    arguments: StoreKind.allCases)
  func categories(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let reply = NotificationAction(
      identifier: "r", title: "Reply", textInput: .init(buttonTitle: "Send"))
    try store.change("a") { $0.categories = [NotificationCategory(identifier: "old")] }
    try store.change("b") { $0.categories = [NotificationCategory(identifier: "x")] }
    let message = NotificationCategory(
      identifier: "m", actions: [reply], options: .customDismissAction)
    try store.change("a") {
      $0.categories = [
        NotificationCategory(identifier: "m"), NotificationCategory(identifier: "k"), message,
      ]
    }
    #expect(try store.profile(of: "a").categories.map(\.identifier) == ["k", "m"])
    #expect(try store.profile(of: "a").categories.last == message)
    #expect(try Set(store.read(.profiles).keys) == ["a", "b"])
    try store.change("a") { $0.categories = [] }
    #expect(try store.profile(of: "a").categories.isEmpty)
    #expect(try Set(store.read(.profiles).keys) == ["b"])
  }

  @Test("A badge of 0 is none", arguments: StoreKind.allCases)
  func badge(_ kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    #expect(try store.profile(of: "a").badge == 0)
    try store.change("a") { $0.badge = 3 }
    try store.change("a") { $0.badge = 4 }
    #expect(try store.profile(of: "a").badge == 4)
    try store.change("a") { $0.badge = 0 }
    #expect(try store.profile(of: "a").badge == 0)
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
    let (a, b) = try (Sample.due(in: store)[0], Sample.due(in: store)[1])
    let record = DeliveryRecord(banner: .begun, sound: .begun, soundFile: "/s/ping.caf")
    // It is listed before its end, which adds to the record.
    try store.apply(.listed(a, at: date, record: record))
    store.settle([
      Settlement(a, .delivered(at: date, record: DeliveryRecord(banner: .begun, sound: .begun))),
      Settlement(b, .delivered(at: date)),
    ])
    try store.apply(.soundEnded(a.id, .init("played", reason: "0.010 s late")))
    try store.apply(.soundEnded(b.id, .init("not there")))
    let records = try store.fetch(.delivered(app: nil)).reduce(into: [:]) {
      $0[$1.request.identifier] = $1.record
    }
    #expect(
      records == [
        a.identifier: DeliveryRecord(
          banner: .begun, sound: .init("played", reason: "0.010 s late"),
          soundFile: "/s/ping.caf")
      ])
    #expect(try store.apply(.removed(app: "app", identifiers: ["a"], at: Date())) == 1)
    _ = try store.add([try Sample.new("a", due: -5)], limit: .standard)
    try Sample.deliver(in: store, at: date)
    #expect(try store.fetch(.delivered(app: nil)).first?.record == nil)
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
    for response in responses { try store.apply(.responded(response)) }
    let waiting = try store.fetch(.responses(app: "a"))
    #expect(waiting.map(\.response) == [responses[0], responses[2]])
    #expect(try store.fetch(.responses(app: nil)).map(\.response) == responses)
    try store.apply(.received([waiting[0].number]))
    #expect(try store.fetch(.responses(app: "a")).map(\.response) == [responses[2]])
    try store.apply(.received([waiting[1].number]))
    #expect(try store.fetch(.responses(app: nil)).map(\.response) == [responses[1]])
  }
}
