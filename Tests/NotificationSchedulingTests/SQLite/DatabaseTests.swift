import CSystemSQLite
import Foundation
import TestSupport
import Testing

@testable import NotificationStorage

@Suite("The layer over SQLite's C interface")
struct DatabaseTests {
  @Test(
    "A value comes back as it was stored",
    arguments: [
      .null, .integer(.min), .integer(.max), .real(0.5), .text(""), .text("ä\0b"), .blob(Data()),
      .blob(Data([0, 255])),
    ] as [Value])
  func values(_ value: Value) throws {
    try Connection().use { database in
      try database.execute("CREATE TABLE item (value)")
      try database.execute("INSERT INTO item VALUES (?)", [value])
      #expect(try database.row("SELECT value FROM item")?.value("value") == value)
    }
  }

  @Test("A column of another type than expected is read as nothing, or as SQLite converts it")
  func damagedValues() throws {
    try Connection().use { database in
      let read = try #require(
        try database.row("SELECT 'ä' AS t, x'C3A4' AS b, 1.5 AS r, 1e300 AS g, x'FF' AS n"))
      #expect(read.integer("t") == nil && read.integer("b") == nil && read.integer("g") == nil)
      #expect(read.integer("r") == 1)
      #expect(read.text("b") == "ä" && read.text("n") == "" && read.text("r") == "")
      #expect(read.blob("t") == Data([0xC3, 0xA4]) && read.blob("r") == Data())
      #expect(read.integer("missing") == nil && read.text("missing") == "")
      #expect(try database.texts("SELECT 2 UNION SELECT NULL") == ["2"])
      #expect(try database.integers("SELECT NULL UNION SELECT 7") == [7])
    }
  }

  @Test("A transaction that throws changes nothing, and the next one begins")
  func rollback() throws {
    let connection = try Connection()
    try connection.use { try $0.execute("CREATE TABLE item (value)") }
    #expect(throws: Refused.self) { try connection.use(Self.addAndRefuse) }
    let values = try connection.use { database in
      try database.transaction(.writing) { try database.execute("INSERT INTO item VALUES (2)") }
      return try database.integers("SELECT value FROM item")
    }
    #expect(values == [2])
  }

  private struct Refused: Error {}

  private static func addAndRefuse(_ database: Database) throws {
    try database.transaction(.writing) {
      try database.execute("INSERT INTO item VALUES (1)")
      throw Refused()
    }
  }

  @Test("An error has SQLite's extended code and its text")
  func errors() throws {
    try Connection().use { database in
      try database.execute("CREATE TABLE item (value UNIQUE)")
      try database.execute("INSERT INTO item VALUES (1)")
      let refused = #expect(throws: SQLiteError.self) {
        try database.execute("INSERT INTO item VALUES (?)", [1])
      }
      #expect(refused?.code == SQLITE_CONSTRAINT | (8 << 8))
      #expect(refused?.primary == SQLITE_CONSTRAINT)
      #expect(refused?.message == "UNIQUE constraint failed: item.value")
      let wrong = #expect(throws: SQLiteError.self) {
        try database.execute("INSERT INTO item VALUES (?)", [1, 2])
      }
      #expect(wrong?.message == "2 values for 1 parameters")
      #expect(throws: SQLiteError.self) { try database.execute("no statement") }
      #expect(throws: SQLiteError.self) { try database.execute("-- nothing") }
      // The statement that failed is ready again.
      try database.execute("INSERT INTO item VALUES (?)", [2])
      #expect(try database.count("SELECT count(*) FROM item") == 2)
    }
  }

  @Test("A row has the columns that another connection has added meanwhile")
  func addedColumn() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "database").path
    let (first, second) = (try Connection(path), try Connection(path))
    try first.use { try $0.run("CREATE TABLE item (a); INSERT INTO item VALUES (1)") }
    #expect(try first.use { try $0.row("SELECT * FROM item")?.integer("b") } == nil)
    try second.use { try $0.run("ALTER TABLE item ADD COLUMN b DEFAULT 2") }
    #expect(try first.use { try $0.row("SELECT * FROM item")?.integer("b") } == 2)
  }

  @Test("A statement that ends early holds no lock")
  func endsEarly() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "database").path
    let (first, second) = (try Connection(path), try Connection(path, timeout: 0))
    try first.use { try $0.run("CREATE TABLE item (a); INSERT INTO item VALUES (1), (2)") }
    #expect(try first.use { try $0.integer("SELECT a FROM item") } == 1)
    try second.use { try $0.execute("DELETE FROM item") }
    #expect(try first.use { try $0.integer("SELECT a FROM item") } == nil)
  }

  @Test(
    "A connection without a timeout reports at once that the database is busy; closed, it says so")
  func busyAndClosed() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "database").path
    let (first, second) = (try Connection(path), try Connection(path, timeout: 0))
    let busy = #expect(throws: SQLiteError.self) {
      try first.use { one in
        try one.transaction(.writing) {
          try second.use { two in try two.transaction(.writing) {} }
        }
      }
    }
    #expect(busy?.primary == SQLITE_BUSY)
    first.close()
    #expect(throws: Connection.Closed.self) { try first.use { try $0.run("SELECT 1") } }
  }

  @Test("A copy has all that the database had, and is apart from it")
  func copy() throws {
    let first = try Connection()
    try first.use { try $0.run("CREATE TABLE item (a); INSERT INTO item VALUES (1)") }
    let copy = try first.use { try $0.copied() }
    try first.use { try $0.run("DELETE FROM item") }
    #expect(try copy.use { try $0.integers("SELECT a FROM item") } == [1])
  }
}
