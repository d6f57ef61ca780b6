import Foundation
import LinuxProcess
import NotificationTypes
import TestSupport
import Testing
import Triggers

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("The outcomes of banner and sound, in the log and in the store after a kill")
struct DeliveryOutcomeTests {
  private let folder: TemporaryFolder
  private let state: StoreFolder
  private let store: NotificationStore
  private let date = Sample.moment.wall

  init() throws {
    folder = try TemporaryFolder()
    state = StoreFolder(path: folder.path("state"))
    store = try NotificationStore(folder: state)
  }

  /// What a scheduler writes about a request until it dies.
  private func write(_ body: (DeliveryLog, WaitingRequest) -> Void) throws {
    _ = try store.add([try Sample.new("a", due: -20)], limit: .unlimited)
    let log = try #require(try DeliveryLog(of: "scheduler", in: state, applied: 0))
    body(log, try #require(try Sample.due(in: store).first))
  }

  private func begin(_ waiting: WaitingRequest, in log: DeliveryLog) {
    log.append(.begun, waiting.id, attempt: 1, at: date)
    log.append(.heard, waiting.id, attempt: 1, at: date, outcomes: playing)
  }

  private let playing = LoggedOutcomes(
    DeliveryRecord(banner: .init("shown"), sound: .begun))
  private let played = LoggedOutcomes(
    DeliveryRecord(banner: .init("shown"), sound: .init("played")))

  /// The record of the notification after another scheduler has read the log.
  private func recordAfterRestart() async throws -> DeliveryRecord? {
    let host = try Host(store: store)
    await host.start()
    try await host.stop()
    return try store.fetch(.delivered()).first?.record
  }

  @Test("An end that the store does not have brings its outcomes along")
  func replayed() async throws {
    try write { log, waiting in
      begin(waiting, in: log)
      log.append(.delivered, waiting.id, attempt: 1, at: date, outcomes: playing)
    }
    let record = try await recordAfterRestart()
    #expect(
      record == DeliveryRecord(banner: .init("shown"), sound: .begun, interruptions: 1))
  }

