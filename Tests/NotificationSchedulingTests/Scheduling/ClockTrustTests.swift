import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Testing
import Triggers

@Suite("A clock that nobody vouches for loses no request that waits for a date")
struct ClockTrustTests {
  /// 2026-06-01 12:00:00 UTC.
  private let start = ManualClock.start

  /// A host that was off, and whose clock nobody has set since.
  private func host(startingAt date: Date) async throws -> Host {
    let host = try Host()
    await host.start()
    try host.add("once", try Host.calendar(.init(hour: 13)))
    try host.add("daily", try Host.calendar(.init(hour: 13), repeats: true))
    try host.add("timer", try Host.interval(600))
    try await host.stop()
    host.clock.reboot(after: date.timeIntervalSince(start))
    host.clock.isSynchronized = false
    return host
  }

  private func missed(_ host: Host) throws -> [String] {
    try host.schedule.store.fetch(.missed(app: nil)).map(\.identifier)
  }

  /// The right time comes, ten seconds before what waits for 13:00.
  private func setClock(_ host: Host) async throws {
    host.clock.isSynchronized = true
    await host.set(wall: start + 3_590)
    #expect(host.identifiers.suffix(1) == ["timer"])
    await host.advance(by: .seconds(10))
    #expect(Set(host.identifiers.suffix(2)) == ["once", "daily"])
    #expect(host.delivered.suffix(2).allSatisfy { $0.lateness == .zero })
    #expect(try missed(host).isEmpty)
    #expect(host.timer?.armed?.wall == start + 3_600 + 86_400)
    try await host.stop()
  }

  @Test("A repeating request rings once where the clock was wrong before it was set past its date")
  func setPastTheDate() async throws {
    let host = try Host()
    await host.start()
    try host.add("daily", try Host.calendar(.init(hour: 13), repeats: true))
    await host.post(.changed)
    await host.advance(by: .seconds(3_600))
    #expect(host.identifiers == ["daily"])
    try await host.stop()
    // 1972.
    host.clock.reboot(after: 86_400 * 730 - host.clock.now.wall.timeIntervalSince1970)
    host.clock.isSynchronized = false
    await host.start()
    await host.advance(by: .seconds(700))
    host.clock.isSynchronized = true
    await host.set(wall: start + 7_200)
    #expect(host.identifiers == ["daily"])
    #expect(host.timer?.armed?.wall == start + 86_400 + 3_600)
    try await host.stop()
  }

  @Test(
    "Nobody sets it for days: what repeats goes on by it, what does not waits until it is set",
    arguments: [true, false])
  func unsetForDays(isStartedAgain: Bool) async throws {
    // 2100.
    let host = try await host(startingAt: Date(timeIntervalSince1970: 4_102_444_800))
    await host.start()
    #expect(host.identifiers.isEmpty)
    for _ in 0..<2 { await host.advance(by: .seconds(86_390)) }
    #expect(host.identifiers.contains("daily"))
    #expect(Set(host.identifiers) == ["daily"])
    if isStartedAgain {
      try await host.stop()
      host.clock.reboot(after: 3_600, as: "third")
      await host.start()
      await host.advance(by: .seconds(86_390))
    }
    #expect(
      try Set(host.schedule.pending().map(\.request.identifier)) == ["once", "daily", "timer"])
    #expect(try missed(host).isEmpty)
    try await setClock(host)
  }

  @Test("A month ahead: nothing is missed before a day has passed or the clock is set")
  func monthAhead() async throws {
    let host = try await host(startingAt: start + 30 * 86_400)
    await host.start()
    await host.advance(by: .seconds(700))
    // As after a month without power.
    #expect(host.identifiers == ["daily"])
    #expect(try missed(host).isEmpty)
    try await setClock(host)
  }

  @Test("A month without power, and nothing that sets the clock: after a day it is believed")
  func monthWithoutPower() async throws {
    let host = try await host(startingAt: start + 30 * 86_400)
    await host.start()
    for _ in 0..<2 { await host.advance(by: .seconds(86_390)) }
    #expect(try Set(missed(host)) == ["once", "timer"])
    #expect(try host.schedule.pending().map(\.request.identifier) == ["daily"])
    try await host.stop()
  }

  @Test("A clock that a time source confirms without a step is believed within a minute")
  func confirmedWithoutStep() async throws {
    let host = try await host(startingAt: start + 100 * 86_400)
    await host.start()
    #expect(host.identifiers.isEmpty)
    host.clock.isSynchronized = true
    await host.advance(by: .seconds(61))
    #expect(host.identifiers == ["daily"])
    #expect(try Set(missed(host)) == ["once", "timer"])
    try await host.stop()
  }

  @Test("What waits for a clock takes no place from what is due", arguments: StoreKind.allCases)
  func manyWaiting(_ kind: StoreKind) async throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let host = try Host(store: store)
    await host.start()
    for number in 0..<300 { try host.add("\(number)", try Host.calendar(.init(hour: 13))) }
    try await host.stop()
    host.clock.reboot(after: 30 * 86_400)
    host.clock.isSynchronized = false
    try host.add("fresh", try Host.interval(5))
    await host.start()
    await host.advance(by: .seconds(5))
    #expect(host.identifiers == ["fresh"])
    #expect(try host.schedule.pending().count == 300)
    try await host.stop()
  }
}
