import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("What a page is told")
struct FeedTests {
  private func request(
    _ name: String, _ trigger: NotificationTrigger = .immediate, title: String? = nil
  ) -> NotificationRequest {
    NotificationRequest(
      identifier: name, app: "org.example.a",
      content: .init(title: title ?? name, sound: .standard),
      trigger: trigger)
  }

  @Test("everything at first, then what comes and goes")
  func changes() async throws {
    let bench = try Bench()
    try await bench.deliver([request("one"), request("two")])
    let page = try EventReader(bench)
    try await eventually("the first look") { page.titles == ["one", "two"] }
    try await bench.delivering { _ in
      try bench.schedule.add(request("three"))
      try await eventually("a new one") { page.titles == ["one", "three", "two"] }
      // The sound ends after the notification was listed.
      try await eventually("the end of its sound") {
        let item = page.delivered.values.first { $0["title"] as? String == "three" }
        return (item?["sound"] as? [String: Any])?["code"] as? String == "played"
      }
    }
    try bench.schedule.removeDelivered(["one"], app: "org.example.a")
    try await eventually("a removal") { page.titles == ["three", "two"] }
    #expect(page.events.filter { $0.value["isReset"] as? Bool == true }.count == 1)
  }

  @Test("ten thousand notifications, in parts, and each once")
  func many() async throws {
    let bench = try Bench()
    try bench.fill(10_000)
    let page = try EventReader(bench)
    // The oldest comes last.
    try await eventually("all of them") { page.contains("\"left\":0,\"remove\":[]}\n\n") }
    #expect(page.delivered.count == 10_000)
    let told = page.events.filter { $0.name == "delivered" }
      .flatMap { $0.value["add"] as? [[String: Any]] ?? [] }.count
    #expect(told == 10_000)
  }

  @Test("what waits, with its next dates, and what was missed, with the reason")
  func waiting() async throws {
    let bench = try Bench()
    let daily = try CalendarTrigger(.init(hour: 7, minute: 30), repeats: true)
    try bench.schedule.add(request("morning", .calendar(daily)))
    let page = try EventReader(bench)
    // Each list is an event of its own.
    try await eventually("the pending one, and the missed") {
      page.last("pending") != nil && page.last("missed") != nil
    }
    let items = try #require(page.last("pending")?.value["items"] as? [[String: Any]])
    let dates = try #require(items.first?["dates"] as? [Double])
    #expect(items.count == 1 && items[0]["identifier"] as? String == "morning")
    #expect(dates.count == 5 && zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 })
    #expect(page.last("missed")?.value["total"] as? Int == 0)

    #expect(
      try bench.post("/api/cancel", #"{"app":"org.example.a","identifier":"morning"}"#).status
        == 204)
    try await eventually("the end of it") {
      page.last("pending")?.value["total"] as? Int == 0
    }
    #expect(
      try bench.post("/api/cancel", #"{"app":"org.example.a","identifier":"morning"}"#).status
        == 404)
  }

  @Test("from due to page")
  func latency() async throws {
    let bench = try Bench()
    let page = try EventReader(bench)
    try await eventually("the first look") { page.last("delivered") != nil }
    var delays: [Double] = []
    try await bench.delivering { _ in
      for number in 0..<20 {
        let start = ContinuousClock.now
        try bench.schedule.add(request("n\(number)"))
        while !page.contains("\"identifier\":\"n\(number)\",\"level\"") {
          try await Task.sleep(for: .milliseconds(1))
        }
        delays.append((ContinuousClock.now - start) / .milliseconds(1))
      }
    }
    delays.sort()
    print(
      "from added, and due at once, to the page: median \(delays[10]) ms, longest \(delays[19]) ms")
    #expect(page.titles.count == 20)
  }

  private static func removal(of number: Int) -> String {
    "PRAGMA synchronous = FULL; DELETE FROM delivery WHERE identifier = 'n\(number)';"
  }

  /// SQLite's tool; strace does something to it at each sync of a file, after which a write can be read.
  private static func sqlite(_ database: String, _ statements: String, atSync injected: String)
    throws -> RunningTool
  {
    try Tool("strace").start([
      "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync",
      "-e", "inject=fsync,fdatasync:\(injected)", "sqlite3", database, statements,
    ])
  }

