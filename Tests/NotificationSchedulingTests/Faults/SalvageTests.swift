import Foundation
import Glibc
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("A salvage reads pages, and holds nobody up")
struct SalvageTests {
  /// A log with requests in several transactions, as a killed process leaves it.
  private func openStore() throws -> (main: [UInt8], log: [UInt8], identifiers: [String]) {
    let place = try Workplace()
    let store = try place.store()
    for number in 0..<12 {
      _ = try store.add([try Sample.new("\(number)", due: Double(number))], limit: .unlimited)
    }
    let main = try place.folder.bytes(of: "tocsin/notifications.sqlite")
    let log = try place.folder.bytes(of: "tocsin/notifications.sqlite-wal")
    return (main, log, try store.identifiers())
  }

  private func identifiers(_ main: [UInt8], _ log: [UInt8]) throws -> Set<String> {
    let image = try DatabaseImage(ByteSource(main), log: ByteSource(log), pageSize: 4_096)
    var reader = RowReader(image)
    var found: Set<String> = []
    try reader.readRows { if $0.table == "request" { found.insert($0.text("identifier") ?? "") } }
    return found
  }

  /// So many small requests fit into a page of 4,096 bytes, at most.
  private static let requestsOfPage = 40

  @Test("The rows on the pages are those that SQLite reads, in every table and each form")
  func allRows() throws {
    let folder = try TemporaryFolder()
    let script = """
      import json, sqlite3, sys
      c = sqlite3.connect(sys.argv[1])
      c.executescript(open(sys.argv[2]).read())
      tables = ["request", "delivered", "missed", "response", "setting", "registration", "category",
        "badge"]
      print(json.dumps({t: c.execute("SELECT count(*) FROM " + t).fetchone()[0] for t in tables}))
      """
    let dump = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/form-1.sql")
    let made = try Tool("python3").run(["-c", script, folder.path("s"), dump.path])
    let expected = try JSONDecoder().decode([String: Int].self, from: Data(made.output))
    let image = try DatabaseImage(
      ByteSource(try folder.bytes(of: "s")), log: nil, pageSize: 4_096)
    var reader = RowReader(image)
    var found: [String: Int] = [:]
    // A row of an earlier form has become one of today's table.
    let names = ["inbox": "response", "delivery": "delivered"]
    try reader.readRows { found[names[$0.table] ?? $0.table, default: 0] += 1 }
    #expect(found == expected.filter { $0.value > 0 })
    #expect(reader.rejectedCount == 0)
    #expect(reader.notes["seen"] == "1795333526.5497773")
  }

  @Test(
    "One wrong byte anywhere in the log costs no request, or those of a page at most where the sums do not tell its place, and is found out",
    .timeLimit(.minutes(20)))
  func log() throws {
    var random = SeededGenerator.printed(for: "bytes of the log")
    let (main, log, all) = try openStore()
    #expect(try LogImage(ByteSource(log))?.damage == nil)
    #expect(try identifiers(main, log) == Set(all))
    let places =
      Array(0..<32) + (0..<300).map { _ in Int.random(in: 32..<log.count, using: &random) }
    // A wrong sum in the last frame cannot be told from a transaction that was not finished.
    let lastSums = log.count - 4_096 - 8..<log.count - 4_096
    for place in places where !lastSums.contains(place) {
      var bytes = log
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      // The sums tell the place of a change in a word's lower half.
      let allowed = (place - 32) % 4 < 2 || place < 32 ? 0 : Self.requestsOfPage
      let lost = Set(all).subtracting(try identifiers(main, bytes))
      #expect(lost.count <= allowed, "byte \(place) cost \(lost.sorted())")
      #expect(try LogImage(ByteSource(bytes))?.damage != nil, "byte \(place)")
    }
  }

  @Test("A log whose last transaction was not finished is not damage; a hole before others is")
  func torn() throws {
    let (_, log, _) = try openStore()
    let step = 24 + 4_096
    let count = (log.count - 32) / step
    for frame in 0..<count {
      var bytes = log
      let start = 32 + frame * step
      bytes.replaceSubrange(start..<start + step, with: repeatElement(0, count: step))
      let image = try LogImage(ByteSource(bytes))
      // That the frame right after it is of the same log, nothing tells.
      let commits = (min(frame + 2, count)..<count).count { index in
        log[32 + index * step + 4..<32 + index * step + 8].contains { $0 != 0 }
      }
      #expect((image?.damage != nil) == (commits >= 2), "frame \(frame) of \(count)")
    }
    for size in stride(from: 0, to: log.count, by: 997) {
      #expect(try LogImage(ByteSource(Array(log.prefix(size))))?.damage == nil, "\(size) bytes")
    }
  }

