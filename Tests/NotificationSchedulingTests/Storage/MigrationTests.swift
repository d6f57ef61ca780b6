import Foundation
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("Databases of earlier versions are taken over")
struct MigrationTests {
  /// The state of an earlier version, from SQLite's dump of its database.
  private func state(_ dump: String, in folder: TemporaryFolder) throws -> StoreFolder {
    let state = StoreFolder(path: folder.url.path)
    let dump = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/\(dump)")
    let script = """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1])
      connection.executescript(open(sys.argv[2]).read())
      connection.execute("PRAGMA journal_mode = WAL")
      """
    let made = try Tool("python3").run(["-c", script, state.database, dump.path])
    #expect(made.status == 0, "\(made.errors)")
    return state
  }

  @Test("Nothing of the first form's database is lost, and what its scheduler had claimed comes")
  func first() async throws {
    let folder = try TemporaryFolder()
    let state = try state("form-1.sql", in: folder)
    let store = try NotificationStore(folder: state, check: .integrity)
    #expect(store.recovery == nil)
    let requests = try store.fetch(.pending(app: nil))
    #expect(
      Set(requests.map(\.request.identifier))
        == ["once", "daily", "interval", "claimed", "claimed too", "door"])
    #expect(requests.first { $0.request.identifier == "once" }?.request.content.body == "A body")
    #expect(
      try store.read(.counts()) == StoreCounts(pending: 6, delivered: 2, missed: 1, responses: 1))
    #expect(try store.fetch(.delivered(app: "mail")).first?.record?.sound.code == "played")
    #expect(try store.profile(of: "mail").storedSettings?.volume == 0.5)
    #expect(try store.profile(of: "mail").registration?.name == "Mail")
    #expect(try store.profile(of: "mail").categories.map(\.identifier) == ["mail"])
    #expect(try store.read(.profiles).mapValues(\.badge) == ["mail": 3])
    #expect(try store.fetch(.responses(app: "mail")).first?.response.text == "Yes")
    // 2026-11-22 07:46 UTC: a moment after the claims.
    let clock = ManualClock(wall: Date(timeIntervalSince1970: 1_795_333_560))
    let host = try Host(store: store, clock: clock)
    await host.start()
    #expect(host.identifiers == ["claimed", "claimed too"])
    #expect(try store.read(.counts()).pending == 4)
    try await host.stop()
  }
  @Test("A database of the eighth form is opened as it is: its tables are today's")
  func eighth() throws {
    let folder = try TemporaryFolder()
    let store = try NotificationStore(
      folder: try state("form-8.sql", in: folder), check: .integrity)
    #expect(store.recovery == nil)
    #expect(
      try store.fetch(.pending()).map(\.request.identifier) == ["interval", "daily", "once"])
    #expect(try store.read(.counts(app: "mail")).pending == 2)
    let schema = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"
    #expect(try Set(store.texts(schema)) == Set(NotificationStore().texts(schema)))
  }
}
