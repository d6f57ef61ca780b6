import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("What a delivery knows of an app is what is stored")
struct AppProfileTests {
  private func authorize(
    _ store: NotificationStore, _ status: NotificationSettings.Authorization
  ) throws {
    try store.change("app") { $0.settings.permissions.authorization = status }
  }

  private func status(_ store: NotificationStore) throws -> NotificationSettings.Authorization? {
    try store.profile(of: "app").storedSettings?.permissions.authorization
  }

  @Test("What this process changes counts at once", arguments: StoreKind.allCases)
  func own(kind: StoreKind) throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    #expect(try store.profile(of: "app") == AppProfile())
    for value in [NotificationSettings.Authorization.authorized, .denied, .authorized] {
      try authorize(store, value)
      #expect(try status(store) == value)
    }
    let category = NotificationCategory(identifier: "tea", actions: [])
    try store.change("app") { $0.categories = [category] }
    let app = RegisteredApp(identifier: "app", name: "App")
    try store.change("app") { $0.registration = app }
    let profile = try store.profile(of: "app")
    #expect(profile.categories == [category])
    #expect(profile.registration == app)
    #expect(try store.profile(of: "other") == AppProfile())
    try store.change("app") { $0.registration = nil }
    #expect(try store.profile(of: "app").registration == nil)
  }

  @Test("What another process changes counts a moment later")
  func foreign() async throws {
    let folder = try TemporaryFolder()
    let state = StoreFolder(path: folder.path("state"))
    let (store, other) = (
      try NotificationStore(folder: state), try NotificationStore(folder: state)
    )
    for value in [NotificationSettings.Authorization.authorized, .denied, .authorized] {
      try authorize(other, value)
      var tries = 0
      while try status(store) != value, tries < 1_000 {
        try await Task.sleep(for: .milliseconds(5))
        tries += 1
      }
      #expect(try status(store) == value)
    }
  }
}
