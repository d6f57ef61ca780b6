import AlertPlayback
import Desktop
import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import SoundResolution
import TestSupport
import Testing

@testable import AppNotifications
@testable import NotificationDelivery

@Suite("A client asks for authorization", .serialized, .ownThread)
struct ClientAuthorizationTests {
  private func titles(_ screen: FakeScreen) -> [String] { screen.titles }

  @Test(
    "B12, B13: the first request waits for the user, later ones return the answer at once",
    arguments: [("allow", true), ("deny", false)])
  func promptsOnce(key: String, isGranted: Bool) async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    #expect(await client.settings() == NotificationSettings())
    async let first = client.requestAuthorization([.alert, .sound])
    try await bench.screen.shows(1)
    #expect(titles(bench.screen) == ["“app” would like to send you notifications"])
    #expect(await client.settings().authorization == .notDetermined)
    bench.screen.tap(key, on: 0)
    #expect(try await first == isGranted)
    #expect(try await client.requestAuthorization([.alert, .sound]) == isGranted)
    #expect(titles(bench.screen).count == 1)
    let settings = await client.settings()
    #expect(settings.authorization == (isGranted ? .authorized : .denied))
    #expect(settings.sound == (isGranted ? .enabled : .disabled))
    #expect(settings.badge == .notSupported)
    await bench.close(client)
  }

  @Test("B11: granted only if all that is asked for is allowed")
  func allOrNothing() async throws {
    let bench = try ClientBench()
    try bench.allow([.alert, .sound])
    let client = try bench.client()
    #expect(try await client.requestAuthorization([.alert, .sound]))
    #expect(try await !client.requestAuthorization([.alert, .sound, .badge]))
    #expect(bench.screen.titles.isEmpty)
    await bench.close(client)
  }

  @Test("B12: requests at the same time share one question, and one answer to all of it")
  func concurrent() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    async let alert = client.requestAuthorization([.alert])
    async let sound = client.requestAuthorization([.sound])
    try await bench.screen.shows(1)
    try await eventually("both have asked") {
      try bench.store().profile(of: "app").storedSettings?.requested == [.alert, .sound]
    }
    bench.screen.tap("allow", on: 0)
    #expect(try await alert)
    #expect(try await sound)
    #expect(bench.screen.titles.count == 1)
    await bench.close(client)
  }

  @Test(
    "A question that goes without an answer is a no for now, and may be asked again",
    .timeLimit(.minutes(20)), arguments: ["expired", "dismissed", "server lost", "default"])
  func vanished(how: String) async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    for number in 0..<2 {
      async let answer = client.requestAuthorization([.alert, .sound])
      try await bench.screen.shows(number + 1)
      switch how {
      case "expired": bench.screen.end(number, .expired)
      case "dismissed": bench.screen.end(number, .dismissed)
      case "server lost": bench.screen.end(number, .serverLost)
      default: bench.screen.tap(how, on: number)
      }
      #expect(try await !answer)
      #expect(await client.settings().authorization == .notDetermined)
    }
    async let answer = client.requestAuthorization([.alert])
    try await bench.screen.shows(3)
    bench.screen.tap("allow", on: 2)
    #expect(try await answer)
    await bench.close(client)
  }

  @Test("While another process asks, one thread waits for it, however often the store changes")
  func oneWatch() async throws {
    let bench = try ClientBench()
    try bench.store().change("app") { $0.settings.request([.alert]) }
    let path = bench.storeFolder.lock("question-app")
    let lock = try #require(try FileLock.attempt(path))
    let service = DeliveryService(
      store: try bench.store(), folder: bench.storeFolder, policy: DeliveryPolicy(),
      library: SoundLibrary(SoundResolver(SoundPlaces(dataHome: "/nonexistent", dataFolders: []))),
      player: Player { format in NullDevice(format, isPaced: false) }, presenter: bench.screen
    ) { _ in }
    for _ in 0..<60 { service.askPending() }
    // One descriptor is the lock's own; each thread that waits has another.
    try await eventually("it waits") { Self.descriptors(of: path) == 2 }
    try await Task.sleep(for: .milliseconds(200))
    #expect(Self.descriptors(of: path) == 2)
    #expect(bench.screen.titles.isEmpty)
    withExtendedLifetime(lock) {}
    await service.stop()
  }

  private static func descriptors(of path: String) -> Int {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return all.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
    }
  }

  @Test("An app may be called tocsin: its banners are its own, and no prompts")
  func namesake() async throws {
    let bench = try ClientBench(app: "tocsin")
    try bench.allow()
    let client = try bench.client(state: "background")
    let responses = Calls<NotificationResponse>()
    client.setHandlers(NotificationHandlers(didReceive: { await responses.add($0) }))
    try await client.add(bench.request("authorize tocsin"))
    try await bench.screen.shows(1)
    bench.screen.tap(NotificationAction.defaultIdentifier, on: 0)
    try await eventually("the tap comes") {
      await responses.all.map(\.requestIdentifier) == ["authorize tocsin"]
    }
    await bench.close(client)
  }

  @Test("B12: the daemon and the app may both ask, and the user is asked once")
  func oneQuestion() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    async let answer = client.requestAuthorization([.alert])
    try await bench.screen.shows(1)
    let daemon = try await BenchDaemon(on: bench)
    // It looks at the store with the next change: for questions first, then for badges.
    try await client.setBadgeCount(3)
    try await eventually("it has looked") { daemon.screen.badge(of: "app") == 3 }
    #expect(daemon.screen.titles.isEmpty)
    bench.screen.tap("allow", on: 0)
    #expect(try await answer)
    try await daemon.stop()
    await bench.close(client)
  }

  @Test("B12: with a daemon, the daemon asks")
  func daemonAsks() async throws {
    let bench = try ClientBench()
    let daemon = try await BenchDaemon(on: bench)
    let client = try bench.client()
    async let answer = client.requestAuthorization([.alert])
    try await daemon.screen.shows(1)
    daemon.screen.tap("allow", on: 0)
    #expect(try await answer)
    #expect(bench.screen.titles.isEmpty)
    try await daemon.stop()
    await bench.close(client)
  }

  @Test(
    "Where nobody can be asked, the policy answers, and that is remembered",
    arguments: [true, false])
  func headless(isAllowed: Bool) async throws {
    let bench = try ClientBench()
    bench.screen.isBlind = true
    let client = try bench.client(policy: DeliveryPolicy(unattended: isAllowed))
    #expect(try await client.requestAuthorization([.alert, .sound]) == isAllowed)
    #expect(await client.settings().authorization == (isAllowed ? .authorized : .denied))
    await bench.close(client)
  }

  @Test("A policy that allows or denies asks nobody", arguments: [true, false])
  func policy(isAllowed: Bool) async throws {
    let bench = try ClientBench()
    let client = try bench.client(
      policy: DeliveryPolicy(authorization: isAllowed ? .allow : .deny))
    #expect(try await client.requestAuthorization([.alert]) == isAllowed)
    #expect(bench.screen.titles.isEmpty)
    await bench.close(client)
  }

  @Test("B18–B20: a trial is granted at once, and quiet: in the list, with Keep and Turn Off")
  func provisional() async throws {
    let bench = try ClientBench()
    let client = try bench.client(state: "background")
    #expect(try await client.requestAuthorization([.alert, .sound, .provisional]))
    #expect(await client.settings().authorization == .provisional)
    #expect(bench.screen.titles.isEmpty)
    try await client.add(bench.request("a", .init(title: "Tea", sound: .standard)))
    try await bench.screen.shows(1)
    #expect(bench.screen.titles == ["“app” delivers notifications quietly"])
    #expect(bench.screen.actions(0).prefix(2) == ["Keep", "Turn Off…"])
    try await eventually("it is recorded") { try bench.record() != nil }
    #expect(try bench.record()?.banner == .init("list", reason: "provisional"))
    #expect(try bench.record()?.sound == .init("withheld", reason: "provisional"))
    // B21: Keep gains everything that was asked for.
    bench.screen.tap("keep-prominent", on: 0)
    try await eventually("it is kept") {
      await client.settings().authorization == .authorized
    }
    #expect(try await client.requestAuthorization([.alert, .sound]))
    await bench.close(client)
  }

  @Test("B15: what the user changes later is seen at once")
  func changed() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client()
    #expect(try await client.requestAuthorization([.sound]))
    try bench.store().change("app") { $0.settings.permissions.sound = .disabled }
    #expect(try await !client.requestAuthorization([.sound]))
    #expect(await client.settings().sound == .disabled)
    await bench.close(client)
  }

  @Test("Who does not wait any longer for the user gets no answer")
  func cancelled() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    let asking = Task { try await client.requestAuthorization([.alert]) }
    try await bench.screen.shows(1)
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    await bench.close(client)
  }
}
