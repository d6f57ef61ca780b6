import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import TestSupport
import Testing

@Suite(
  "A disk that fails: a clear word, nothing lost, and recovery",
  .needs(Facility.traces, "strace is not allowed to trace here"))
struct DiskErrorTests {
  @Test(
    "An error of the disk in a commit is one line, and the request is not kept",
    arguments: [
      ("fdatasync", "error=EIO:when=1+"), ("pwrite64", "error=EIO:when=3+"),
      ("pwrite64", "error=ENOSPC:when=3+"),
    ])
  func injected(call: String, effect: String) throws {
    let place = try Workplace()
    #expect(try place.run("schedule", "--in", "1h", "--title", "a", "--id", "a").status == 0)
    let result = try Tool("strace").run(
      [
        "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):\(effect)",
        "-P", place.stateFolder.database, "-P", place.stateFolder.database + "-wal",
        place.control.path, "schedule", "--in", "1h", "--title", "b", "--id", "b",
      ], environment: place.environment)
    #expect(result.status == 1 && !result.wasKilled)
    #expect(result.errors.hasPrefix("Error: the disk with the notifications "))
    #expect(result.errors.count { $0.isNewline } == 1)
    #expect(result.output.isEmpty)
    #expect(try place.store(.integrity).identifiers() == ["a"])
  }

  @Test(
    "A disk that fails while it is read is not damage: nothing is set aside, and nothing is lost",
    .timeLimit(.minutes(20)), arguments: ["pending", "schedule"])
  func failingRead(command: String) throws {
    let place = try Workplace()
    let count = 200
    do {
      _ = try place.store().add(
        try (0..<count).map { try Sample.new("\($0)", due: 3_600) }, limit: .unlimited)
    }
    let arguments =
      command == "pending"
      ? ["pending", "--json"]
      : ["schedule", "--in", "1h", "--title", "t", "--id", "t", "--limit", "1000"]
    var faults = 0
    for effect in (1...25).flatMap({ ["error=EIO:when=\($0)", "error=EIO:when=\($0)+"] }) {
      let result = try Tool("strace").run(
        [
          "-f", "-qq", "-o", place.folder.path("trace"), "-e", "trace=pread64", "-e",
          "inject=pread64:\(effect)", "-P", place.stateFolder.database, "-P",
          place.stateFolder.database + "-wal", place.control.path,
        ] + arguments, environment: place.environment)
      let trace = String(decoding: try place.folder.bytes(of: "trace"), as: UTF8.self)
      if trace.contains("(INJECTED)") { faults += 1 }
      if result.status != 0 {
        #expect(
          result.errors.hasPrefix("Error: the disk with the notifications failed"), "\(effect)")
      }
      // A check of all pages reads what a visit does not.
      let store = try place.store(.integrity)
      #expect(store.recovery == nil, "\(effect)")
      try store.apply(.cancelled(app: nil, identifiers: ["t"], at: Date()))
      #expect(try store.read(.counts()).pending == count, "\(effect)")
    }
    #expect(faults > 10)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.stateFolder.path)
    #expect(names.filter { $0.contains(".corrupt-") }.isEmpty)
  }

  @Test(
    "A disk that fails while a scheduler checks the database is not damage",
    .timeLimit(.minutes(20)))
  func failingCheck() throws {
    let place = try Workplace()
    do {
      _ = try place.store().add(
        try (0..<300).map { try Sample.new("\($0)", due: 3_600) }, limit: .unlimited)
    }
    var faults = 0
    for number in stride(from: 1, to: 90, by: 4) {
      unlink(place.folder.path("trace"))
      let process = try place.start(through: [
        "strace", "-f", "-qq", "-o", place.folder.path("trace"), "-e", "trace=pread64",
        "-P", place.stateFolder.database, "-e", "inject=pread64:error=EIO:when=\(number)+",
      ])
      try waitUntil("an error, or that it has checked the store") {
        let trace = (try? place.folder.bytes(of: "trace")) ?? []
        // Who owns the store has checked it.
        return !process.isRunning || String(decoding: trace, as: UTF8.self).contains("INJECTED")
          || SchedulerLock.owner(of: .everyApp, in: place.stateFolder) != nil
      }
      usleep(50_000)
      place.kill(process)
      let trace = String(decoding: try place.folder.bytes(of: "trace"), as: UTF8.self)
      let names = try FileManager.default.contentsOfDirectory(atPath: place.stateFolder.path)
      #expect(names.filter { $0.contains(".corrupt-") }.isEmpty, "\(number)")
      guard trace.contains("(INJECTED)") else { break }
      faults += 1
    }
    #expect(faults > 5)
    let store = try place.store(.integrity)
    #expect(store.recovery == nil)
    // A service that got through its check has delivered some.
    let counts = try store.read(.counts())
    #expect(counts.pending + counts.delivered + counts.missed == 300)
  }

  @Test(
    "Syncs that fail under the service: what is due comes, and is recorded after the fault")
  func failingSync() throws {
    let place = try Workplace()
    try place.addDue(3)
    let process = try place.start(through: [
      "strace", "-f", "-qq", "-o", place.folder.path("trace"), "-e", "trace=fdatasync",
      "-P", place.stateFolder.database + "-wal",
      "-e", "inject=fdatasync:error=EIO:when=3..6",
    ])
    defer { place.kill(process) }
    try waitUntil("nothing waits") { try place.store().fetch(.pending(app: nil)).isEmpty }
    #expect(try place.deliveries() == ["0": 1, "1": 1, "2": 1])
    #expect(try place.store().fetch(.delivered(app: nil)).count == 3)
    let trace = String(decoding: try place.folder.bytes(of: "trace"), as: UTF8.self)
    #expect(trace.contains("(INJECTED)"))
  }
}
