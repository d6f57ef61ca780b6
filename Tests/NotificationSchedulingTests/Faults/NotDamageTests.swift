import Foundation
import LinuxProcess
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("What is not damage, and what a salvage must not bring back")
struct NotDamageTests {
  private func names(_ place: Workplace) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.stateFolder.path)
  }

  private func hasTraces(_ place: Workplace) throws -> Bool {
    try names(place).contains { name in
      [".corrupt-", ".new", ".next"].contains { name.contains($0) }
    }
  }

  @Test("An index that somebody has made by hand is no damage")
  func foreignIndex() throws {
    let place = try Workplace()
    do {
      let store = try place.store()
      _ = try store.add([try Sample.new("a", due: 3_600)], limit: .standard)
      try store.execute("CREATE INDEX mine ON request (added)")
    }
    let store = try place.store(.integrity)
    #expect(store.recovery == nil)
    #expect(try store.identifiers() == ["a"])
    #expect(try !hasTraces(place))
  }

  @Test("A database that somebody keeps for himself is busy, and no damage")
  func exclusive() throws {
    let place = try Workplace()
    do { _ = try place.store().add([try Sample.new("a", due: 3_600)], limit: .standard) }
    let script = """
      import sqlite3, sys
      base = sqlite3.connect(sys.argv[1], isolation_level=None)
      base.execute("PRAGMA locking_mode = EXCLUSIVE")
      base.execute("BEGIN IMMEDIATE")
      print("held", flush=True)
      sys.stdin.read()
      """
    let (lifeline, answer) = (Pipe(), Pipe())
    let holder = try Tool.python.start(
      ["-c", script, place.stateFolder.database], input: .pipe(lifeline), output: .pipe(answer))
    _ = try answer.fileHandleForReading.read(upToCount: 5)
    let result = try place.run("pending")
    #expect(result.status == 1)
    #expect(result.errors.contains("in use by another process"), "\(result.errors)")
    #expect(throws: StoreError.busy) { try place.store(.integrity) }
    #expect(try !hasTraces(place))
    try lifeline.fileHandleForWriting.close()
    holder.waitUntilExit()
    let store = try place.store(.integrity)
    #expect(store.recovery == nil)
    #expect(try store.identifiers() == ["a"])
  }

  @Test("A response that an app has got does not come again out of the backup")
  func responses() throws {
    let place = try Workplace()
    let date = Sample.moment.wall
    do {
      let store = try place.store()
      func respond(_ number: Int) throws {
        // Each has a page of its own.
        try store.apply(
          .responded(
            NotificationResponse(
              app: "app", requestIdentifier: "r\(number)",
              text: String(repeating: "word ", count: 700), date: date)))
      }
      for number in 1...5 { try respond(number) }
      _ = try store.add(try (1...3).map { try Sample.new("m\($0)", due: -9) }, limit: .unlimited)
      store.settle(
        try Sample.due(in: store).map { Settlement($0, .missed(.tooLate, at: date, count: 1)) })
      try store.backUp()
      try store.apply(.received(try store.fetch(.responses()).prefix(3).map(\.number)))
      try respond(6)
      try store.checkpoint()
    }
    let script = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1])
      page = c.execute("SELECT max(pageno) FROM dbstat WHERE name = 'inbox'"
        " AND pagetype = 'leaf'").fetchone()[0]
      c.close()
      with open(sys.argv[1], "r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(bytes(4096))
      """
    let result = try Tool("python3").run(["-c", script, place.stateFolder.database])
    #expect(result.status == 0, "\(result.errors)")
    let store = try place.store(.integrity)
    #expect(store.recovery != nil)
    let found = try store.fetch(.responses()).map(\.response.requestIdentifier)
    #expect(Set(found).isSubset(of: ["r4", "r5", "r6"]), "\(found)")
    #expect(Set(found).count == found.count)
    #expect(found.count >= 1)
    #expect(try store.fetch(.missed(app: nil)).map(\.identifier).sorted() == ["m1", "m2", "m3"])
  }
}
