import Dispatch
import Foundation
@testable import NotificationScheduling
import Synchronization
import TestSupport
import Testing

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

  @Test("Who has it open follows when another process sets it aside and makes a new one")
  func following() throws {
    let place = try Workplace()
    let store = try place.store()
    _ = try store.add([try Sample.new("lost", due: 7_200)], limit: .standard)
    _ = try Salvage(folder: place.stateFolder, damage: "for a test")
    let visitor = try place.store()
    _ = try visitor.add([try Sample.new("theirs", due: 3_600)], limit: .standard)
    #expect(try store.identifiers() == ["theirs"])
    _ = try Salvage(folder: place.stateFolder, damage: "for a test")
    _ = try store.add([try Sample.new("ours", due: 5_400)], limit: .standard)
    #expect(try visitor.identifiers() == ["ours"])
    // What was set aside is closed by now; that has not taken the log of the new one.
    #expect(try place.run("pending", "--json").jsonItems().count == 1)
  }

  @Test("A salvage that fails puts the damaged files back")
  func undone() throws {
    let place = try Workplace()
    _ = try place.store().add([try Sample.new("kept", due: 7_200)], limit: .standard)
    let salvage = try Salvage(folder: place.stateFolder, damage: "for a test")
    #expect(try place.store().identifiers().isEmpty)
    salvage.undo()
    #expect(try place.store().identifiers() == ["kept"])
  }

  @Test("A service delivers what is scheduled behind a database that was set aside")
  func service() throws {
    let place = try Workplace()
    let process = try place.start()
    defer { place.kill(process) }
    #expect(place.waits { SchedulerLock.owner(of: .everyApp, in: place.stateFolder) != nil })
    _ = try Salvage(folder: place.stateFolder, damage: "for a test")
    #expect(try place.run("schedule", "--in", "1s", "--title", "Tea", "--id", "tea").status == 0)
    #expect(try place.waits { try place.deliveries() == ["tea": 1] })
    #expect(try place.waits { try place.run("delivered").text.contains("tea") })
  }
}
