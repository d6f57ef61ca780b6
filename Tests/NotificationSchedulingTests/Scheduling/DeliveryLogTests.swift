import Foundation
@testable import NotificationScheduling
import NotificationTypes
import TestSupport
import Testing

@Suite("The delivery log: what a scheduler that died has begun and ended")
struct DeliveryLogTests {
  private let folder: TemporaryFolder
  private let state: StoreFolder
  private let store: NotificationStore

  init() throws {
    folder = try TemporaryFolder()
    state = StoreFolder(path: folder.path("state"))
    store = try NotificationStore(folder: state)
  }

  /// What a scheduler writes until it dies.
  private func write(
    _ owner: String = "scheduler", _ body: (DeliveryLog, [WaitingRequest]) -> Void
  ) throws {
    let log = try #require(try DeliveryLog(of: owner, in: state, applied: 0))
    body(log, try Sample.due(in: store))
  }

  private func add(_ count: Int) throws {
    _ = try store.add(
      try (0..<count).map { try Sample.new("\($0)", due: Double($0) - 20) }, limit: .unlimited)
  }

  private let date = Sample.moment.wall

  @Test("What has ended there counts as delivered, and is not delivered again")
  func ended() async throws {
    try add(5)
    try write { log, waiting in
      for item in waiting.prefix(3) {
        log.append(.begun, item.id, attempt: 1, at: date)
        log.append(.delivered, item.id, attempt: 1, at: date)
      }
    }
    let host = try Host(store: store)
    await host.start()
    #expect(host.identifiers == ["3", "4"])
    #expect(host.delivered.map(\.attempt) == [1, 1])
    #expect(
      try store.fetch(.delivered(app: nil)).map(\.request.identifier).sorted()
        == (0..<5).map(String.init))
    #expect(try store.fetch(.pending(app: nil)).isEmpty)
    try await host.stop()
  }

  @Test("What was begun and has not ended comes again, once, late, without what it has brought")
  func interrupted() async throws {
    try add(4)
    try write { log, waiting in
      for item in waiting.prefix(3) { log.append(.begun, item.id, attempt: 1, at: date) }
      log.append(.presented, waiting[0].id, attempt: 1, at: date)
      log.append(.heard, waiting[1].id, attempt: 1, at: date)
    }
    let host = try Host(store: store)
    await host.start()
    let again = host.delivered.filter { $0.attempt == 2 }
    #expect(again.map(\.request.identifier) == ["0", "1", "2"])
    #expect(again.map(\.steps) == [[.presented], [.heard], []])
    #expect(again.map(\.isLate) == [true, true, true])
    try await host.stop()
    await host.start()
    #expect(host.delivered.count == 4)
    try await host.stop()
  }

  @Test("One that ends its process each time takes no other ones along, and is missed at last")
  func poison() async throws {
    try add(3)
    var policy = LatePolicy.standard
    policy.maximumCrashes = 3
    try write { log, waiting in
      for item in waiting { log.append(.begun, item.id, attempt: 1, at: date) }
      for attempt in 2...3 { log.append(.begun, waiting[1].id, attempt: attempt, at: date) }
    }
    let host = try Host(store: store, policy: policy)
    await host.start()
    for _ in 0..<3 { await host.advance(by: .milliseconds(100)) }
    #expect(Set(host.identifiers) == ["0", "2"])
    #expect(try store.fetch(.missed(app: nil)).map(\.identifier) == ["1"])
    #expect(try store.fetch(.missed(app: nil)).map(\.reason) == [.failed])
    try await host.stop()
  }

  @Test("One that repeats and has ended waits for its next date")
  func repeating() async throws {
    let trigger = NotificationTrigger.timeInterval(
      try TimeIntervalTrigger(.seconds(100), repeats: true))
    let due = DueTime.elapsed(
      Sample.moment.elapsed - .seconds(1), boot: Sample.moment.boot, estimate: date - 1)
    _ = try store.add(
      [NewRequest(request: Sample.request("beat", trigger: trigger), due: due, added: date - 101)],
      limit: .standard)
    try write { log, waiting in
      log.append(.begun, waiting[0].id, attempt: 1, at: date)
      log.append(.delivered, waiting[0].id, attempt: 1, at: date)
    }
    let host = try Host(store: store)
    await host.start()
    #expect(host.identifiers.isEmpty)
    #expect(try store.fetch(.pending(app: nil)).first?.due.date == date + 99)
    #expect(host.timer?.armed?.elapsed == Sample.moment.elapsed + .seconds(99))
    try await host.stop()
  }

  @Test("Bytes that are not records change nothing, wherever they stand")
  func foreign() async throws {
    try add(3)
    var random = SeededGenerator.printed(for: "the delivery log")
    let bytes = (0..<99_999).map { _ in UInt8.random(in: 0...255, using: &random) }
    try folder.write(bytes, to: "state/scheduler.log")
    let host = try Host(store: store)
    await host.start()
    #expect(host.identifiers == ["0", "1", "2"])
    #expect(try store.fetch(.delivered(app: nil)).count == 3)
    try await host.stop()
  }

  @Test(
    "It goes round: new records take the places of old ones that the store knows, and no others")
  func round() throws {
    let log = try #require(try DeliveryLog(of: "scheduler", in: state, applied: 0))
    let id = DeliveryID(request: 1, occurrence: 0)
    var last: LogPosition?
    for _ in 0..<DeliveryLog.capacity / 2 {
      log.append(.begun, id, attempt: 1, at: date)
      last = log.append(.delivered, id, attempt: 1, at: date)
      #expect(last != nil)
    }
    #expect(log.append(.begun, id, attempt: 1, at: date) == nil)
    log.advance(to: try #require(last))
    #expect(log.append(.delivered, id, attempt: 2, at: date) != nil)
    let records = DeliveryLog.records(of: "scheduler", in: state, after: 0)
    #expect(records.count == DeliveryLog.capacity)
    #expect(records.last?.kind == .delivered && records.last?.attempt == 2)
    #expect(records.map(\.number) == Array(2...Int64(DeliveryLog.capacity + 1)))
  }

  @Test("What goes on while later ones end is still known as begun when its process has died")
  func longOne() async throws {
    try add(3)
    try write { log, waiting in
      log.append(.begun, waiting[0].id, attempt: 1, at: date)
      log.append(.heard, waiting[0].id, attempt: 1, at: date)
      for item in waiting.dropFirst() {
        log.append(.begun, item.id, attempt: 1, at: date)
        let record = log.append(.delivered, item.id, attempt: 1, at: date)
        let settlement = Settlement(item, .delivered(at: date, isListed: true))
        store.writer.append(.settled(settlement, record: record))
      }
      store.writer.flush()
    }
    #expect(BegunDeliveries(in: store).attempts(of: Sample.request("0")) == 1)
    let host = try Host(store: store)
    await host.start()
    #expect(host.identifiers == ["0"])
    #expect(host.delivered.map(\.attempt) == [2])
    #expect(host.delivered.map(\.steps) == [[.heard]])
    #expect(BegunDeliveries(in: store).attempts(of: Sample.request("0")) == 0)
    try await host.stop()
  }

  @Test("What a process before the last one has begun is known, whatever the last one has ended")
  func secondCrash() async throws {
    try add(2)
    try write { log, waiting in
      log.append(.begun, waiting[0].id, attempt: 1, at: date)
      log.append(.presented, waiting[0].id, attempt: 1, at: date)
    }
    try write { log, waiting in
      log.append(.begun, waiting[1].id, attempt: 1, at: date)
      let record = log.append(.delivered, waiting[1].id, attempt: 1, at: date)
      let settlement = Settlement(waiting[1], .delivered(at: date, isListed: true))
      store.writer.append(.settled(settlement, record: record))
      store.writer.flush()
    }
    let host = try Host(store: store)
    await host.start()
    #expect(host.delivered.map(\.attempt) == [2])
    #expect(host.delivered.map(\.steps) == [[.presented]])
    #expect(host.delivered.map(\.isLate) == [true])
    try await host.stop()
  }

  @Test("What waits for its turn to come again is known as begun while others end")
  func waitingTurn() async throws {
    try add(4)
    try write { log, waiting in
      for item in waiting.prefix(3) { log.append(.begun, item.id, attempt: 1, at: date) }
      log.append(.delivered, waiting[2].id, attempt: 1, at: date)
    }
    // The first one hangs, and the clock stands still: the second one's turn does not come.
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let schedule = NotificationSchedule(store: store, clock: ManualClock())
    let timer = ManualTimer()
    let scheduler = Scheduler(for: schedule, timer: timer) { due in
      if due.request.identifier == "0" { for await _ in ends { break } }
    }
    let running = Task { try await scheduler.run() }
    for _ in 0..<6_000 where try store.fetch(.delivered(app: nil)).count < 2 {
      try await Task.sleep(for: .milliseconds(5))
    }
    let delivered = try store.fetch(.delivered(app: nil)).map(\.request.identifier)
    #expect(Set(delivered) == ["2", "3"])
    let begun = BegunDeliveries(in: store)
    #expect((0..<4).map { begun.attempts(of: Sample.request("\($0)")) } == [2, 1, 0, 0])
    end.finish()
    await scheduler.stop()
    try await running.value
  }

  @Test("One that never ends takes no more than half of the room from the others")
  func endless() throws {
    let log = try #require(try DeliveryLog(of: "scheduler", in: state, applied: 0))
    log.append(.begun, DeliveryID(request: 1, occurrence: 0), attempt: 1, at: date)
    var refused = 0
    for number in 0..<DeliveryLog.capacity {
      let id = DeliveryID(request: 2, occurrence: number)
      log.append(.begun, id, attempt: 1, at: date)
      guard let position = log.append(.delivered, id, attempt: 1, at: date) else {
        refused += 1
        continue
      }
      log.advance(to: position)
    }
    #expect(refused == 0)
  }

  @Test("What an app that died has begun and ended is the daemon's to know")
  func otherOwner() async throws {
    try add(3)
    try write("scheduler-app") { log, waiting in
      log.append(.begun, waiting[0].id, attempt: 1, at: date)
      log.append(.delivered, waiting[0].id, attempt: 1, at: date)
      log.append(.begun, waiting[1].id, attempt: 1, at: date)
    }
    let host = try Host(store: store)
    await host.start()
    #expect(host.delivered.map(\.attempt).sorted() == [1, 2])
    #expect(Set(host.identifiers) == ["1", "2"])
    try await host.stop()
  }
}
