import Foundation
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("A salvage says what is lost of each table")
struct SalvageLossTests {
  private static let pageSize = 4_096

  /// A closed store in which each table has rows, and the leaves of the trees of its tables.
  private func closedStore(_ place: Workplace) throws -> (bytes: [UInt8], leaves: [String: [Int]]) {
    let store = try place.store()
    _ = try store.add(
      try (0..<100).map { try Sample.new("\($0)", due: 3_600 + Double($0)) }, limit: .unlimited)
    for number in 0..<6 {
      try store.change("app-\(number)") {
        $0.registration = RegisteredApp(identifier: "app-\(number)", name: "App")
      }
    }
    try store.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      INSERT INTO delivery (request, app, identifier, content, trigger, due, date)
        SELECT i, app, 'd' || i, content, trigger, due, due FROM n, request WHERE identifier = '0';
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5)
      INSERT INTO missed (app, identifier, due, date, reason, count)
        SELECT 'app', 'm' || i, 1, 1, 'tooLate', 1 FROM n;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
      INSERT INTO badge (app, count) SELECT 'app-' || i, i FROM n;
      """)
    try store.checkpoint()
    var leaves: [String: [Int]] = [:]
    for table in ["registration", "delivery", "missed", "badge"] {
      leaves[table] = try store.texts(
        "SELECT CAST(pageno AS TEXT) FROM dbstat WHERE name = '\(table)' AND pagetype = 'leaf'"
      ).compactMap { Int($0) }
    }
    return (try place.folder.bytes(of: "tocsin/notifications.sqlite"), leaves)
  }

  private func salvage(
    without pages: [Int], of bytes: [UInt8], _ place: Workplace
  ) throws -> StoreRecovery? {
    var bytes = bytes
    for page in pages {
      let start = (page - 1) * Self.pageSize
      bytes.replaceSubrange(
        start..<start + Self.pageSize, with: repeatElement(0xA5, count: Self.pageSize))
    }
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: place.stateFolder.database + suffix)
    }
    try place.folder.write(bytes, to: "tocsin/notifications.sqlite")
    return try place.store(.integrity).recovery
  }

  @Test(
    "The rows of a page are counted by the table's index",
    arguments: [
      ("registration", 6, "6 registered apps are lost"), ("badge", 7, "7 badges are lost"),
    ])
  func counted(table: String, count: Int, text: String) throws {
    let place = try Workplace()
    let (bytes, leaves) = try closedStore(place)
    let pages = try #require(leaves[table])
    let recovery = try #require(try salvage(without: pages, of: bytes, place))
    #expect(recovery.lostCount == 0)
    #expect(recovery.others.map(\.lostCount) == [count])
    #expect(recovery.others.map(\.table.rawValue) == [table])
    #expect(recovery.others.allSatisfy { !$0.mayHaveLostMore })
    #expect(recovery.description.contains("none is lost; \(text);"), "\(recovery)")
  }

  @Test("Of several pages of delivered notifications, all rows are counted")
  func delivered() throws {
    let place = try Workplace()
    let (bytes, leaves) = try closedStore(place)
    let pages = try #require(leaves["delivery"])
    #expect(pages.count > 1)
    let recovery = try #require(try salvage(without: pages, of: bytes, place))
    #expect(recovery.others.map(\.lostCount) == [60])
    #expect(recovery.description.contains("60 deliveries are lost"))
  }

  @Test("A table without an index is said to have lost what nobody can count")
  func uncounted() throws {
    let place = try Workplace()
    let (bytes, leaves) = try closedStore(place)
    let pages = try #require(leaves["missed"])
    let recovery = try #require(try salvage(without: pages, of: bytes, place))
    #expect(recovery.others.map(\.table) == [.missed])
    #expect(recovery.description.contains("some missed notifications may be lost"))
  }

  @Test("Where nothing else is lost, nothing else is said")
  func nothing() throws {
    let place = try Workplace()
    let (bytes, _) = try closedStore(place)
    // The header names another form of the file, which loses no row.
    var damaged = bytes
    damaged[0] = 0
    let recovery = try #require(try salvage(without: [], of: damaged, place))
    #expect(recovery.others.isEmpty && recovery.lostCount == 0, "\(recovery)")
  }

  @Test("A note of a version that counted requests alone is still read")
  func earlierNote() throws {
    let note = """
      {"date":0,"damage":"d","quarantine":"q","salvagedCount":1,"restoredCount":0,"lostCount":0,\
      "mayHaveLostMore":false}
      """
    let recovery = try #require(StoreRecovery(note: note))
    #expect(recovery.others.isEmpty)
  }

  @Test(
    "Each command that writes reports the damage too",
    arguments: [
      ["schedule", "--in", "1h", "--title", "t"], ["import", "-"],
      ["notify", "--title", "t", "--device", "null"],
    ])
  func commands(arguments: [String]) throws {
    let place = try Workplace()
    let (bytes, leaves) = try closedStore(place)
    _ = try salvage(without: try #require(leaves["registration"]), of: bytes, place)
    try place.folder.write(#"{"version":1,"requests":[]}"#.utf8, to: "empty.json")
    let given = arguments.map { $0 == "-" ? place.folder.path("empty.json") : $0 }
    let result = try place.control.run(given, environment: place.environment)
    #expect(result.errors.contains("6 registered apps are lost"), "\(result.errors)")
  }
}
