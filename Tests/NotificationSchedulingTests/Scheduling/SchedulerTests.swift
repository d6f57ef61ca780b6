import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing
import Triggers

@Suite("A scheduler delivers what is due, when it is due, once")
struct SchedulerTests {
  /// 12:00:00 UTC.
  private let start = ManualClock.start

  @Test("An immediate request is delivered at once", arguments: StoreKind.allCases)
  func immediate(_ kind: StoreKind) async throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let host = try Host(store: store)
    await host.start()
    try host.add("now", .immediate)
    await host.post(.changed)
    #expect(host.identifiers == ["now"])
    #expect(try store.fetch(.delivered(app: nil)).map(\.date) == [start])
    #expect(try store.fetch(.pending(app: nil)).isEmpty)
    try await host.stop()
  }

  @Test("A time interval is over when so much time has passed", arguments: StoreKind.allCases)
  func interval(_ kind: StoreKind) async throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let host = try Host(store: store)
    await host.start()
    try host.add("tea", try Host.interval(300))
    await host.post(.changed)
    #expect(host.timer?.armed == NextDue(elapsed: .seconds(86_700)))
    await host.advance(by: .seconds(299))
    #expect(host.identifiers.isEmpty)
    await host.advance(by: .seconds(1))
    #expect(host.identifiers == ["tea"])
    #expect(host.delivered[0].lateness == .zero && !host.delivered[0].isLate)
    #expect(host.timer?.armed == NextDue())
    try await host.stop()
  }

  @Test("A daily request comes each day", arguments: StoreKind.allCases)
  func daily(_ kind: StoreKind) async throws {
    let (store, folder) = try kind.make()
    defer { withExtendedLifetime(folder) {} }
    let host = try Host(store: store)
    await host.start()
    try host.add("daily", try Host.calendar(.init(hour: 12, minute: 30), repeats: true))
    await host.post(.changed)
    for _ in 0..<3 { await host.advance(by: .seconds(86_400)) }
    #expect(host.delivered.map(\.dueDate) == (0..<3).map { start + 1_800 + Double($0) * 86_400 })
    #expect(host.timer?.armed == NextDue(wall: start + 1_800 + 3 * 86_400))
    try await host.stop()
  }

  @Test("A repeating interval keeps its beat, however late a delivery is")
  func beat() async throws {
    let host = try Host()
    await host.start()
    try host.add("beat", try Host.interval(60, repeats: true))
    await host.post(.changed)
    await host.advance(by: .seconds(60.5))
    await host.advance(by: .seconds(59.5))
    #expect(host.delivered.map(\.lateness) == [.seconds(0.5), .zero])
    await host.advance(by: .seconds(150))
    #expect(host.delivered.last?.coalescedCount == 2)
    #expect(host.timer?.armed?.elapsed == .seconds(86_400 + 300))
    try await host.stop()
  }

  @Test("Nothing due: the timer is set once and nothing is done, for years")
  func idle() async throws {
    let host = try Host()
    try host.add("far", try Host.calendar(.init(year: 2_090)))
    await host.start()
    let count = host.timer?.armCount
    for _ in 0..<40 { await host.advance(by: .seconds(365 * 86_400)) }
    #expect(host.timer?.armCount == count)
    #expect(host.identifiers.isEmpty)
    try await host.stop()
  }

  @Test("A request that was taken back or moved is not delivered at its old time")
  func cancelled() async throws {
    let host = try Host()
    await host.start()
    try host.add("a", try Host.interval(10))
    try host.add("b", try Host.interval(10))
    await host.post(.changed)
    try host.schedule.cancel(["a"])
    try host.add("b", try Host.interval(20))
    await host.advance(by: .seconds(10))
    #expect(host.identifiers.isEmpty)
    await host.post(.changed)
    await host.advance(by: .seconds(10))
    #expect(host.identifiers == ["b"])
    try await host.stop()
  }

  @Test("What another process takes back or moves is not delivered, even if nobody is told")
  func cancelledUnheard() async throws {
    let folder = try TemporaryFolder()
    let place = StoreFolder(path: folder.path("state"))
    let host = try Host(store: try NotificationStore(folder: place))
    await host.start()
    for identifier in ["a", "b", "c"] { try host.add(identifier, try Host.interval(10)) }
    // All three are in memory now, and nothing more is read before they are due.
    await host.post(.changed)
    let other = NotificationSchedule(
      store: try NotificationStore(folder: place), clock: host.clock, timeZones: host.zones)
    try other.cancel(["b"])
    try other.add(Sample.request("c", trigger: try Host.interval(20)))
    await host.advance(by: .seconds(10))
    #expect(host.identifiers == ["a"])
    #expect(try other.store.fetch(.delivered(app: nil)).map(\.request.identifier) == ["a"])
    #expect(try other.store.fetch(.missed(app: nil)).isEmpty)
    await host.post(.changed)
    await host.advance(by: .seconds(10))
    #expect(host.identifiers == ["a", "c"])
    try await host.stop()
  }

  @Test("A request without a date in the future is refused, and said to be")
  func neverDue() throws {
    let host = try Host()
    #expect(try host.add("past", try Host.calendar(.init(year: 2_020))) == .refusedAsNeverDue)
    let impossible = try Host.calendar(.init(month: 2, day: 30), repeats: true)
    #expect(try host.add("never", impossible) == .refusedAsNeverDue)
    let unknown = try Host.calendar(.init(hour: 7), zone: "Europe/Atlantis")
    #expect(throws: TimeZoneError.unknown("Europe/Atlantis")) { try host.add("where", unknown) }
    #expect(try host.schedule.pending().isEmpty)
  }

  @Test("A region's request waits for the crossing, and for the next one if it repeats")
  func region() async throws {
    let host = try Host()
    await host.start()
    let trigger = try RegionTrigger(
      identifier: "home", latitude: 52, longitude: 13, radius: 100, repeats: true)
    try host.add("door", .region(trigger))
    for count in 1...2 {
      try host.schedule.report(RegionCrossing(app: "app", region: "home", direction: .entry))
      await host.post(.changed)
      #expect(host.identifiers.count == count)
    }
    #expect(try host.schedule.pending().first?.due == .crossing(region: "home"))
    try await host.stop()
  }

  @Test("A failed delivery is tried again; after the last attempt it is missed")
  func failures() async throws {
    let host = try Host()
    await host.start()
    host.failNext(2)
    try host.add("twice", .immediate)
    await host.post(.changed)
    #expect(host.identifiers.isEmpty)
    // The word that there is something to try again may come after the one that all is quiet.
    try await eventually("the third attempt") {
      await host.advance(by: .seconds(2))
      return !host.delivered.isEmpty
    }
    #expect(host.delivered.map(\.attempt) == [3])
    host.failNext(3)
    try host.add("never", .immediate)
    await host.post(.changed)
    try await eventually("it is given up") {
      await host.advance(by: .seconds(2))
      return try !host.schedule.store.fetch(.missed(app: nil)).isEmpty
    }
    #expect(host.identifiers == ["twice"])
    #expect(try host.schedule.store.fetch(.missed(app: nil)).map(\.reason) == [.failed])
    #expect(try host.schedule.pending().isEmpty)
    try await host.stop()
  }

  @Test("A handler that hangs holds no other one up, and its notification comes again")
  func hung() async throws {
    let schedule = NotificationSchedule.inMemory(clock: ManualClock())
    let timer = ManualTimer()
    let scheduler = Scheduler(for: schedule, timer: timer) { due in
      if due.request.identifier == "stuck" { try await Task.sleep(for: .seconds(3_600)) }
    }
    try schedule.add([Sample.request("stuck"), Sample.request("other")].map(\.self))
      .forEach { #expect($0 == .added) }
    let task = Task { try await scheduler.run() }
    try await eventually("the other one") {
      try !schedule.store.fetch(.delivered(app: nil)).isEmpty
    }
    #expect(try schedule.store.fetch(.delivered(app: nil)).map(\.request.identifier) == ["other"])
    await scheduler.stop()
    try await task.value
    #expect(try schedule.pending().map(\.request.identifier) == ["stuck"])
  }

  @Test("A scheduler of one app leaves the requests of others alone")
  func scope() async throws {
    let schedule = NotificationSchedule.inMemory(clock: ManualClock())
    let timer = ManualTimer()
    let scheduler = Scheduler(for: schedule, scope: .app("mine"), timer: timer) { _ in }
    try schedule.add(Sample.request("a", app: "mine"))
    try schedule.add(Sample.request("b", app: "other"))
    let task = Task { try await scheduler.run() }
    await timer.isIdle()
    await scheduler.settled()
    #expect(try schedule.store.fetch(.delivered(app: nil)).map(\.request.app) == ["mine"])
    #expect(try schedule.pending().map(\.request.app) == ["other"])
    await scheduler.stop()
    try await task.value
  }

  @Test("A scheduler runs once, and its task's end ends it")
  func cancellation() async throws {
    let schedule = NotificationSchedule.inMemory()
    let scheduler = Scheduler(for: schedule) { _ in }
    let task = Task { try await scheduler.run() }
    for await state in scheduler.states where state == .running { break }
    task.cancel()
    try await task.value
    #expect(await scheduler.state == .stopped)
    await #expect(throws: SchedulerError.alreadyRun) { try await scheduler.run() }
  }
}
