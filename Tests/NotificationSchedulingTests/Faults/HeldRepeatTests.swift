import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing
import Triggers

@Suite("A request that repeats while the store takes in nothing")
struct HeldRepeatTests {
  @Test("Each date comes once, then and afterwards", .timeLimit(.minutes(20)))
  func dates() async throws {
    let place = try Workplace()
    let host = try Host(store: place.store())
    try host.add("beat", try Host.interval(60, repeats: true))
    await host.start()
    let held = try HeldStore(place.stateFolder.database)
    for count in 1...3 { try await self.advance(host, to: count) }
    // The writer waits for a while, and then gives up for now.
    try await eventually("it gives up for now") {
      if case .degraded? = await host.scheduler?.state { true } else { false }
    }
    try await advance(host, to: 4)
    #expect(host.delivered.allSatisfy { $0.coalescedCount == 1 && $0.attempt == 1 })
    #expect(
      host.delivered.map(\.dueDate) == (1...4).map { ManualClock.start + Double($0) * 60 })
    held.release()
    try await eventually("the next date is written") {
      await host.post(.changed)
      return try host.schedule.pending().first?.due.date == ManualClock.start + 300
    }
    #expect(try host.schedule.store.read(.counts()) == StoreCounts(pending: 1, delivered: 1))
    try await host.stop()
    await host.start()
    #expect(host.delivered.count == 4)
    await host.advance(by: .seconds(60))
    #expect(host.delivered.count == 5)
    #expect(host.delivered.last?.dueDate == ManualClock.start + 300)
    try await host.stop()
  }

  /// Lets a minute pass; does not wait for what is to be written.
  private func advance(_ host: Host, to count: Int) async throws {
    host.clock.advance(by: .seconds(60))
    host.timer?.post(.due)
    try await eventually("\(count) deliveries") { host.delivered.count >= count }
    #expect(host.delivered.count == count)
  }
}
