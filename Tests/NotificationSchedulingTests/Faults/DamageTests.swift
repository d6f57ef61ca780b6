import Foundation
import LinuxProcess
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("A damaged database is set aside, and what can be read of it goes on")
struct DamageTests {
  private static let count = 300

  /// A closed store with requests, and its bytes.
  private func closedStore(_ place: Workplace, hasBackup: Bool = false) throws -> [UInt8] {
    let requests = try (0..<Self.count).map { try Sample.new("\($0)", due: Double($0)) }
    do {
      let store = try place.store()
      _ = try store.add(requests, limit: .unlimited)
      if hasBackup { try store.backUp() }
    }
    // Every connection is closed: the log is in the database.
    return try place.folder.bytes(of: "tocsin/notifications.sqlite")
  }

  private func write(_ bytes: [UInt8], _ place: Workplace) throws {
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: place.stateFolder.database + suffix)
    }
    try place.folder.write(bytes, to: "tocsin/notifications.sqlite")
  }

  /// Opens what is left and uses it.
  private func reopen(_ place: Workplace) throws -> (kept: Int, recovery: StoreRecovery?) {
    let store = try place.store(.integrity)
    let kept = try store.identifiers().count
    #expect(try store.add([try Sample.new("new", due: 1)], limit: .unlimited) == [.added])
    #expect(try store.identifiers().contains("new"))
    if let recovery = store.recovery {
      #expect(FileManager.default.fileExists(atPath: recovery.quarantine))
    }
    return (kept, store.recovery)
  }

  @Test("Cut anywhere, it opens; the backup gives back what is lost", arguments: [true, false])
  func truncated(hasBackup: Bool) throws {
    let place = try Workplace()
    let whole = try closedStore(place, hasBackup: hasBackup)
    for fraction in [0.0, 0.01, 0.3, 0.5, 0.9, 0.999] {
      try write(Array(whole.prefix(Int(Double(whole.count) * fraction))), place)
      let (kept, recovery) = try reopen(place)
      if fraction > 0 { #expect(recovery != nil, "\(fraction)") }
      // An empty file is an empty database, and no damage.
      if hasBackup, fraction > 0 { #expect(kept == Self.count, "\(fraction)") }
    }
  }

  @Test("A page of zeros costs the requests on it at most; the backup has them")
  func zeroedPages() throws {
    let place = try Workplace()
    let whole = try closedStore(place)
    var salvaged: [Int] = []
    for page in stride(from: 1, to: whole.count / 4_096, by: 3) {
      var bytes = whole
      bytes.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: repeatElement(0, count: 4_096))
      try write(bytes, place)
      let (kept, recovery) = try reopen(place)
      if recovery != nil { salvaged.append(kept) }
    }
    #expect(salvaged.count > 3)
    #expect(salvaged.max() ?? 0 >= Self.count - 60)
  }

  @Test("A writer that meets a damaged page repairs it at once, and its request is kept")
  func repairedByWriter() throws {
    let place = try Workplace()
    let whole = try closedStore(place, hasBackup: true)
    let roots = try place.store().texts(
      """
      SELECT rootpage FROM sqlite_master
      WHERE tbl_name = 'request' AND name IN ('request', 'request_due', 'request_elapsed')
      """)
    var repairs = 0
    for page in roots.compactMap({ Int($0) }) {
      var bytes = whole
      bytes.replaceSubrange(
        (page - 1) * 4_096..<page * 4_096, with: repeatElement(0xA5, count: 4_096))
      try write(bytes, place)
      // Without a check: only what is used is found to be damaged.
      let store = try place.store()
      let wasFoundAtStart = store.recovery != nil
      #expect(
        try store.add([try Sample.new("new", due: 1)], limit: .unlimited) == [.added], "\(page)")
      if !wasFoundAtStart, store.recovery != nil {
        repairs += 1
        #expect(try store.identifiers().count == Self.count + 1, "\(page)")
      }
    }
    #expect(repairs > 0)
  }

  @Test("Changed at random, it opens and works, a hundred times")
  func random() throws {
    var random = SeededGenerator.printed(for: "damaged databases")
    let place = try Workplace()
    let whole = try closedStore(place, hasBackup: true)
    var recoveries = 0
    for _ in 0..<100 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      try write(bytes, place)
      let (kept, recovery) = try reopen(place)
      if recovery != nil { recoveries += 1 }
      // SQLite has no checksums: what is changed within a row and reads well is not noticed.
      #expect(kept >= Self.count - 20)
    }
    #expect(recoveries > 10)
  }

  @Test("Bytes of something else are set aside by any visitor, 'tocsinctl' too")
  func foreign() throws {
    let place = try Workplace()
    try FileManager.default.createDirectory(
      atPath: place.stateFolder.path, withIntermediateDirectories: true)
    try place.folder.write(
      Array("This is a letter, and no database at all. ".utf8)
        + [UInt8](repeating: 65, count: 9_000),
      to: "tocsin/notifications.sqlite")
    let result = try place.run("schedule", "--in", "1h", "--title", "t", "--id", "t")
    #expect(result.status == 0, "\(result.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: place.stateFolder.path)
    #expect(names.contains { $0.contains(".corrupt-") })
  }

  @Test("Values of a wrong type in any column are read without a crash, and settled")
  func wrongTypes() throws {
    let place = try Workplace()
    let columns = [
      "app", "identifier", "content", "trigger", "kind", "repeats", "added", "local", "elapsed",
      "boot", "region", "occurrence",
    ]
    let store = try place.store()
    for (number, column) in columns.enumerated() {
      for value in ["x'ff00'", "'text'", "9223372036854775807", "1e300"] {
        _ = try store.add([try Sample.new("\(number)", due: -10)], limit: .unlimited)
        try store.execute("UPDATE request SET \(column) = \(value)")
        _ = try store.fetch(.pending(app: nil))
        let due = try Sample.due(in: store)
        #expect(due.count == 1, "\(column) \(value)")
        store.settle(
          due.map { item in
            let isReadable = (try? item.request()) != nil
            return Settlement(
              item,
              isReadable
                ? .delivered(at: Sample.moment.wall)
                : .missed(.unreadable, at: Sample.moment.wall, count: 1))
          })
        #expect(try store.fetch(.pending(app: nil)).isEmpty, "\(column) \(value)")
      }
    }
    _ = try (store.fetch(.delivered(app: nil)), store.fetch(.missed(app: nil)))
  }

  @Test("A database of a newer version is left alone")
  func newer() throws {
    let place = try Workplace()
    _ = try closedStore(place)
    let insert = "INSERT INTO grdb_migrations VALUES ('9-future')"
    #expect(
      try Tool("python3").run([
        "-c",
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()",
        place.stateFolder.database, insert,
      ]).status == 0)
    #expect(throws: StoreError.tooNew) { try place.store() }
    let result = try place.run("pending")
    #expect(result.status == 1 && result.errors.contains("newer version"))
  }

  @Test("It is in WAL mode with full syncs, and nobody else may read it")
  func durability() throws {
    let place = try Workplace()
    let store = try place.store()
    #expect(try store.pragma("journal_mode") == "wal")
    #expect(try store.pragma("synchronous") == "2")
    let attributes = try FileManager.default.attributesOfItem(atPath: place.stateFolder.database)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}