  @Test("What waits for a service extension is salvaged, and what it has changed waits no more")
  func waitingForExtension() throws {
    let place = try Workplace()
    do {
      let schedule = NotificationSchedule(store: try place.store())
      for (number, name) in ["tea", "bread"].enumerated() {
        var arrival = RemoteArrival(
          app: "app", position: .init(pushClass: "a", number: Int64(number) + 1),
          request: NotificationRequest(
            identifier: name, app: "app", content: NotificationContent(title: name),
            trigger: .push))
        arrival.waitsForExtension = true
        #expect(try schedule.take(arrival))
      }
      let first = try #require(try schedule.store.read(.firstWaitingForExtension(of: "app")))
      #expect(try schedule.store.apply(.startedExtension(for: first.number)) > 0)
      #expect(try schedule.release(first.number, as: try #require(first.request)))
      try schedule.store.checkpoint()
    }
    try place.damage()
    let store = try place.store(.integrity)
    #expect(try store.fetch(.recoveries).count == 1)
    let waiting = try #require(try store.read(.firstWaitingForExtension(of: "app")))
    let count = try store.read(.waitingForExtensions(app: "app"))
    #expect(count == 1 && waiting.request?.identifier == "bread" && waiting.attempts == 0)
    #expect(try store.identifiers() == ["tea"])
    #expect(try store.read(.remotePositions(of: "app")) == ["a": 2])
  }

