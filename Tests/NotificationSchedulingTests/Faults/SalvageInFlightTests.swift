import Foundation
import LinuxProcess
import NotificationTypes
import Synchronization
import TestSupport
import Testing
import Triggers

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("A salvage while deliveries go on")
struct SalvageInFlightTests {
  private let date = Sample.moment.wall

  private func beat() throws -> ScheduledRequest {
    let trigger = NotificationTrigger.timeInterval(
      try TimeIntervalTrigger(.seconds(100), repeats: true))
    let due = DueTime.elapsed(
      Sample.moment.elapsed - .seconds(1), boot: Sample.moment.boot, estimate: date - 1)
    return ScheduledRequest(
      request: Sample.request("beat", trigger: trigger), due: due, added: date - 101)
  }

  /// What a scheduler leaves that was killed: 0 to 4 and `beat` were heard and have not ended, 5 to 9
  /// have ended in its log alone, the others wait.
  private func leave(_ place: Workplace) throws {
    let store = try place.store()
    _ = try store.add([Sample.new("cancelled", due: -30)], limit: .unlimited)
    _ = try store.add(
      try (0..<15).map { try Sample.new("\($0)", due: Double($0) - 20) } + [beat()],
      limit: .unlimited)
    try store.apply(.cancelled(app: nil, identifiers: ["cancelled"], at: Date()))
    let log = try #require(try DeliveryLog(of: "scheduler", in: place.stateFolder, applied: 0))
    for item in try Sample.due(in: store) {
      let number = Int(item.identifier) ?? 0
      guard number < 10 else { continue }
      log.append(.begun, item.id, attempt: 1, at: date)
      log.append(number < 5 ? .heard : .delivered, item.id, attempt: 1, at: date)
    }
  }

  @Test("What a scheduler had begun and ended before its death is known after a salvage")
  func left() async throws {
    let place = try Workplace()
    try leave(place)
    try place.damage()
    let store = try place.store(.integrity)
    #expect(store.recovery != nil)
    let host = try Host(store: store)
    await host.start()
    for _ in 0..<8 { await host.advance(by: .milliseconds(100)) }
    let delivered = Dictionary(grouping: host.delivered, by: \.request.identifier)
    #expect(delivered.values.allSatisfy { $0.count == 1 })
    #expect(
      Set(delivered.keys) == Set((0..<5).map { "\($0)" } + (10..<15).map { "\($0)" } + ["beat"]))
    for name in (0..<5).map({ "\($0)" }) + ["beat"] {
      let due = try #require(delivered[name]?.first)
      #expect(due.attempt == 2 && due.steps == [.heard] && due.isLate, "\(name)")
    }
    #expect((10..<15).allSatisfy { delivered["\($0)"]?.first?.attempt == 1 })
    let listed = try store.fetch(.delivered(app: nil)).map(\.request.identifier)
    #expect(Set(listed) == Set((0..<15).map { "\($0)" } + ["beat"]))
    let pending = try store.fetch(.pending(app: nil))
    #expect(pending.map(\.request.identifier) == ["beat"])
    #expect(try #require(pending.first?.due.date) > host.clock.now.wall)
    try await host.stop()
    let count = host.delivered.count
    await host.start()
    #expect(host.delivered.count == count)
    try await host.stop()
  }

  @Test("Deliveries that go on while another process salvages end once, and later ones come")
  func running() async throws {
    let place = try Workplace()
    let store = try place.store()
    let names = ["a", "b", "c", "daily"]
    let now = SystemClock().now
    // Half a day away: no second date comes while the test runs.
    let hour = (Int(now.wall.timeIntervalSince1970) / 3_600 + 12) % 24
    let daily = NotificationTrigger.calendar(
      try CalendarTrigger(.init(hour: hour, minute: 0), repeats: true, timeZone: "UTC"))
    let requests =
      names.map { name in
        ScheduledRequest(
          request: Sample.request(name, trigger: name == "daily" ? daily : .immediate),
          due: name == "daily" ? .wall(date: now.wall - 1, local: 0) : .now(now), added: now.wall)
      } + [
        ScheduledRequest(
          request: Sample.request("later"),
          due: .elapsed(now.elapsed + .seconds(3), boot: now.boot, estimate: now.wall + 3),
          added: now.wall)
      ]
    _ = try store.add(requests, limit: .unlimited)
    let calls = Mutex<[String]>([])
    let isOpen = Atomic(false)
    let scheduler = Scheduler(for: NotificationSchedule(store: store)) { due in
      calls.withLock { $0.append(due.request.identifier) }
      while due.request.identifier != "later", !isOpen.load(ordering: .acquiring) {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    let task = Task { try await scheduler.run() }
    try await eventually("all are handled") { calls.withLock { Set($0).isSuperset(of: names) } }
    try store.checkpoint()
    try place.damage()
    let visitor = try place.store(.integrity)
    #expect(visitor.recovery != nil)
    isOpen.store(true, ordering: .releasing)
    try await eventually("all are recorded") {
      try visitor.fetch(.delivered(app: nil)).count == 5
        && visitor.identifiers() == ["daily"]
    }
    #expect(calls.withLock { $0.sorted() } == ["a", "b", "c", "daily", "later"])
    let moment = SystemClock().now
    let waiting = try visitor.read(.waiting(WaitingQuery(moment: moment, limit: 10)))
      .flatMap(\.requests)
    #expect(waiting.map(\.id.occurrence) == [1])
    #expect(try #require(waiting.first?.due.date) > moment.wall)
    #expect(try visitor.fetch(.missed(app: nil)).isEmpty)
    await scheduler.stop()
    try await task.value
  }
}
