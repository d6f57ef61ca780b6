import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Triggers

/// A box with a notification server and a sound server that write down what they get.
final class Witness {
  /// What was accepted, and what became of it.
  struct Account: CustomStringConvertible {
    var accepted = 0
    var kills = 0
    var shownAgain = 0
    var heardAgain = 0
    /// Of deliveries, whatever of them came again.
    var repeats = 0
    var lost: [String] = []
    /// Of those, that the daemon gave up for their crashes, and says so.
    var givenUp: [String] = []
    /// Recorded as delivered, and never shown; never heard.
    var neverShown: [String] = []
    var neverHeard: [String] = []
    /// Whose records say that they go on.
    var unsettled: [String] = []

    mutating func add(_ other: Account) {
      accepted += other.accepted
      kills += other.kills
      repeats += other.repeats
      shownAgain += other.shownAgain
      heardAgain += other.heardAgain
      lost += other.lost
      givenUp += other.givenUp
      neverShown += other.neverShown
      neverHeard += other.neverHeard
      unsettled += other.unsettled
    }

    var description: String {
      "\(accepted) accepted, \(kills) kills, \(lost.count) lost, \(givenUp.count) given up, "
        + "\(neverShown.count) recorded and "
        + "never shown, \(neverHeard.count) recorded and never heard, \(repeats) again "
        + "(\(shownAgain) shown, \(heardAgain) heard)"
    }
  }

  /// Notifications in a round.
  static let size = 14
  private let sound: PulseServer
  private let bus: SessionBus
  private let server: ScriptedServer
  private let box: Box
  private let tones = Tones(count: size)
  private var rounds = 0

  init() async throws {
    sound = try PulseServer()
    bus = try SessionBus()
    server = try await ScriptedServer(on: bus)
    box = try Box(environment: sound.environment.merging(bus.environment) { $1 })
    try tones.write(for: "app", in: box)
  }

  /// Schedules notifications, and kills the daemon.
  func round(
    of count: Int, _ kind: WitnessTests.Kind, _ random: inout SeededGenerator
  ) async throws -> Account {
    rounds += 1
    let names = (0..<count).map { "\(rounds)-\($0)" }
    try sound.startRecording()
    var daemon = try box.start("--device", "server")
    let start = Date() + 0.5
    let requests = names.indices.map { number in
      ScheduledRequest(
        request: NotificationRequest(
          identifier: names[number], app: "app",
          content: NotificationContent(
            title: names[number], sound: NotificationSound(name: "tone-\(number).wav"))),
        due: .wall(date: start + Double(number) * kind.interval, local: 0), added: start)
    }
    let store = try box.store()
    _ = try store.add(requests, limit: .unlimited)
    NotificationSchedule(store: store).wakeSchedulers()
    let kills = kind.kills(count, &random)
    for kill in kills {
      try await Task.sleep(for: .seconds(max(0, (start + kill).timeIntervalSinceNow)))
      daemon.kill()
      daemon = try box.launch(["--device", "server"])
    }
    try await box.soon("all of it comes: \(box.log.suffix(2_000))") {
      try store.fetch(.pending(app: nil)).isEmpty
    }
    try await box.soon("the sounds are over") {
      try store.fetch(.delivered(app: nil)).allSatisfy { $0.record?.sound.code != "begun" }
    }
    daemon.terminate()
    var account = try account(of: names, heard: try sound.stopRecording(), in: store)
    account.kills = kills.count
    try store.apply(.removed(app: nil, identifiers: nil, at: Date()))
    return account
  }

  private func account(
    of names: [String], heard samples: [Int16], in store: NotificationStore
  ) throws -> Account {
    let heard = tones.beginnings(in: samples)
    let shown = try server.notifications().reduce(into: [String: Int]()) {
      $0[$1.summary, default: 0] += 1
    }
    let delivered = try store.fetch(.delivered(app: nil))
    let records = Dictionary(
      uniqueKeysWithValues: delivered.map { ($0.request.identifier, $0.record) })
    let missed = Set(try store.fetch(.missed(app: nil)).map(\.identifier))
    var account = Account(accepted: names.count)
    for (number, name) in names.enumerated() {
      let isRecorded = records[name] != nil
      if missed.contains(name) {
        account.givenUp.append(name)
      } else if !isRecorded {
        account.lost.append(name)
      }
      if isRecorded, shown[name] == nil { account.neverShown.append(name) }
      if isRecorded, heard[number] == 0 { account.neverHeard.append(name) }
      if let record = records[name] ?? nil, record.banner == .begun || record.sound == .begun {
        account.unsettled.append(name)
      }
      let (shownAgain, heardAgain) = (max(0, (shown[name] ?? 0) - 1), max(0, heard[number] - 1))
      account.shownAgain += shownAgain
      account.heardAgain += heardAgain
      account.repeats += max(shownAgain, heardAgain)
    }
    return account
  }
}
