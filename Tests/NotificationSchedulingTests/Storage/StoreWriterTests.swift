import Foundation
import LinuxProcess
import NotificationTypes
import Synchronization
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("What nobody waits for comes into the store in its order")
struct StoreWriterTests {
  private let store = NotificationStore()
  private let date = Sample.moment.wall

  private func key(_ identifier: String, at date: Date) -> DeliveryKey {
    DeliveryKey(app: "app", identifier: identifier, date: date)
  }

  private func begin(_ identifier: String, at date: Date) {
    store.writer.append(
      .began(key(identifier, at: date), DeliveryRecord(banner: .begun, sound: .begun)))
  }

  private func amend(
    _ identifier: String, at date: Date, banner: String? = nil, sound: String? = nil
  ) {
    store.writer.append(
      .amended(
        key(identifier, at: date),
        DeliveryAmendment(banner: banner.map { .init($0) }, sound: sound.map { .init($0) })))
  }

  /// The records of delivered notifications, by their identifiers.
  private func records(_ identifiers: [String]) throws -> [String: DeliveryRecord] {
    _ = try store.add(try identifiers.map { try Sample.new($0, due: -1) }, limit: .unlimited)
    let waiting = try store.read(
      .waiting(
        WaitingQuery(moment: Sample.moment, until: .zero, limit: .max)
      )
    ).flatMap(\.requests)
    store.settle(waiting.map { Settlement($0, .delivered(at: date, isListed: true)) })
    return try store.fetch(.delivered(app: nil)).reduce(into: [:]) {
      $0[$1.request.identifier] = $1.record
    }
  }

  @Test("An amendment finds its record, whether that waits or is in the store already")
  func amended() throws {
    begin("a", at: date)
    amend("a", at: date, banner: "shown")
    store.writer.flush()
    amend("a", at: date, sound: "played")
    store.writer.flush()
    let expected = DeliveryRecord(banner: .init("shown"), sound: .init("played"))
    #expect(try records(["a"]) == ["a": expected])
  }

  @Test("An amendment of an earlier delivery leaves the later one alone")
  func repeated() throws {
    begin("a", at: date)
    begin("a", at: date + 1)
    amend("a", at: date, sound: "played")
    amend("a", at: date + 1, banner: "shown")
    store.writer.flush()
    let expected = DeliveryRecord(banner: .init("shown"), sound: .begun)
    #expect(try records(["a"]) == ["a": expected])
  }

  @Test("A removal comes after what was written before it, and stays")
  func removal() throws {
    _ = try store.add([try Sample.new("a", due: -1)], limit: .standard)
    let waiting = try #require(try Sample.due(in: store).first)
    begin("a", at: date)
    store.writer.append(
      .settled(Settlement(waiting, .delivered(at: date, isListed: true)), record: nil))
    store.writer.append(.removed(app: "app", identifiers: ["a"], at: Date()))
    store.writer.flush()
    #expect(try store.read(.counts()) == StoreCounts())
  }

  @Test("What tells of a delivery waits for its end, and both are written at once")
  func together() throws {
    let batches = Mutex<[Int]>([])
    let writer = StoreWriter(
      write: { changes throws(StoreError) in batches.withLock { $0.append(changes.count) } },
      reopen: {})
    let record = StoreChange.began(key("a", at: date), DeliveryRecord())
    let start = ContinuousClock.now
    writer.append(record)
    try waitUntil("it is written") { batches.withLock { $0 == [1] } }
    #expect(start.duration(to: .now) > .milliseconds(200))
    writer.append(record)
    writer.append(.badge(1, app: "app"))
    try waitUntil("both are written") { batches.withLock { $0.count > 1 } }
    #expect(batches.withLock { $0 } == [1, 2])
  }

  @Test("A storm that is faster than the store loses nothing")
  func storm() throws {
    let identifiers = (0..<30_000).map(String.init)
    for identifier in identifiers {
      begin(identifier, at: date)
      amend(identifier, at: date, banner: "shown")
      store.writer.append(.badge(7, app: "app"))
    }
    store.writer.flush()
    let records = try records(identifiers)
    #expect(records.count == identifiers.count)
    let expected = DeliveryRecord(banner: .init("shown"), sound: .begun)
    #expect(records.values.allSatisfy { $0 == expected })
    #expect(try store.read(.profiles).mapValues(\.badge) == ["app": 7])
  }

  @Test("A store that fails is tried again, without a word from anybody, and gets everything")
  func failing() throws {
    let events = Mutex<[String]>([])
    let isBroken = Mutex(true)
    let written = Mutex(0)
    let writer = StoreWriter(
      write: { changes throws(StoreError) in
        if isBroken.withLock({ $0 }) { throw .full }
        written.withLock { $0 += changes.count }
      }, reopen: {})
    _ = writer.listen { event in
      events.withLock { events in
        switch event {
        case .applied: events.append("applied")
        // A slow machine lets it try more than once.
        case .failed: if events.last != "failed" { events.append("failed") }
        case .recovered: events.append("recovered")
        }
      }
    }
    for number in 0..<3 { writer.append(.badge(number, app: "app")) }
    writer.flush()
    #expect(writer.failure == .full)
    isBroken.withLock { $0 = false }
    writer.append(.badge(3, app: "app"))
    while written.withLock({ $0 }) < 4 { usleep(1_000) }
    writer.flush()
    #expect(written.withLock { $0 } == 4)
    #expect(events.withLock { $0 } == ["failed", "applied", "recovered"])
    #expect(writer.failure == nil)
  }
}