  @Test("Bytes of any kind end no process")
  func hostile() throws {
    var random = SeededGenerator.printed(for: "hostile pages")
    let (main, log, _) = try openStore()
    for round in 0..<60 {
      var (bytes, frames) = (main + main, log)
      for _ in 0..<[1, 30, 3_000][round % 3] {
        bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        frames[.random(in: 0..<frames.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      for size in [512, 1_024, 4_096, 65_536] {
        let image = try DatabaseImage(ByteSource(bytes), log: ByteSource(frames), pageSize: size)
        var reader = RowReader(image)
        try reader.readRows { _ in }
        try reader.readOlderRows { _, _ in }
      }
    }
  }

  @Test("What was done is told by whoever opens the store later, and by 'tocsinctl status'")
  func told() throws {
    let place = try Workplace()
    do {
      _ = try place.store().add([try Sample.new("a", due: 3_600)], limit: .standard)
    }
    try place.damage()
    // A visitor finds it, and says so.
    let visit = try place.run("pending", "--json")
    #expect(try visit.jsonItems().count == 1)
    #expect(visit.errors.contains("Warning: the database of the notifications was damaged"))
    #expect(try place.run("status").text.contains("1 requests were salvaged, none is lost"))
    let store = try place.store(.integrity)
    #expect(store.recovery == nil)
    let recovery = try #require(try store.fetch(.recoveries).first)
    #expect(recovery.salvagedCount == 1 && recovery.lostCount == 0)
    #expect(FileManager.default.fileExists(atPath: recovery.quarantine))
    #expect("\(recovery)".contains("1 requests were salvaged"))
    // Another salvage keeps it.
    try place.damage()
    #expect(try place.store().fetch(.recoveries).count == 2)
  }

  @Test("Nobody else may read the database, its log, its copies, or what is set aside")
  func modes() throws {
    let old = umask(0)
    defer { umask(old) }
    let place = try Workplace()
    do {
      let store = try place.store()
      _ = try store.add([try Sample.new("a", due: 3_600)], limit: .standard)
      try store.backUp()
      chmod(place.stateFolder.backup, 0o644)
    }
    try place.damage()
    let store = try place.store()
    try store.backUp()
    _ = try store.add([try Sample.new("b", due: 3_600)], limit: .standard)
    for name in try FileManager.default.contentsOfDirectory(atPath: place.stateFolder.path) {
      var status = stat()
      #expect(stat(place.stateFolder.path + "/" + name, &status) == 0)
      #expect(status.st_mode & 0o077 == 0, "\(name)")
    }
    #expect(store.recovery != nil)
  }

  @Test(
    "A kill at each step of a salvage: nothing is lost, nobody stays shut out",
    .needs(Facility.traces, "strace is not allowed to trace here"), .timeLimit(.minutes(20)),
    arguments: ["rename", "link", "unlink", "fsync", "utimensat", "pwrite64"])
  func kills(call: String) throws {
    let names = Set((0..<40).map { "\($0)" })
    var kills = 0
    for number in 1...60 {
      let place = try Workplace()
      do {
        _ = try place.store().add(
          try names.map { try Sample.new($0, due: 3_600) }, limit: .unlimited)
      }
      try place.damage()
      // In big steps: there are many writes, and each is like the one before.
      let count = call == "pwrite64" ? number * 3 : number
      let result = try Tool("strace").run(
        [
          "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
          "inject=\(call):signal=KILL:when=\(count)", place.control.path, "pending",
        ], environment: place.environment)
      // Whoever comes next adds one, and finds all.
      #expect(
        try place.run("schedule", "--in", "1h", "--title", "t", "--id", "new", "--limit", "1000")
          .status == 0)
      #expect(try Set(place.store(.integrity).identifiers()) == names.union(["new"]))
      #expect(!place.stateFolder.hasReplacement)
      if !result.wasKilled { break }
      kills += 1
    }
    print("kills at \(call) of a salvage: \(kills), lost 0")
    #expect(kills >= 1)
  }

  @Test("Writers of other processes while it is damaged again and again", .timeLimit(.minutes(20)))
  func writers() throws {
    let place = try Workplace()
    let mine = try place.store()
    let script = """
      control=$1 log=$2 end=$3
      for writer in 1 2 3; do
        (
          number=0
          while [ ! -e "$end" ]; do
            name=$writer-$number
            "$control" schedule --in 5h --title t --id $name --limit 100000 > /dev/null 2>> "$log.errors" \\
              && echo $name >> "$log"
            number=$((number + 1))
          done
        ) &
      done
      wait
      """
    try place.folder.write([], to: "acknowledged")
    let end = place.folder.path("end")
    let writers = try Tool("bash").start(
      ["-c", script, "bash", place.control.path, place.folder.path("acknowledged"), end],
      environment: place.environment)
    // The writers go on until this file is there.
    defer { _ = FileManager.default.createFile(atPath: end, contents: nil) }
    var kept: [String] = []
    func recoveries() throws -> Int { try place.store().fetch(.recoveries).count }
    var number = 0
    // On a busy machine a checkpoint may write the page anew before anybody has read it.
    while try number < 60 || number < 600 && recoveries() == 0 {
      if number % 6 == 5 {
        // Else the wrong byte stands where nobody reads it.
        try? mine.checkpoint()
        try place.damage()
      }
      let added = try? mine.add([Sample.new("mine \(number)", due: 9_000)], limit: .unlimited)
      if added != nil { kept.append("mine \(number)") }
      number += 1
      usleep(20_000)
    }
    try place.folder.write([], to: "end")
    writers.waitUntilExit()
    let text = String(decoding: try place.folder.bytes(of: "acknowledged"), as: UTF8.self)
    kept += text.split(separator: "\n").map(String.init)
    let found = try Set(place.store(.integrity).identifiers())
    let lost = kept.filter { !found.contains($0) }
    let salvages = try recoveries()
    print(
      "writers while damaged: \(kept.count) acknowledged, \(salvages) salvages, lost \(lost.count)")
    #expect(lost.isEmpty)
    #expect(salvages >= 1)
  }
}

extension Workplace {
  /// Makes the database one that SQLite does not open: a wrong byte in its header.
  ///
  /// Written as another process would: closing the file here would take SQLite's locks.
  func damage() throws {
    let result = try Tool("python3").run([
      "-c",
      """
      import sys
      with open(sys.argv[1], "r+b") as file:
        file.seek(3)
        byte = file.read(1)[0]
        file.seek(3)
        file.write(bytes([byte ^ 0x20]))
      """, stateFolder.database,
    ])
    #expect(result.status == 0, "\(result.errors)")
  }
}
