import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import TestSupport
import Testing

@Suite("Kill -9: nothing is lost, and a kill repeats one delivery at most", .serialized)
struct KillTests {
  @Test("A hundred kills at random moments", .timeLimit(.minutes(20)))
  func random() throws {
    var random = SeededGenerator.printed(for: "kills")
    let place = try Workplace()
    let count = 4_000
    try place.addDue(count)
    var kills = 0
    for _ in 0..<100 {
      let process = try place.start()
      usleep(UInt32.random(in: 20_000...120_000, using: &random))
      place.kill(process)
      kills += 1
      // At each moment, for what one kill repeats would be hidden among a hundred others.
      #expect(try place.repeats() <= kills)
    }
    try place.finish()
    let deliveries = try place.deliveries()
    let missed = try place.store().fetch(.missed(app: nil))
    #expect(missed.isEmpty)
    let lost = (0..<count).filter { deliveries["\($0)"] == nil }
    #expect(lost.isEmpty)
    let repeats = try place.repeats()
    print("kills at random: \(kills), lost \(lost.count), repeated \(repeats)")
    #expect(repeats <= kills)
    #expect(try place.store().fetch(.delivered(app: nil)).count == count)
  }

  @Test(
    "A kill at each write and sync of the service",
    .needs(Facility.traces, "strace is not allowed to trace here"), .timeLimit(.minutes(20)),
    arguments: ["pwrite64", "fdatasync"])
  func exact(call: String) throws {
    var repeats = 0
    var kills = 0
    for number in 1...200 {
      let place = try Workplace()
      try place.addDue(3)
      let strace = [
        "strace", "-f", "-qq", "-o", place.folder.path("trace"), "-e", "trace=\(call)",
        "-P", place.stateFolder.database, "-P", place.stateFolder.database + "-wal",
        "-e", "inject=\(call):signal=KILL:when=\(number)",
      ]
      let process = try place.start(through: strace)
      try waitUntil("it ends, or is killed") {
        try !process.isRunning || place.store().fetch(.pending(app: nil)).isEmpty
      }
      let wasKilled = !process.isRunning
      place.kill(process)
      if wasKilled { kills += 1 }
      try place.finish()
      let deliveries = try place.deliveries()
      #expect(Set(deliveries.keys) == ["0", "1", "2"], "\(call) \(number)")
      let repeated = try place.repeats()
      #expect(repeated <= 1, "\(call) \(number)")
      repeats += repeated
      if !wasKilled { break }
    }
    print("kills at \(call): \(kills), lost 0, repeated \(repeats)")
    #expect(kills >= 2)
  }

  @Test(
    "A kill at each write and sync of 'tocsinctl schedule': what it said is there, whole",
    .needs(Facility.traces, "strace is not allowed to trace here"), .timeLimit(.minutes(20)),
    arguments: ["pwrite64", "fdatasync"])
  func scheduling(call: String) throws {
    let place = try Workplace()
    #expect(
      try place.run("schedule", "--in", "1h", "--title", "first", "--id", "first").status == 0)
    var kills = 0
    for number in 1...200 {
      let result = try Tool("strace").run(
        [
          "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)",
          "-e", "inject=\(call):signal=KILL:when=\(number)", place.control.path, "schedule",
          "--in", "1h", "--title", "t", "--id", "\(number)",
        ], environment: place.environment)
      let found = try place.run("pending", "--json").jsonItems()
      let identifiers = Set(
        found.compactMap { ($0["request"] as? [String: Any])?["identifier"] as? String })
      #expect(identifiers.contains("first"))
      if !result.text.isEmpty { #expect(identifiers.contains("\(number)")) }
      _ = try place.run("cancel", "\(number)")
      if !result.wasKilled { break }
      kills += 1
    }
    #expect(kills >= 3)
  }
}

extension ToolResult {
  /// The items of a listing.
  func jsonItems() throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(with: output) as? [String: Any]
    return document?["items"] as? [[String: Any]] ?? []
  }
}