  @Test("A sound that has ended after its delivery has its outcome", arguments: [false, true])
  func soundEnded(isDeliveryWritten: Bool) async throws {
    try write { log, waiting in
      begin(waiting, in: log)
      let record = log.append(.delivered, waiting.id, attempt: 1, at: date, outcomes: playing)
      if isDeliveryWritten {
        let known = DeliveryRecord(
          banner: .init("shown"), sound: .begun, soundFile: "/s/ping.caf")
        store.writer.append(
          .settled(
            Settlement(waiting, .delivered(at: date, record: known)), record: record))
        store.writer.flush()
      }
      log.append(.soundEnded, waiting.id, attempt: 1, at: date, outcomes: played)
    }
    let file = isDeliveryWritten ? "/s/ping.caf" : nil
    #expect(
      try await recordAfterRestart()
        == DeliveryRecord(banner: .init("shown"), sound: .init("played"), soundFile: file))
  }

  /// A delivery that is in the store, and whose process has died while its sound played.
  private func writeCutOff(at date: Date, interruptions: Int? = nil) throws {
    try write { log, waiting in
      begin(waiting, in: log)
      let record = log.append(.delivered, waiting.id, attempt: 1, at: date, outcomes: playing)
      let known = DeliveryRecord(
        banner: .init("shown"), sound: .begun, interruptions: interruptions)
      store.writer.append(
        .settled(Settlement(waiting, .delivered(at: date, record: known)), record: record))
      store.writer.flush()
    }
  }

  @Test("A sound that was cut off begins again, once for each process that dies in it")
  func cutOff() async throws {
    try writeCutOff(at: date - 1)
    for count in 1...3 {
      let host = try Host(store: store)
      await host.start()
      try await eventually("it begins again") { !host.sounds.isEmpty }
      // The process dies in it: nothing ends it.
      try await host.stop()
      #expect(host.sounds.map(\.interruptions) == [count])
      #expect(host.sounds.map(\.steps) == [[.presented]])
      #expect(host.identifiers.isEmpty)
      let record = try #require(try store.fetch(.delivered()).first?.record)
      #expect(record.sound == .begun && record.interruptions == count)
    }
    let host = try Host(store: store)
    await host.start()
    try await eventually("it begins again") { !host.sounds.isEmpty }
    host.sounds.first?.update { $0.sound = .init("played", reason: "late") }
    try await host.stop()
    let record = try #require(try store.fetch(.delivered()).first?.record)
    #expect(record.sound == .init("played", reason: "late") && record.interruptions == 4)
    let next = try Host(store: store)
    await next.start()
    try await next.stop()
    #expect(next.sounds.isEmpty && next.identifiers.isEmpty)
  }

  /// Why a sound that was cut off does not begin again.
  enum Reason: CaseIterable { case old, future, removed, replaced, nearlyWhole, often }

  @Test(
    "It does not begin again when the grace is over, the user has dealt with it, nearly all was heard, or too many have died in it",
    arguments: Reason.allCases)
  func notAgain(reason: Reason) async throws {
    let grace = LatePolicy.standard.grace.timeInterval
    let often = LatePolicy.standard.maximumCrashes - 1
    switch reason {
    case .old: try writeCutOff(at: date - grace - 1)
    case .future: try writeCutOff(at: date + grace + 1)
    case .often: try writeCutOff(at: date - 1, interruptions: often)
    case .removed, .replaced, .nearlyWhole: try writeCutOff(at: date - 1)
    }
    switch reason {
    case .removed: try store.apply(.removed(app: nil, identifiers: nil, at: date))
    case .replaced:
      _ = try store.add([try Sample.new("a", due: -10)], limit: .unlimited)
      let waiting = try #require(try Sample.due(in: store).first)
      try store.apply(
        .settled(Settlement(waiting, .delivered(at: date, record: DeliveryRecord())), record: nil))
    case .nearlyWhole:
      let waiting = try #require(try store.fetch(.unfinished(app: nil, before: date)).first)
      let log = try #require(try DeliveryLog(of: "scheduler", in: state, applied: 0))
      let flight = Flight(
        soundOf: waiting, log: log, clock: ManualClock(), writer: store.writer)
      flight.soundIsNearlyOver()
    case .old, .future, .often: break
    }
    let host = try Host(store: store)
    await host.start()
    try await host.stop()
    #expect(host.sounds.isEmpty && host.identifiers.isEmpty)
    let sounds = try store.texts("SELECT sound FROM delivery ORDER BY sequence")
    switch reason {
    case .old, .often, .removed: #expect(sounds == ["interrupted"])
    case .nearlyWhole: #expect(sounds == ["played"])
    case .replaced: #expect(sounds == ["interrupted", "none"])
    // What has a date to come is looked at when that has passed.
    case .future: #expect(sounds == ["begun"])
    }
  }

  @Test(
    "What was begun and cut off in its sound comes again with it, unless the user has dealt with it",
    arguments: [false, true])
  func cutOffWithoutEnd(isWithdrawn: Bool) async throws {
    try write { log, waiting in
      log.append(.begun, waiting.id, attempt: 1, at: date)
      log.append(.presented, waiting.id, attempt: 1, at: date)
      log.append(.heard, waiting.id, attempt: 1, at: date, outcomes: playing)
    }
    if isWithdrawn { try store.apply(.removed(app: "app", identifiers: ["a"], at: date + 1)) }
    let host = try Host(store: store)
    await host.start()
    #expect(
      host.delivered.map(\.steps) == [isWithdrawn ? [.presented, .heard] : [.presented]])
    #expect(host.delivered.map(\.interruptions) == [isWithdrawn ? 0 : 1])
    #expect(host.delivered.map(\.earlier?.sound) == [.interruptedSound])
    try await host.stop()
    #expect(host.sounds.isEmpty)
  }

  @Test("A log of an earlier version, without outcomes, has the steps")
  func earlier() async throws {
    try write { log, waiting in
      log.append(.begun, waiting.id, attempt: 1, at: date)
      log.append(.presented, waiting.id, attempt: 1, at: date)
      log.append(.delivered, waiting.id, attempt: 1, at: date)
    }
    #expect(try await recordAfterRestart() == DeliveryRecord(banner: .interruptedBanner))
  }

  @Test("What comes again knows what the user got, also of a sound that has ended")
  func again() async throws {
    try write { log, waiting in
      begin(waiting, in: log)
      log.append(.soundEnded, waiting.id, attempt: 1, at: date, outcomes: played)
    }
    let host = try Host(store: store)
    await host.start()
    #expect(host.delivered.map(\.steps) == [[.heard]])
    #expect(
      host.delivered.map(\.earlier)
        == [DeliveryRecord(banner: .init("shown"), sound: .init("played"))])
    try await host.stop()
  }

  @Test("What waits for the user's answer, or was removed, is so after a kill, too")
  func states() async throws {
    for wanted in [DeliveryState.held, .removed] {
      try write { log, waiting in
        log.append(.begun, waiting.id, attempt: 1, at: date)
        log.append(
          .delivered, waiting.id, attempt: 1, at: date,
          outcomes: LoggedOutcomes(DeliveryRecord(), state: wanted))
      }
      #expect(try await recordAfterRestart() == nil)
      #expect(try store.read(.counts()) == StoreCounts())
      #expect(try store.fetch(.held()).map(\.identifier) == (wanted == .held ? ["a"] : []))
      try store.apply(.notHeld(app: "app"), .removed(app: nil, identifiers: nil, at: date))
    }
  }

  @Test("A record is read as it was written, and one with bits that are not known is not")
  func bytes() throws {
    for code in LoggedOutcomes.codes {
      for state in DeliveryState.allCases {
        let record = LogRecord(
          .delivered, DeliveryID(request: 7, occurrence: 3), attempt: 2, number: 9, date: 11,
          outcomes: LoggedOutcomes(
            DeliveryRecord(banner: .init("list"), sound: .init(code)), state: state))
        #expect(LogRecord(record.words[...]) == record)
        var unknown = record.words
        unknown[0] |= 1 << 40
        #expect(LogRecord(unknown[...]) == nil)
      }
    }
  }

  @Test("A delivery that ends while its sound plays on is written once, and once the sound is over")
  func flight() throws {
    _ = try store.add([try Sample.new("a", due: -20)], limit: .unlimited)
    let waiting = try #require(try Sample.due(in: store).first)
    let log = try #require(try DeliveryLog(of: "scheduler", in: state, applied: 0))
    let flight = Flight(
      waiting, next: nil, count: 1, attempt: 1, failures: 0, reached: nil, log: log,
      clock: ManualClock(), writer: store.writer)
    flight.begin()
    flight.update { $0 = DeliveryRecord(banner: .begun, sound: .begun) }
    flight.note(.heard)
    flight.update { $0.banner = .init("shown") }
    flight.end(delivered: true)
    store.writer.flush()
    #expect(
      try store.fetch(.delivered()).first?.record
        == DeliveryRecord(banner: .init("shown"), sound: .begun))
    flight.update { $0.sound = .init("played", reason: "late") }
    store.writer.flush()
    #expect(
      try store.fetch(.delivered()).first?.record?.sound == .init("played", reason: "late"))
    let kinds = DeliveryLog.records(of: "scheduler", in: state, after: 0).map(\.kind)
    #expect(kinds == [.begun, .heard, .delivered, .soundEnded])
  }

  @Test("A sound that plays on in this process, longer than its scheduler ran, is not cut off")
  func sounding() async throws {
    _ = try store.add([try Sample.new("a", due: -20)], limit: .unlimited)
    let waiting = try #require(try Sample.due(in: store).first)
    let clock = ManualClock()
    let flight = Flight(
      waiting, next: nil, count: 1, attempt: 1, failures: 0, reached: nil, log: nil,
      clock: clock, writer: store.writer)
    flight.update { $0 = DeliveryRecord(banner: .init("shown"), sound: .begun) }
    flight.note(.heard)
    flight.end(delivered: true)
    store.writer.flush()
    clock.advance(by: .seconds(1))
    let host = try Host(store: store, clock: clock)
    await host.start()
    try await host.stop()
    #expect(host.sounds.isEmpty)
    #expect(
      try store.fetch(.delivered()).first?.record
        == DeliveryRecord(banner: .init("shown"), sound: .begun))
    flight.update { $0.sound = .init("played") }
    store.writer.flush()
    #expect(try store.fetch(.delivered()).first?.record?.sound == .init("played"))
  }
}
