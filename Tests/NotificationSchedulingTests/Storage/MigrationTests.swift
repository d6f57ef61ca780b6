import Foundation
import NotificationScheduling
import NotificationTypes
import TestSupport
import Testing

@Suite("Databases of earlier versions are taken over")
struct MigrationTests {
  private static let dump = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/form-1.sql")

  @Test("Nothing of the first form's database is lost, and what its scheduler had claimed comes")
  func first() async throws {
    let folder = try TemporaryFolder()
    let state = StoreFolder(path: folder.url.path)
    let script = """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1])
      connection.executescript(open(sys.argv[2]).read())
      connection.execute("PRAGMA journal_mode = WAL")
      """
    let made = try Tool("python3").run(["-c", script, state.database, Self.dump.path])
    #expect(made.status == 0, "\(made.errors)")
    let store = try NotificationStore(folder: state, check: .integrity)
    #expect(store.recovery == nil)
    let requests = try store.fetch(.pending(app: nil))
    #expect(
      Set(requests.map(\.request.identifier))
        == ["once", "daily", "interval", "claimed", "claimed too", "door"])
    #expect(requests.first { $0.request.identifier == "once" }?.request.content.body == "A body")
    #expect(try store.counts() == StoreCounts(pending: 6, delivered: 2, missed: 1, responses: 1))
    #expect(try store.fetch(.delivered(app: "mail")).first?.record?.sound.code == "played")
    #expect(try store.profile(of: "mail").storedSettings?.volume == 0.5)
    #expect(try store.profile(of: "mail").registration?.name == "Mail")
    #expect(try store.profile(of: "mail").categories.map(\.identifier) == ["mail"])
    #expect(try store.allProfiles().mapValues(\.badge) == ["mail": 3])
    #expect(try store.fetch(.responses(app: "mail")).first?.response.text == "Yes")
    // 2026-11-22 07:46 UTC: a moment after the claims.
    let clock = ManualClock(wall: Date(timeIntervalSince1970: 1_795_333_560))
    let host = try Host(store: store, clock: clock)
    await host.start()
    #expect(host.identifiers == ["claimed", "claimed too"])
    #expect(try store.counts().pending == 4)
    try await host.stop()
  }
}
