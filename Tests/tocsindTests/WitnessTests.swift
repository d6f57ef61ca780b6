import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing
import Triggers

@Suite("Heard and shown, by witnesses of their own, whenever the daemon is killed", .serialized)
struct WitnessTests {
  enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case atRandom = "at random"
    case nearDates = "within 60 ms of the dates"
    /// Some were heard, one sounds, the others wait for their turn.
    case amongMany = "once, while many of one date sound one after the other"

    var testDescription: String { rawValue }

    /// Between two dates, in seconds: sounds of one priority begin half a second apart.
    var interval: Double { self == .amongMany ? 0 : 0.8 }

    /// When to kill, in seconds from the first of so many dates.
    func kills(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
      switch self {
      case .amongMany: [.random(in: 0.2...Double(count) / 2 - 0.5, using: &random)]
      case .atRandom, .nearDates:
        (0..<count).map { number in
          Double(number) * interval
            + .random(in: 0...(self == .nearDates ? 0.06 : interval), using: &random)
        }
      }
    }
  }

  /// `KILLS=1000` of each kind.
  private static let wantedKills = ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) }
  private static let kills = wantedKills ?? row

  /// So many kills in a row: a slow machine may be in the middle of the same delivery at each of
  /// them, and after more of them it is given up.
  private static let row = min(Witness.size, LatePolicy.standard.maximumCrashes - 1)

  @Test(
    "Nothing that was accepted is lost, nothing is recorded and never shown or heard, and a kill repeats one delivery at most",
    arguments: Kind.allCases)
  func killed(_ kind: Kind) async throws {
    var random = SeededGenerator.printed(for: "kills \(kind.rawValue)")
    let witness = try await Witness()
    var total = Witness.Account()
    // A round of many at once takes as long as a round of many kills.
    let kills = kind == .amongMany ? (Self.kills + 5) / 6 : Self.kills
    while total.kills < kills {
      let size = kind == .amongMany ? Witness.size : min(Self.row, kills - total.kills)
      total.add(try await witness.round(of: size, kind, &random))
    }
    print("killed \(kind.rawValue): \(total)")
    #expect(total.lost.isEmpty)
    #expect(total.neverShown.isEmpty)
    #expect(total.neverHeard.isEmpty)
    #expect(total.givenUp.isEmpty)
    #expect(total.unsettled.isEmpty)
    #expect(total.repeats <= total.kills)
  }

  @Test("Kills in the middle of many banners lose none, and each repeats one at most")
  func manyBanners() async throws {
    var random = SeededGenerator.printed(for: "kills among many banners")
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try Box(environment: bus.environment)
    let store = try box.store()
    let (kills, count) = (Self.wantedKills ?? 6, 100)
    for life in 0..<kills {
      let requests = (0..<count).map { number in
        ScheduledRequest(
          request: NotificationRequest(
            identifier: "\(life)-\(number)", app: "app",
            content: NotificationContent(title: "\(life)-\(number)")),
          due: .wall(date: Date(), local: 0), added: Date())
      }
      _ = try store.add(requests, limit: .unlimited)
      let size = server.logSize + Int.random(in: 1_000...15_000, using: &random)
      let daemon = try box.launch(["--null-audio"])
      try await box.soon("more banners") { server.logSize >= size }
      daemon.kill()
    }
    let daemon = try box.launch(["--null-audio"])
    try await box.soon("all of it comes") { try store.read(.counts()).pending == 0 }
    daemon.terminate()
    let shown = try server.notifications().map(\.summary)
    print("\(shown.count) shown of \(kills * count), \(kills) kills")
    let missed = try store.fetch(.missed(app: nil)).map { "\($0.identifier): \($0.reason)" }
    let unseen = try store.fetch(.delivered(app: nil)).filter {
      !shown.contains($0.request.identifier)
    }
    #expect(missed.isEmpty)
    #expect(unseen.isEmpty)
    #expect(Set(shown).count == kills * count)
    #expect(shown.count - kills * count <= kills)
  }
}
