import Foundation
import LinuxProcess
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

  @Test("While a scheduler of an older version runs, nobody changes the form of its database")
  func heldByOlder() throws {
    let folder = try TemporaryFolder()
    let state = try state("form-8.sql", in: folder)
    let script = """
      import fcntl, os, sys
      lock = open(sys.argv[1], "w")
      lock.write(f"{os.getpid()}\\n\\n")
      lock.flush()
      fcntl.lockf(lock, fcntl.LOCK_EX, 1, 0)
      open(sys.argv[1] + ".held", "w").close()
      sys.stdin.read()
      """
    let input = Pipe()
    let older = try Tool.python.start(
      ["-c", script, state.path + "/scheduler.lock"], environment: [:], input: .pipe(input))
    try waitUntil("it has the lock") {
      FileManager.default.fileExists(atPath: state.path + "/scheduler.lock.held")
    }
    #expect(throws: StoreError.outdated) { try NotificationStore(folder: state) }
    #expect(StoreError.outdated.description.hasPrefix("waiting for tocsind to update the store"))
    older.kill()
    let store = try NotificationStore(folder: state)
    #expect(store.recovery == nil)
    try expectItems(in: store)
  }

  /// The items of the eighth form, in the inbox, with the numbers that the migration gives them.
  private func expectItems(in store: NotificationStore) throws {
    let responses = try store.fetch(.responses(app: "mail"))
    #expect(responses.map(\.response.requestIdentifier) == ["one", "two"])
    #expect(responses.map(\.number) == [4, 8])
    let messages = try store.fetch(.remoteMessages())
    #expect(messages.map(\.message.identifier) == ["newer"] && messages.map(\.number) == [18])
    let waiting = try #require(try store.read(.firstWaitingForExtension(of: "mail")))
    #expect(waiting.number == 11 && waiting.attempts == 1)
    #expect(waiting.request?.identifier == "push")
  }

  @Test("A database of the eighth form is taken over: what waits for apps is in one inbox")
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
    try expectItems(in: store)
    #expect(try store.fetch(.questions(app: "mail")).map(\.number) == [29])
    // No later item gets the number of an earlier one.
    try store.apply(.received([29]))
    let next = RemoteMessage(app: "mail", identifier: "next", userInfo: [:], date: Date())
    #expect(
      try NotificationSchedule(store: store).take(
        RemoteArrival(app: "mail", position: nil, message: next)))
    #expect(try store.fetch(.remoteMessages()).map(\.number) == [30])
  }

  /// What the ninth form had in two tables and in the inbox.
  private func expectDeliveries(in store: NotificationStore, hasRecords: Bool = true) throws {
    #expect(try store.fetch(.pending()).map(\.request.identifier) == ["once"])
    let listed = try store.fetch(.delivered(app: "mail"))
    let names = listed.map(\.request.identifier)
    #expect(names == (hasRecords ? ["bare", "shown"] : ["asked", "bare", "shown"]))
    let shown = try #require(listed.last)
    #expect(shown.request.content.title == "shown")
    #expect(
      shown.record
        == (hasRecords
          ? DeliveryRecord(
            banner: .init("shown"),
            sound: .init("played", reason: "begun 0.01 s after it was due"),
            soundFile: "/s/ping.caf", fallback: "not found") : nil))
    #expect(listed.dropLast().allSatisfy { $0.record == nil })
    #expect(shown.date == Date(microseconds: 1_795_333_528_000_010))
    #expect(shown.dueDate == Date(microseconds: 1_795_333_528_000_000))
  }

  @Test("A database of the ninth form is taken over: each delivery is one row")
  func ninth() throws {
    let folder = try TemporaryFolder()
    let store = try NotificationStore(
      folder: try state("form-9.sql", in: folder), check: .integrity)
    #expect(store.recovery == nil)
    let schema = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"
    #expect(try Set(store.texts(schema)) == Set(NotificationStore().texts(schema)))
    try expectDeliveries(in: store)
    // What waits for the user's answer is not listed, and has its contents.
    let held = try store.fetch(.held())
    #expect(held.map(\.identifier) == ["asked", "alone"])
    #expect(try held.map { try $0.request().content.title } == ["asked", "alone"])
    #expect(try store.texts("SELECT kind FROM inbox").isEmpty)
    // A record whose notification was removed is closed.
    #expect(
      try store.texts("SELECT identifier FROM delivery WHERE closed IS NOT NULL") == ["gone"])
    try store.apply(.notHeld(app: "mail"))
    let asked = try store.fetch(.delivered(app: "mail", identifier: "asked")).first
    #expect(asked?.record?.sound == .init("withheld", reason: "not-authorized"))
  }

  /// What the tenth form had.
  private func expectTenth(in store: NotificationStore) throws {
    #expect(try store.fetch(.pending()).map(\.request.identifier) == ["once"])
    let listed = try store.fetch(.delivered(app: "mail"))
    #expect(listed.map(\.request.identifier) == ["playing", "shown"])
    #expect(
      listed.last?.record
        == DeliveryRecord(
          banner: .init("shown"),
          sound: .init("played", reason: "begun 0.01 s after it was due"),
          soundFile: "/s/ping.caf", fallback: "not found"))
    #expect(try store.fetch(.held()).map(\.identifier) == ["asked"])
    #expect(try store.texts("SELECT identifier FROM delivery WHERE closed IS NOT NULL") == ["gone"])
    #expect(try store.fetch(.missed()).map(\.identifier) == ["late"])
    let playing = try store.fetch(.unfinished(app: nil, before: Date(microseconds: .max)))
    #expect(playing.map(\.waiting.identifier) == ["playing"])
    let id = try #require(playing.first?.waiting.id)
    try store.apply(.interrupted(id, soundBeginsAgain: true))
    #expect(try store.fetch(.delivered(identifier: "playing")).first?.record?.interruptions == 1)
  }

  @Test("A database of the tenth form is taken over: sounds have not been cut off")
  func tenth() throws {
    let folder = try TemporaryFolder()
    let store = try NotificationStore(
      folder: try state("form-10.sql", in: folder), check: .integrity)
    #expect(store.recovery == nil)
    try expectTenth(in: store)
  }

  @Test("Of a damaged database of the tenth form the deliveries come with their outcomes")
  func damagedTenth() throws {
    let folder = try TemporaryFolder()
    let state = try state("form-10.sql", in: folder)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: state.database))
    // The root of the schema.
    bytes.replaceSubrange(100..<200, with: Data(repeating: 0xFF, count: 100))
    try bytes.write(to: URL(fileURLWithPath: state.database))
    let store = try NotificationStore(folder: state, check: .integrity)
    #expect(store.recovery != nil)
    try expectTenth(in: store)
  }

  @Test("Of a damaged database of the ninth form the deliveries come without their outcomes")
  func damagedNinth() throws {
    let folder = try TemporaryFolder()
    let state = try state("form-9.sql", in: folder)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: state.database))
    // The root of the schema.
    bytes.replaceSubrange(100..<200, with: Data(repeating: 0xFF, count: 100))
    try bytes.write(to: URL(fileURLWithPath: state.database))
    let store = try NotificationStore(folder: state, check: .integrity)
    #expect(store.recovery != nil)
    try expectDeliveries(in: store, hasRecords: false)
  }

  @Test("Of a damaged database of the eighth form the items come into the inbox")
  func damagedEighth() throws {
    let folder = try TemporaryFolder()
    let state = try state("form-8.sql", in: folder)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: state.database))
    // The root of the schema.
    bytes.replaceSubrange(100..<200, with: Data(repeating: 0xFF, count: 100))
    try bytes.write(to: URL(fileURLWithPath: state.database))
    let store = try NotificationStore(folder: state, check: .integrity)
    #expect(store.recovery != nil)
    #expect(try store.read(.counts()).pending == 3)
    try expectItems(in: store)
  }
}
