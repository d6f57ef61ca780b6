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

  /// The end of the delivery of a new request, with a sound that plays on.
  private func settled(_ identifier: String) throws -> (id: DeliveryID, change: StoreChange) {
    _ = try store.add([try Sample.new(identifier, due: -1)], limit: .unlimited)
    let waiting = try #require(
      try Sample.due(in: store).first { $0.identifier == identifier })
    let record = DeliveryRecord(banner: .init("shown"), sound: .begun)
    return (
      waiting.id, .settled(Settlement(waiting, .delivered(at: date, record: record)), record: nil)
    )
  }

  /// The records of delivered notifications, by their identifiers.
  private func records() throws -> [String: DeliveryRecord] {
    try store.fetch(.delivered(app: nil)).reduce(into: [:]) {
      $0[$1.request.identifier] = $1.record
    }
  }

  @Test(
    "The end of a sound finds its delivery, whether that waits or is in the store already",
    arguments: [false, true])
  func soundEnd(isWritten: Bool) throws {
    let (id, end) = try settled("a")
    store.writer.append(end)
    if isWritten { store.writer.flush() }
    store.writer.append(.soundEnded(id, .init("played", reason: "late")))
    store.writer.flush()
    let sound = DeliveryRecord.Fate("played", reason: "late")
    #expect(try records() == ["a": DeliveryRecord(banner: .init("shown"), sound: sound)])
    // What a log says of it later has no reason.
    store.writer.append(.soundEnded(id, .init("played")))
    store.writer.append(.interrupted(id, soundBeginsAgain: false))
    store.writer.flush()
    #expect(try records()["a"]?.sound == sound)
  }

  @Test("The end of a sound leaves a later delivery of its identifier alone")
  func repeated() throws {
    let (first, firstEnd) = try settled("a")
    store.writer.append(firstEnd)
    store.writer.flush()
    let (_, secondEnd) = try settled("a")
    store.writer.append(secondEnd)
    store.writer.append(.soundEnded(first, .init("played")))
    store.writer.flush()
    #expect(try records()["a"]?.sound == .begun)
    #expect(
      try store.texts("SELECT state || ' ' || sound FROM delivery ORDER BY sequence")
        == ["\(DeliveryState.replaced.rawValue) played", "\(DeliveryState.open.rawValue) begun"])
  }

  @Test("A removal comes after what was written before it, and stays")
  func removal() throws {
    store.writer.append(try settled("a").change)
    store.writer.append(.removed(app: "app", identifiers: ["a"], at: Date()))
    store.writer.flush()
    #expect(try store.read(.counts()) == StoreCounts())
  }

  @Test("The end of a sound waits for another change, and both are written at once")
  func together() throws {
    let batches = Mutex<[Int]>([])
    let writer = StoreWriter(
      write: { changes throws(StoreError) in batches.withLock { $0.append(changes.count) } },
      reopen: {})
    let record = StoreChange.soundEnded(
      DeliveryID(request: 1, occurrence: 0), .init("played"))
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
    let count = 10_000
    _ = try store.add(
      try (0..<count).map { try Sample.new("\($0)", due: -1) }, limit: .unlimited)
    let query = WaitingQuery(moment: Sample.moment, until: .zero, limit: .max)
    let record = DeliveryRecord(banner: .init("shown"), sound: .begun)
    for waiting in try store.read(.waiting(query)).flatMap(\.requests) {
      store.writer.append(
        .settled(Settlement(waiting, .delivered(at: date, record: record)), record: nil))
      store.writer.append(.soundEnded(waiting.id, .init("played")))
      store.writer.append(.badge(7, app: "app"))
    }
    store.writer.flush()
    let records = try records()
    #expect(records.count == count)
    let expected = DeliveryRecord(banner: .init("shown"), sound: .init("played"))
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
