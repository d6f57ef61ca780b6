import Foundation
import LinuxProcess
import NotificationTypes
import TestSupport
import Testing
import Triggers

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("A scheduler that runs for months", .serialized)
struct MonthsTests {
  private static let ofADay = 100

  /// What the scheduler keeps on the disk.
  private struct Room {
    /// In bytes, of the database when its log is in it, and of the delivery log.
    var database: Int
    var log: Int
  }

  private func room(_ host: Host, _ state: StoreFolder) throws -> Room {
    let store = host.schedule.store
    let pages = try #require(Int(store.pragma("page_count")))
    let log = try FileManager.default.attributesOfItem(
      atPath: state.deliveryLog(of: "scheduler"))
    return Room(database: pages * 4_096, log: try #require(log[.size] as? Int))
  }

  private func days(_ days: Range<Int>, _ host: Host) async throws {
    let store = host.schedule.store
    for day in days {
      let now = host.clock.now
      _ = try store.add(
        (0..<Self.ofADay).map { number in
          var request = Sample.request("\(day)-\(number)")
          request.content.body = String(repeating: "word ", count: 200)
          return ScheduledRequest(request: request, due: .now(now), added: now.wall)
        }, limit: .unlimited)
      let missed = Sample.request("missed \(day)")
      _ = try store.add(
        [
          ScheduledRequest(
            request: missed, due: .wall(date: now.wall - 200_000, local: 0), added: now.wall)
        ],
        limit: .unlimited)
      await host.post(.changed)
      await host.advance(by: .seconds(86_400))
    }
  }

  @Test("It forgets what is old, and needs no more room after three months than after one")
  func room() async throws {
    let folder = try TemporaryFolder()
    let state = StoreFolder(path: folder.path("state"))
    let host = try Host(store: NotificationStore(folder: state))
    await host.start()
    try host.add("daily", try Host.calendar(.init(hour: 13), repeats: true))
    try await days(0..<40, host)
    let before = try room(host, state)
    try await days(40..<90, host)
    let after = try room(host, state)
    #expect(host.delivered.count == 90 * (Self.ofADay + 1))
    let counts = try host.schedule.store.read(.counts())
    #expect(counts.delivered <= 33 * (Self.ofADay + 1))
    #expect(counts.missed <= 33)
    #expect(counts.pending == 1)
    #expect(abs(after.database - before.database) < before.database / 5, "\(before) \(after)")
    #expect(after.log == DeliveryLog.smallest * LogRecord.size)
    try await host.stop()
  }
}
