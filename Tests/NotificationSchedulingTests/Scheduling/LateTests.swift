import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Testing
import Triggers

@Suite("What was due while nothing ran, by the late policy")
struct LateTests {
  private let start = ManualClock.start

  @Test("A request that does not repeat is delivered once, late", arguments: StoreKind.allCases)
  func oneShot(_ kind: StoreKind) async throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let host = try Host(store: store)
    try host.add("late", try Host.interval(60))
    host.clock.advance(by: .seconds(3_660))
    await host.start()
    #expect(host.delivered.map(\.lateness) == [.seconds(3_600)])
    #expect(host.delivered[0].isLate && host.delivered[0].dueDate == start + 60)
    try await host.stop()
    await host.start()
    #expect(host.identifiers == ["late"])
    try await host.stop()
  }

  @Test("After the grace it is marked missed", arguments: StoreKind.allCases)
  func tooLate(_ kind: StoreKind) async throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let host = try Host(store: store)
    try host.add("old", try Host.interval(60))
    host.clock.advance(by: .seconds(2 * 86_400))
    await host.start()
    #expect(host.identifiers.isEmpty)
    let missed = try store.fetch(.missed(app: nil))
    #expect(missed.map(\.reason) == [.tooLate] && missed[0].dueDate == start + 60)
    try await host.stop()
  }

  @Test("Of several dates of a request that repeats, the last one stands for all")
  func coalesced() async throws {
    let host = try Host()
    try host.add("daily", try Host.calendar(.init(hour: 13), repeats: true))
    try host.add("hourly", try Host.interval(3_600, repeats: true))
    host.clock.advance(by: .seconds(3 * 86_400 + 2 * 3_600))
    await host.start()
    let daily = try #require(host.delivered.first { $0.request.identifier == "daily" })
    #expect(daily.coalescedCount == 4)
    #expect(daily.dueDate == start + 3 * 86_400 + 3_600 && daily.lateness == .seconds(3_600))
    let hourly = try #require(host.delivered.first { $0.request.identifier == "hourly" })
    #expect(hourly.coalescedCount == 74 && hourly.lateness == .zero)
    #expect(host.delivered.count == 2)
    #expect(host.timer?.armed?.wall == start + 4 * 86_400 + 3_600)
    try await host.stop()
  }

  @Test("A minute that repeats for twenty years costs nothing")
  func manyMinutes() async throws {
    let host = try Host()
    try host.add("minute", try Host.calendar(.init(second: 0), repeats: true))
    host.clock.advance(by: .seconds(20 * 365 * 86_400 + 30))
    await host.start()
    #expect(host.delivered.map(\.coalescedCount) == [1_000])
    #expect(host.delivered[0].lateness == .seconds(30))
    try await host.stop()
  }

  @Test("A weekly request whose last date is older than the grace is missed, and goes on")
  func weekly() async throws {
    let host = try Host()
    // 2026-06-01 is a Monday.
    try host.add("weekly", try Host.calendar(.init(weekday: 3, hour: 12), repeats: true))
    host.clock.advance(by: .seconds(5 * 86_400))
    await host.start()
    #expect(host.identifiers.isEmpty)
    #expect(try host.schedule.store.fetch(.missed(app: nil)).map(\.reason) == [.tooLate])
    #expect(host.timer?.armed?.wall == start + 8 * 86_400)
    try await host.stop()
  }

  @Test("By the policy to skip, late repeats are missed and single requests are not")
  func skip() async throws {
    var policy = LatePolicy.standard
    policy.repeats = .skip
    let host = try Host(policy: policy)
    try host.add("daily", try Host.calendar(.init(hour: 13), repeats: true))
    try host.add("once", try Host.calendar(.init(hour: 13)))
    host.clock.advance(by: .seconds(2 * 3_600))
    await host.start()
    #expect(host.identifiers == ["once"])
    #expect(try host.schedule.store.fetch(.missed(app: nil)).map(\.identifier) == ["daily"])
    try await host.stop()
  }

  @Test("A request that repeats in a zone that the tz database has lost goes on, day by day")
  func lostZone() async throws {
    let host = try Host()
    try host.add(
      "daily", Host.calendar(.init(hour: 12, minute: 1), repeats: true, zone: "Asia/Tokyo"))
    let first = try #require(try host.schedule.store.fetch(.pending(app: nil)).first?.due.date)
    host.zones.remove("Asia/Tokyo")
    await host.start()
    await host.advance(by: .seconds(first.timeIntervalSince(ManualClock.start)))
    #expect(host.identifiers == ["daily"])
    #expect(try host.schedule.store.fetch(.pending(app: nil)).first?.due.date == first + 86_400)
    await host.advance(by: .seconds(86_400))
    #expect(host.identifiers == ["daily", "daily"])
    #expect(try host.schedule.store.fetch(.missed(app: nil)).isEmpty)
    try await host.stop()
  }

  @Test("What is on time goes before a backlog")
  func backlog() async throws {
    let host = try Host()
    for number in 0..<200 { try host.add("old \(number)", try Host.interval(60)) }
    try host.add("fresh", try Host.interval(3_600))
    host.clock.advance(by: .seconds(3_600))
    await host.start()
    #expect(host.delivered.count == 201)
    #expect(host.identifiers.first == "fresh")
    try await host.stop()
  }

  @Test(
    "After a new start of the machine elapsed time goes on by the date",
    arguments: StoreKind.allCases)
  func reboot(_ kind: StoreKind) async throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let host = try Host(store: store)
    try host.add("soon", try Host.interval(100))
    try host.add("later", try Host.interval(1_000))
    host.clock.reboot(after: 400)
    await host.start()
    #expect(host.identifiers == ["soon"])
    #expect(host.delivered[0].lateness == .seconds(300))
    await host.advance(by: .seconds(600))
    #expect(host.identifiers == ["soon", "later"])
    #expect(host.delivered[1].lateness == .zero)
    try await host.stop()
  }

  @Test("What was delivered or missed long ago is forgotten")
  func retention() async throws {
    let host = try Host()
    try host.add("a", .immediate)
    await host.start()
    #expect(try host.schedule.store.fetch(.delivered(app: nil)).count == 1)
    try await host.stop()
    host.clock.advance(by: .seconds(31 * 86_400))
    await host.start()
    #expect(try host.schedule.store.fetch(.delivered(app: nil)).isEmpty)
    try await host.stop()
  }
}
