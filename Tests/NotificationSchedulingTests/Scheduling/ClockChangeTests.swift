import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Testing
import Triggers

@Suite("Clocks that are set and zones that change, with a scheduler that runs")
struct ClockChangeTests {
  /// 2026-06-01 12:00:00 UTC, 14:00 in Berlin.
  private let start = ManualClock.start

  @Test(
    "An hour forward: what is due by the new clock comes once, intervals stay",
    arguments: StoreKind.allCases)
  func forward(_ kind: StoreKind) async throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let host = try Host(store: store)
    await host.start()
    try host.add("daily", try Host.calendar(.init(hour: 12, minute: 30), repeats: true))
    try host.add("interval", try Host.interval(1_800))
    await host.post(.changed)
    await host.set(wall: start + 3_600)
    #expect(host.identifiers == ["daily"])
    #expect(host.delivered[0].lateness == .seconds(1_800))
    #expect(try host.schedule.pending().first?.due.date == start + 3_600 + 1_800)
    await host.advance(by: .seconds(1_800))
    #expect(host.identifiers == ["daily", "interval"])
    #expect(host.delivered[1].lateness == .zero)
    try await host.stop()
  }

  @Test("Ten years forward: what does not repeat is missed, what repeats goes on")
  func farForward() async throws {
    let host = try Host()
    await host.start()
    try host.add("once", try Host.calendar(.init(hour: 13)))
    try host.add("daily", try Host.calendar(.init(hour: 13), repeats: true))
    await host.post(.changed)
    await host.set(wall: start + 3_652 * 86_400)
    #expect(host.identifiers == ["daily"])
    #expect(try host.schedule.store.fetch(.missed(app: nil)).map(\.identifier) == ["once"])
    #expect(host.timer?.armed?.wall == start + 3_652 * 86_400 + 3_600)
    try await host.stop()
  }

  @Test("An hour back: what was delivered does not come again", arguments: StoreKind.allCases)
  func back(_ kind: StoreKind) async throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let host = try Host(store: store)
    await host.start()
    try host.add("daily", try Host.calendar(.init(hour: 12, minute: 30), repeats: true))
    try host.add("once", try Host.calendar(.init(hour: 12, minute: 30)))
    await host.post(.changed)
    await host.advance(by: .seconds(1_800))
    #expect(Set(host.identifiers) == ["daily", "once"])
    await host.set(wall: start)
    await host.advance(by: .seconds(3_600))
    #expect(host.delivered.count == 2)
    #expect(host.timer?.armed?.wall == start + 86_400 + 1_800)
    try await host.stop()
  }

  @Test("Years back: the clock was wrong, and what repeats counts by the right time")
  func farBack() async throws {
    let host = try Host(clock: ManualClock(wall: start + 3_652 * 86_400))
    await host.start()
    try host.add("daily", try Host.calendar(.init(hour: 13), repeats: true))
    await host.post(.changed)
    await host.set(wall: start)
    #expect(host.timer?.armed?.wall == start + 3_600)
    await host.advance(by: .seconds(3_600))
    #expect(host.identifiers == ["daily"])
    try await host.stop()
  }

  @Test("The clock went years back while nothing ran")
  func farBackWhileOff() async throws {
    let host = try Host(clock: ManualClock(wall: start + 3_652 * 86_400))
    await host.start()
    try host.add("daily", try Host.calendar(.init(hour: 13), repeats: true))
    try await host.stop()
    host.clock.set(wall: start)
    await host.start()
    #expect(host.timer?.armed?.wall == start + 3_600)
    try await host.stop()
  }

  @Test(
    "A clock that nobody vouches for misses nothing: what waits for a date waits until it is set",
    arguments: [0.0, 4_102_444_800])
  func withoutBattery(boot: Double) async throws {
    let host = try Host()
    await host.start()
    try host.add("once", try Host.calendar(.init(hour: 13)))
    try host.add("daily", try Host.calendar(.init(hour: 13), repeats: true))
    try host.add("timer", try Host.interval(600))
    try await host.stop()
    // 1970, or 2100.
    host.clock.reboot(after: boot - start.timeIntervalSince1970)
    host.clock.isSynchronized = false
    await host.start()
    await host.advance(by: .seconds(700))
    #expect(host.identifiers.isEmpty)
    try host.add("now", try Host.interval(1))
    await host.post(.changed)
    await host.advance(by: .seconds(1))
    #expect(host.identifiers == ["now"])
    // The network is there.
    host.clock.isSynchronized = true
    await host.set(wall: start + 3_590)
    #expect(host.identifiers == ["now", "timer"])
    await host.advance(by: .seconds(10))
    #expect(Set(host.identifiers.dropFirst(2)) == ["once", "daily"])
    #expect(host.delivered.suffix(2).map(\.lateness) == [.zero, .zero])
    #expect(try host.schedule.store.fetch(.missed(app: nil)).isEmpty)
    #expect(host.timer?.armed?.wall == start + 3_600 + 86_400)
    try await host.stop()
  }

  @Test("A step of a second either way loses nothing and doubles nothing", arguments: [-1.0, 1.0])
  func steps(seconds: Double) async throws {
    let host = try Host()
    await host.start()
    try host.add("minute", try Host.calendar(.init(second: 0), repeats: true))
    await host.post(.changed)
    for _ in 0..<240 {
      await host.advance(by: .seconds(15))
      await host.set(wall: host.clock.now.wall + seconds / 10)
    }
    let dates = host.delivered.map(\.dueDate)
    #expect(dates == (1...dates.count).map { start + Double($0) * 60 })
    #expect(abs(dates.count - 60) <= 1)
    #expect(host.delivered.allSatisfy { $0.coalescedCount == 1 })
    try await host.stop()
  }

  @Test(
    "Another zone of the device moves floating requests and no others",
    arguments: StoreKind.allCases)
  func zoneOfDevice(_ kind: StoreKind) async throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let host = try Host(store: store)
    await host.start()
    let evening = CalendarComponents(hour: 20)
    try host.add("floating", try Host.calendar(evening, repeats: true, zone: nil))
    try host.add(
      "once", try Host.calendar(.init(year: 2_026, month: 6, day: 1, hour: 20), zone: nil))
    try host.add("fixed", try Host.calendar(evening, repeats: true, zone: "Europe/Berlin"))
    try host.add("interval", try Host.interval(21_600))
    try host.zones.move(to: "America/New_York")
    await host.post(.zonesChanged)
    let dates = Dictionary(
      uniqueKeysWithValues: try host.schedule.pending().map {
        ($0.request.identifier, $0.due.date?.timeIntervalSince(start))
      })
    // 20:00 is six hours ahead in Berlin, and twelve in New York.
    #expect(dates["floating"] == 12 * 3_600)
    #expect(dates["once"] == 12 * 3_600)
    #expect(dates["fixed"] == 6 * 3_600)
    #expect(dates["interval"] == 21_600)
    try await host.stop()
  }

  @Test("A journey east brings what is over by the new clock at once")
  func journeyEast() async throws {
    let host = try Host()
    await host.start()
    let dinner = CalendarComponents(year: 2_026, month: 6, day: 1, hour: 20)
    try host.add("dinner", try Host.calendar(dinner, zone: nil))
    await host.post(.changed)
    // In Tokyo it is 21:00.
    try host.zones.move(to: "Asia/Tokyo")
    await host.post(.zonesChanged)
    #expect(host.identifiers == ["dinner"])
    #expect(host.delivered[0].lateness == .seconds(3_600))
    try await host.stop()
  }

  @Test("The device's zone changed while nothing ran")
  func zoneWhileOff() async throws {
    let host = try Host()
    await host.start()
    try host.add("floating", try Host.calendar(.init(hour: 20), repeats: true, zone: nil))
    try await host.stop()
    try host.zones.move(to: "America/New_York")
    await host.start()
    #expect(host.timer?.armed?.wall == start + 12 * 3_600)
    try await host.stop()
  }

  @Test("New rules of a zone keep the time on its clock")
  func newRules() async throws {
    let host = try Host()
    await host.start()
    let morning = CalendarComponents(year: 2_026, month: 12, day: 24, hour: 18)
    try host.add("once", try Host.calendar(morning, zone: "Europe/Berlin"))
    try host.add("daily", try Host.calendar(.init(hour: 18), repeats: true, zone: "Europe/Berlin"))
    let before = try host.schedule.pending().map(\.due.date)
    // Berlin is three hours ahead of UTC from now on, for ever.
    host.zones.replace("Europe/Berlin", with: TimeZoneRules(fixedOffset: 3 * 3_600))
    await host.post(.zonesChanged)
    let after = try host.schedule.pending().map(\.due.date)
    #expect(after == [before[0].map { $0 - 3_600 }, before[1].map { $0 - 2 * 3_600 }])
    try await host.stop()
  }
}
