import Foundation
import Glibc
import NotificationScheduling
import NotificationTypes
import Synchronization
import TestSupport
import Testing

@Suite("Two schedulers on one store: one owner, and nothing delivered twice")
struct OwnerTests {
  @Test("The second one ends and names the first one's process")
  func second() throws {
    let place = try Workplace()
    let first = try place.start()
    defer { place.kill(first) }
    let isOwned = place.waits {
      SchedulerLock.owner(of: .everyApp, in: place.stateFolder)?.processIdentifier
        == first.processIdentifier
    }
    #expect(isOwned)
    let second = try place.start()
    second.waitUntilExit()
    #expect(second.terminationStatus != 0)
    #expect(
      place.errors.contains("another scheduler runs: process \(first.processIdentifier)\n"))
    #expect(try place.run("status").text.contains("process \(first.processIdentifier)\n"))
  }

  @Test("Without the lock two processes still deliver each request once", .timeLimit(.minutes(2)))
  func withoutLock() throws {
    let place = try Workplace()
    let count = 2_000
    try place.addDue(count)
    let first = try place.start()
    #expect(place.waits { SchedulerLock.owner(of: .everyApp, in: place.stateFolder) != nil })
    // Its lock is on a file that has no name any more: the second one gets a lock of its own.
    unlink(place.stateFolder.path + "/scheduler.lock")
    let second = try place.start()
    defer {
      place.kill(first)
      place.kill(second)
    }
    #expect(try place.waits { try place.deliveries().count == count })
    let doubles = try place.deliveries().values.reduce(0) { $0 + $1 - 1 }
    #expect(doubles == 0)
  }

  @Test("Four connections that claim at the same time never get the same request")
  func claims() throws {
    let place = try Workplace()
    let count = 4_000
    try place.addDue(count)
    let claimed = Mutex<[String]>([])
    let failures = Mutex<[String]>([])
    let threads = (0..<4).map { number in
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        do {
          let store = try place.store()
          while true {
            let claims = try store.claimDue(
              ClaimOrder(moment: SystemClock().now, limit: 1, owner: "owner \(number)"))
            if claims.isEmpty { break }
            claimed.withLock { $0 += claims.map(\.identifier) }
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
        done.signal()
      }
      thread.start()
      return done
    }
    for thread in threads { thread.wait() }
    #expect(failures.withLock { $0 }.isEmpty)
    let all = claimed.withLock { $0 }
    #expect(all.count == count)
    #expect(Set(all).count == count)
  }

  @Test("A claim of a scheduler that lives is not taken from it")
  func living() async throws {
    let place = try Workplace()
    let schedule = NotificationSchedule(
      store: try place.store())
    try schedule.add(Sample.request("a", app: "mine"))
    let owner = Scheduler(for: schedule, scope: .app("mine")) { _ in
      try await Task.sleep(for: .seconds(3_600))
    }
    let owning = Task { try await owner.run() }
    while try schedule.store.claimOwners().isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    let other = Scheduler(for: schedule, timer: ManualTimer()) { _ in
      Issue.record("it was delivered by another one")
    }
    let running = Task { try await other.run() }
    for await state in other.states where state == .running { break }
    let owners = try schedule.store.claimOwners()
    #expect(owners.count == 1 && owners.allSatisfy { $0.hasPrefix("scheduler-mine ") })
    owning.cancel()
    running.cancel()
    try await running.value
  }
}
