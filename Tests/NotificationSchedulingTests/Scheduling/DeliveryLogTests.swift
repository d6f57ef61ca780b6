import Foundation
import Glibc
import LinuxProcess
import NotificationTypes
import TestSupport
import Testing
import Triggers

@testable import NotificationScheduling
@testable import NotificationStorage

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
    _ owner: OwnerName = "scheduler", _ body: (DeliveryLog, [WaitingRequest]) -> Void
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
    // The next one waits for the end of the one before, which tells the scheduler by itself.
    try await eventually("they come again") {
      host.delivered.count { $0.attempt == 2 } >= 3
    }
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

  @Test(
    "A process that ended another delivery after it had begun one was not ended by that one",
    arguments: [false, true])
  func waitsForItsTurn(endsAnother: Bool) async throws {
    try add(3)
    var policy = LatePolicy.standard
    policy.maximumCrashes = 3
    try write { log, waiting in
      log.append(.begun, waiting[0].id, attempt: 1, at: date)
      log.append(.begun, waiting[2].id, attempt: 3, at: date)
      if endsAnother { log.append(.delivered, waiting[0].id, attempt: 1, at: date) }
    }
    let host = try Host(store: store, policy: policy)
    await host.start()
    for _ in 0..<3 { await host.advance(by: .milliseconds(100)) }
    #expect(
      host.delivered.filter { $0.request.identifier == "2" }.map(\.attempt)
        == (endsAnother ? [3] : []))
    #expect(try store.fetch(.missed(app: nil)).map(\.identifier) == (endsAnother ? [] : ["2"]))
    try await host.stop()
  }

  @Test("One that repeats and has ended waits for its next date")
  func repeating() async throws {
    let trigger = NotificationTrigger.timeInterval(
      try TimeIntervalTrigger(.seconds(100), repeats: true))
    let due = DueTime.elapsed(
      Sample.moment.elapsed - .seconds(1), boot: Sample.moment.boot, estimate: date - 1)
    _ = try store.add(
      [
        ScheduledRequest(
          request: Sample.request("beat", trigger: trigger), due: due, added: date - 101)
      ],
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

  @Test("It goes round: new records take the places of those that nobody needs, and of no others")
  func round() throws {
    try withLog { log in
      for number in 0..<DeliveryLog.smallest {
        let id = DeliveryID(request: 1, occurrence: number)
        log.append(.begun, id, attempt: 1, at: date)
        log.advance(to: try #require(log.append(.delivered, id, attempt: 1, at: date)))
      }
    }
    let records = DeliveryLog.records(of: "scheduler", in: state, after: 0)
    #expect(records.count == DeliveryLog.smallest)
    let last = Int64(DeliveryLog.smallest) * 2
    #expect(records.map(\.number) == Array(last - Int64(records.count) + 1...last))
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
        let settlement = Settlement(item, .delivered(at: date))
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
      let settlement = Settlement(waiting[1], .delivered(at: date))
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
    try await eventually("two are recorded") { try store.fetch(.delivered(app: nil)).count >= 2 }
    let delivered = try store.fetch(.delivered(app: nil)).map(\.request.identifier)
    #expect(Set(delivered) == ["2", "3"])
    let begun = BegunDeliveries(in: store)
    #expect((0..<4).map { begun.attempts(of: Sample.request("\($0)")) } == [2, 1, 0, 0])
    end.finish()
    await scheduler.stop()
    try await running.value
  }

  @Test("One that never ends takes no room from the others, and is known whatever comes after it")
  func endless() throws {
    let endless = DeliveryID(request: 1, occurrence: 0)
    try withLog { log in
      log.append(.begun, endless, attempt: 1, at: date)
      log.append(.heard, endless, attempt: 1, at: date)
      for number in 0..<DeliveryLog.smallest {
        let id = DeliveryID(request: 2 + Int64(number), occurrence: 0)
        log.append(.begun, id, attempt: 1, at: date)
        log.advance(to: try #require(log.append(.delivered, id, attempt: 1, at: date)))
      }
    }
    #expect(known(to: "scheduler", after: 0)[endless] == Known(attempt: 1, steps: [.heard]))
  }

  // MARK: More than the store has taken in

  /// What the log knows of a delivery.
  private struct Known: Equatable {
    var attempt: Int
    var steps: Set<DeliveryStep> = []
    var hasEnded = false
  }

  private func known(to owner: OwnerName, after number: Int64) -> [DeliveryID: Known] {
    var known: [DeliveryID: Known] = [:]
    for record in DeliveryLog.records(of: owner, in: state, after: number) {
      var item = known[record.id] ?? Known(attempt: record.attempt)
      item.steps.formUnion(record.steps)
      switch record.kind {
      case .begun: item.attempt = record.attempt
      case .presented: item.steps.insert(.presented)
      case .heard: item.steps.insert(.heard)
      case .soundEnded: break
      case .delivered, .missed: item.hasEnded = true
      case .released: item.attempt = record.attemptsThatCount
      }
      known[record.id] = item
    }
    return known
  }

  private func withLog<Value>(
    applied: Int64 = 0, _ body: (DeliveryLog) throws -> Value
  ) throws -> Value {
    let log = try #require(try DeliveryLog(of: "scheduler", in: state, applied: applied))
    defer { log.end() }
    return try body(log)
  }

  private func deliver(_ id: DeliveryID, in log: DeliveryLog) -> LogPosition? {
    log.append(.begun, id, attempt: 1, at: date)
    log.append(.presented, id, attempt: 1, at: date)
    log.append(.heard, id, attempt: 1, at: date)
    return log.append(.delivered, id, attempt: 1, at: date)
  }

  @Test(
    "Of as many as its room is for, the log knows every end, however often its process dies, while the store takes in none"
  )
  func manyUnknown() throws {
    let count = LogContents.limit(of: DeliveryLog.smallest)
    let ids = (0..<count).map { DeliveryID(request: Int64($0) + 1, occurrence: 0) }
    for start in stride(from: 0, to: count, by: count / 7) {
      try withLog { log in
        for id in ids[start..<min(start + count / 7, count)] {
          #expect(deliver(id, in: log) != nil)
        }
      }
    }
    let known = known(to: "scheduler", after: 0)
    #expect(known.count == count)
    #expect(known.values.allSatisfy { $0.hasEnded && $0.steps == [.presented, .heard] })
    // Then it says so, and goes on when the store has taken one in.
    try withLog { log in
      let next = DeliveryID(request: 0, occurrence: 0)
      #expect(deliver(next, in: log) == nil)
      let key = DeliveryLog.key(of: "scheduler")
      log.advance(to: LogPosition(key: key, number: 0, delivery: ids[9]))
      #expect(deliver(next, in: log) != nil)
    }
  }

  @Test("A request that repeats for months while the store takes in nothing needs one record")
  func manyDates() throws {
    let going = DeliveryID(request: 9, occurrence: 3)
    try withLog { log in
      log.append(.begun, going, attempt: 2, at: date)
      for number in 0..<20_000 {
        #expect(deliver(DeliveryID(request: Int64(number % 3), occurrence: number), in: log) != nil)
      }
    }
    let known = known(to: "scheduler", after: 0)
    #expect(known[going] == Known(attempt: 2))
    for last in 19_997..<20_000 {
      #expect(known[DeliveryID(request: Int64(last % 3), occurrence: last)]?.hasEnded == true)
    }
  }

  @Test("It is made larger for all that waits, with what is in it, and small again when empty")
  func larger() throws {
    let count = 30_000
    let ids = (0..<count).map { DeliveryID(request: Int64($0) + 1, occurrence: 0) }
    try withLog { log in
      for id in ids[..<5_000] { #expect(deliver(id, in: log) != nil) }
      log.reserve(count)
      for id in ids[5_000...] { #expect(deliver(id, in: log) != nil) }
    }
    #expect(known(to: "scheduler", after: 0).values.filter(\.hasEnded).count == count)
    let path = state.deliveryLog(of: "scheduler")
    func size() throws -> Int {
      try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
    #expect(try size() == DeliveryLog.smallest * 4 * LogRecord.size)
    let last = try #require(DeliveryLog.records(of: "scheduler", in: state, after: 0).last?.number)
    try withLog(applied: last) { log in #expect(deliver(ids[0], in: log)?.number == last + 4) }
    #expect(try size() == DeliveryLog.smallest * LogRecord.size)
  }

  @Test("Whoever dies while the log is made larger leaves all that was in it")
  func halfLarger() throws {
    // Its places are there, and nothing was moved.
    let ids = (0..<5_000).map { DeliveryID(request: Int64($0) + 1, occurrence: 0) }
    try withLog { log in for id in ids { #expect(deliver(id, in: log) != nil) } }
    let path = state.deliveryLog(of: "scheduler")
    #expect(truncate(path, off_t(DeliveryLog.smallest * 2 * LogRecord.size)) == 0)
    try withLog { log in
      for number in 10_000..<15_000 {
        let id = DeliveryID(request: Int64(number), occurrence: 0)
        #expect(deliver(id, in: log) != nil)
      }
    }
    let known = known(to: "scheduler", after: 0)
    #expect(known.values.filter(\.hasEnded).count == 10_000)
    #expect(ids.allSatisfy { known[$0]?.steps == [.presented, .heard] })
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
