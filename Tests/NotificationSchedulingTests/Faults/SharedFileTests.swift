import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import Triggers

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("A database that several processes have open")
struct SharedFileTests {
  @Test("Opening it once more in a process leaves the process's locks alone")
  func locks() throws {
    let place = try Workplace()
    let store = try place.store()
    _ = try store.add([try Sample.new("before", due: 3_600)], limit: .standard)
    // What an app does that says that it runs, and what opens the folder again.
    let listener = try AppListener(app: "app", in: place.stateFolder)
    let second = try place.store()
    defer { withExtendedLifetime((listener, second)) {} }
    // Another process that comes and goes must see that it is not the last one.
    #expect(try place.run("pending", "--json").jsonItems().count == 1)
    _ = try store.add([try Sample.new("after", due: 3_600)], limit: .standard)
    #expect(try place.run("pending", "--json").jsonItems().count == 2)
  }

  @Test("Processes that make a database at the same time make one, and take none for damaged")
  func making() throws {
    let count = 8
    for _ in 0..<6 {
      let place = try Workplace()
      DispatchQueue.concurrentPerform(iterations: count) { number in
        _ = try? place.run("schedule", "--in", "1h", "--title", "t", "--id", "\(number)")
      }
      #expect(try Set(place.store().identifiers()) == Set((0..<count).map { "\($0)" }))
      let names = try FileManager.default.contentsOfDirectory(atPath: place.stateFolder.path)
      #expect(names.filter { $0.contains("corrupt") }.isEmpty)
    }
  }

  @Test("All that open a folder at the same time, before there is a database, get it")
  func opening() throws {
    for _ in 0..<100 {
      let folder = try TemporaryFolder()
      let failures = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do {
          _ = try NotificationStore(folder: StoreFolder(path: folder.url.path), check: .integrity)
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      #expect(failures.withLock { $0 } == [])
    }
  }

  @Test("Who has it open follows when another process puts another one in its place")
  func following() throws {
    let place = try Workplace()
    let store = try place.store()
    _ = try store.add([try Sample.new("lost", due: 7_200)], limit: .standard)
    try place.decideOnAnother()
    let visitor = try place.store()
    _ = try visitor.add([try Sample.new("theirs", due: 3_600)], limit: .standard)
    #expect(try store.identifiers() == ["theirs"])
    try place.decideOnAnother()
    _ = try store.add([try Sample.new("ours", due: 5_400)], limit: .standard)
    #expect(try visitor.identifiers() == ["ours"])
    // What was set aside is closed by now; that has not taken the log of the new one.
    #expect(try place.run("pending", "--json").jsonItems().count == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.stateFolder.path)
    #expect(names.filter { $0.contains(".corrupt-") }.count >= 2)
    #expect(!place.stateFolder.hasReplacement)
  }

  @Test("A service delivers what is scheduled in the one that has taken its place")
  func service() throws {
    let place = try Workplace()
    let process = try place.start()
    defer { place.kill(process) }
    try waitUntil("it owns the store") {
      SchedulerLock.owner(of: .everyApp, in: place.stateFolder) != nil
    }
    try place.decideOnAnother()
    #expect(try place.run("schedule", "--in", "1s", "--title", "Tea", "--id", "tea").status == 0)
    try waitUntil("tea comes") { try place.deliveries() == ["tea": 1] }
    try waitUntil("tea is listed") { try place.run("delivered").text.contains("tea") }
  }

  @Test("Transactions wait for whoever holds the lock alone, and he waits for them")
  func lock() throws {
    let place = try Workplace()
    let store = try place.store()
    let lock = try #require(try StoreLock(place.stateFolder))
    // Opens what reads.
    #expect(try store.read(.nextDue(app: nil)).wall == nil)
    let isDone = Mutex(false)
    let thread = Thread {
      #expect(throws: Never.self) {
        try store.add([Sample.new("waits", due: 3_600)], limit: .standard)
      }
      isDone.withLock { $0 = true }
    }
    try lock.alone {
      thread.start()
      usleep(100_000)
      #expect(!isDone.withLock { $0 })
      // What schedulers read waits for nobody.
      let next = try store.read(.nextDue(app: nil))
      #expect(next.wall == nil)
    }
    try waitUntil("it is done") { isDone.withLock { $0 } }
    try lock.shared {
      let other = try #require(try StoreLock(place.stateFolder))
      #expect(other.attempt(.transactions, .shared))
      #expect(!other.attempt(.transactions, .alone))
    }
    #expect(try store.identifiers() == ["waits"])
  }
}

extension Workplace {
  /// Decides on another database, an empty one, as somebody does who is killed at once.
  func decideOnAnother() throws {
    let other = StoreFolder(path: folder.path("other"))
    do { _ = try NotificationStore(folder: other) }
    let path = stateFolder.database + ".new"
    try FileManager.default.moveItem(atPath: other.database, toPath: path)
    try stateFolder.decideOn(path, at: Date())
  }
}