  /// Stops a process while it holds no lock of the database, which it would keep.
  private static func stop(_ process: pid_t, besides database: String) async throws {
    while true {
      kill(process, SIGSTOP)
      let look = try Tool("sqlite3").run([database, "BEGIN IMMEDIATE; ROLLBACK;"])
      if look.status == 0 { return }
      kill(process, SIGCONT)
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  private static func lastWrite(_ path: String) -> [Int] {
    var status = stat()
    stat(path, &status)
    return [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
  }

  // Nobody delivers in these two: another writer would tell of the first one's change.
  @Test("from a slow disk to the page")
  func slowDisk() async throws {
    let bench = try Bench()
    try bench.fill(2)
    let page = try EventReader(bench)
    try await eventually("the first look") { page.titles == ["Number 1", "Number 2"] }
    let writer = try Self.sqlite(
      try #require(bench.store.folder).database, Self.removal(of: 1),
      atSync: "delay_enter=1000000")
    #expect(writer.waitUntilExit() == .exited(0))
    try await eventually("a removal") { page.titles == ["Number 2"] }
  }

  @Test("a change that is written while another one becomes readable")
  func twoChanges() async throws {
    let bench = try Bench()
    try bench.fill(3)
    let page = try EventReader(bench)
    try await eventually("the first look") { page.titles.count == 3 }
    let database = try #require(bench.store.folder).database
    // Held up, so that it hears of both writes at once: after the first can be read, and before the
    // second, whose writer stops at its sync.
    defer { kill(bench.process, SIGCONT) }
    try await Self.stop(bench.process, besides: database)
    try Bench.run("sqlite3", [database, Self.removal(of: 1)])
    let log = database + "-wal"
    let before = Self.lastWrite(log)
    let writer = try Self.sqlite(database, Self.removal(of: 2), atSync: "signal=SIGSTOP")
    var hasEnded = false
    defer { if !hasEnded { Self.end(writer) } }
    try await eventually("the second write") { Self.lastWrite(log) != before }
    kill(bench.process, SIGCONT)
    try await eventually("the first removal") { page.titles == ["Number 2", "Number 3"] }
    try await eventually("the second writer's end") {
      hasEnded = try Self.resumed(by: writer)
      return hasEnded
    }
    try await eventually("both removals") { page.titles == ["Number 3"] }
  }

  /// Ends strace, and the program that it has stopped.
  private static func end(_ strace: RunningTool) {
    for child in (try? children(of: strace)) ?? [] { kill(child, SIGKILL) }
    strace.kill()
  }

  private static func children(of strace: RunningTool) throws -> [pid_t] {
    let number = strace.processIdentifier
    let path = "/proc/\(number)/task/\(number)/children"
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: " ").compactMap {
      pid_t($0)
    }
  }

  /// Lets the program that strace runs go on.
  /// - Returns: whether both have ended.
  private static func resumed(by strace: RunningTool) throws -> Bool {
    guard strace.isRunning else {
      try #require(strace.waitUntilExit() == .exited(0))
      return true
    }
    for child in try children(of: strace) { kill(child, SIGCONT) }
    return false
  }

  @Test("a page that leaves is forgotten, and others go on")
  func leaving() async throws {
    let bench = try Bench()
    var count = 0
    do {
      let page = try EventReader(bench)
      try await eventually("the first look") { page.last("delivered") != nil }
      count = try bench.sockets()
    }
    let page = try EventReader(bench)
    try await bench.deliver([request("one")])
    try await eventually("a new one") { page.titles == ["one"] }
    // Fewer where the server had still to close the connection that opened the link.
    try await eventually("the end of the first connection") { try bench.sockets() <= count }
  }
}

extension Bench {
  /// Puts delivered notifications into the store, as a scheduler lists them.
  func fill(_ count: Int) throws {
    let folder = try #require(store.folder)
    let date = Int(Date().timeIntervalSince1970 * 1e6)
    let rows = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO delivery (request, app, identifier, content, trigger, due, date)
      SELECT i, 'org.example.many', 'n' || i,
        CAST('{"title":"Number ' || i || '","body":"The body of notification ' || i || '"}' AS BLOB),
        CAST('{"type":"immediate"}' AS BLOB), \(date) - (\(count) - i) * 1000000,
        \(date) - (\(count) - i) * 1000000 FROM n
      """
    try Self.run("sqlite3", [folder.database, rows])
  }
}
