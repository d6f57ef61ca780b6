import Foundation
import Glibc
import NotificationScheduling
import NotificationTypes
import TestSupport
import Testing

@Suite("Heard and shown, by witnesses of their own, whenever the daemon is killed", .serialized)
struct WitnessTests {
  enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case atRandom = "at random"
    case nearDates = "within 60 ms of the dates"

    var testDescription: String { rawValue }

    func offset(_ random: inout SeededGenerator, of interval: Double) -> Double {
      .random(in: 0...(self == .nearDates ? 0.06 : interval), using: &random)
    }
  }

  /// `KILLS=1000` of each kind.
  private static let kills =
    ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 12

  @Test(
    "Nothing that was accepted is lost, nothing is recorded and never shown or heard, and a kill repeats one delivery at most",
    arguments: Kind.allCases)
  func killed(_ kind: Kind) async throws {
    var random = SeededGenerator.printed(for: "kills \(kind.rawValue)")
    let witness = try await Witness()
    var total = Witness.Account()
    while total.kills < Self.kills {
      let account = try await witness.round(
        of: min(Witness.size, Self.kills - total.kills), kind, &random)
      total.add(account)
    }
    print("killed \(kind.rawValue): \(total)")
    #expect(total.lost.isEmpty)
    #expect(total.neverShown.isEmpty)
    #expect(total.neverHeard.isEmpty)
    #expect(total.unsettled.isEmpty)
    #expect(total.repeats <= total.kills)
  }

  @Test("A kill in the middle of many banners repeats one of them at most")
  func manyBanners() async throws {
    var random = SeededGenerator.printed(for: "kills among many banners")
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try Box(environment: bus.environment)
    let store = try box.store()
    let (kills, count) = (6, 100)
    for life in 0..<kills {
      let requests = (0..<count).map { number in
        NewRequest(
          request: NotificationRequest(
            identifier: "\(life)-\(number)", app: "app",
            content: NotificationContent(title: "\(life)-\(number)")),
          due: .wall(date: Date(), local: 0), added: Date())
      }
      _ = try store.add(requests, limit: .unlimited)
      let size = server.logSize + Int.random(in: 1_000...15_000, using: &random)
      let daemon = try box.launch(["--null-audio"])
      try await box.soon("more banners") { server.logSize >= size }
      box.kill(daemon)
    }
    let daemon = try box.launch(["--null-audio"])
    try await box.soon("all of it comes") { try store.counts().pending == 0 }
    box.signal(daemon, SIGTERM)
    daemon.waitUntilExit()
    let shown = try server.notifications().map(\.summary)
    print("\(shown.count) shown of \(kills * count), \(kills) kills")
    #expect(Set(shown).count == kills * count)
    #expect(shown.count - kills * count <= kills)
  }
}

/// A box with a notification server and a sound server that write down what they get.
private final class Witness {
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
  /// Between two dates, in seconds: sounds of one priority begin half a second apart.
  private static let interval = 0.8

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
    let folder = box.folder.path("home/app/Library/Sounds")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try tones.write(to: folder)
  }

  /// Schedules notifications, and kills the daemon once for each.
  func round(
    of count: Int, _ kind: WitnessTests.Kind, _ random: inout SeededGenerator
  ) async throws -> Account {
    rounds += 1
    let names = (0..<count).map { "\(rounds)-\($0)" }
    try sound.startRecording()
    var daemon = try box.start("--device", "server")
    let start = Date() + 0.5
    let requests = names.indices.map { number in
      NewRequest(
        request: NotificationRequest(
          identifier: names[number], app: "app",
          content: NotificationContent(
            title: names[number], sound: NotificationSound(name: "tone-\(number).wav"))),
        due: .wall(date: start + Double(number) * Self.interval, local: 0), added: start)
    }
    let store = try box.store()
    _ = try store.add(requests, limit: .unlimited)
    NotificationSchedule(store: store).wakeSchedulers()
    for number in names.indices {
      let date = start + Double(number) * Self.interval + kind.offset(&random, of: Self.interval)
      try await Task.sleep(for: .seconds(max(0, date.timeIntervalSinceNow)))
      box.kill(daemon)
      daemon = try box.launch(["--device", "server"])
    }
    try await box.soon("all of it comes: \(box.log.suffix(2_000))") {
      try store.fetch(.pending(app: nil)).isEmpty
    }
    try await box.soon("the sounds are over") {
      try store.fetch(.delivered(app: nil)).allSatisfy { $0.record?.sound.code != "begun" }
    }
    box.signal(daemon, SIGTERM)
    daemon.waitUntilExit()
    let account = try account(of: names, heard: try sound.stopRecording(), in: store)
    try store.apply(.removed(app: nil, identifiers: nil))
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
    var account = Account(accepted: names.count, kills: names.count)
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
