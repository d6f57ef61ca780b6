import Foundation
import NotificationScheduling
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
    "Syncs that fail under the service: what is due comes, and is recorded behind the fault")
  func failingSync() throws {
    let place = try Workplace()
    try place.addDue(3)
    let process = try place.start(through: [
      "strace", "-f", "-qq", "-o", place.folder.path("trace"), "-e", "trace=fdatasync",
      "-P", place.stateFolder.database + "-wal",
      "-e", "inject=fdatasync:error=EIO:when=3..6",
    ])
    defer { place.kill(process) }
    #expect(try place.waits { try place.store().requests(app: nil).isEmpty })
    #expect(try place.deliveries() == ["0": 1, "1": 1, "2": 1])
    #expect(try place.store().delivered(app: nil).count == 3)
    let trace = String(decoding: try place.folder.bytes(of: "trace"), as: UTF8.self)
    #expect(trace.contains("(INJECTED)"))
  }
}
