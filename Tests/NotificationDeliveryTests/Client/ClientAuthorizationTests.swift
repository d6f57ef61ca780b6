import NotificationScheduling
import NotificationTypes
import Testing

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
    await client.close()
  }

  @Test("B11: granted only if all that is asked for is allowed")
  func allOrNothing() async throws {
    let bench = try ClientBench()
    try bench.allow([.alert, .sound])
    let client = try bench.client()
    #expect(try await client.requestAuthorization([.alert, .sound]))
    #expect(try await !client.requestAuthorization([.alert, .sound, .badge]))
    #expect(bench.screen.titles.isEmpty)
    await client.close()
  }

  @Test("B12: requests at the same time share one question, and one answer to all of it")
  func concurrent() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    async let alert = client.requestAuthorization([.alert])
    async let sound = client.requestAuthorization([.sound])
    try await bench.screen.shows(1)
    try await bench.eventually("both have asked") {
      try bench.store().settings(app: "app")?.requested == [.alert, .sound]
    }
    bench.screen.tap("allow", on: 0)
    #expect(try await alert)
    #expect(try await sound)
    #expect(bench.screen.titles.count == 1)
    await client.close()
  }

  @Test("B12: the daemon and the app may both ask, and the user is asked once")
  func oneQuestion() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    async let answer = client.requestAuthorization([.alert])
    try await bench.screen.shows(1)
    let daemon = try await BenchDaemon(on: bench)
    // It has looked at the store, and so it does with the next change.
    try await client.setCategories([])
    try bench.schedule().wakeSchedulers()
    try await Task.sleep(for: .milliseconds(200))
    #expect(daemon.screen.titles.isEmpty)
    bench.screen.tap("allow", on: 0)
    #expect(try await answer)
    try await daemon.stop()
    await client.close()
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
    await client.close()
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
    await client.close()
  }

  @Test("A policy that allows or denies asks nobody", arguments: [true, false])
  func policy(isAllowed: Bool) async throws {
    let bench = try ClientBench()
    let client = try bench.client(
      policy: DeliveryPolicy(authorization: isAllowed ? .allow : .deny))
    #expect(try await client.requestAuthorization([.alert]) == isAllowed)
    #expect(bench.screen.titles.isEmpty)
    await client.close()
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
    try await bench.eventually("it is recorded") { try bench.record() != nil }
    #expect(try bench.record()?.banner == .init("list", reason: "provisional"))
    #expect(try bench.record()?.sound == .init("withheld", reason: "provisional"))
    // B21: Keep gains everything that was asked for.
    bench.screen.tap("keep-prominent", on: 0)
    try await bench.eventually("it is kept") {
      await client.settings().authorization == .authorized
    }
    #expect(try await client.requestAuthorization([.alert, .sound]))
    await client.close()
  }

  @Test("B15: what the user changes later is seen at once")
  func changed() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client()
    #expect(try await client.requestAuthorization([.sound]))
    _ = try bench.store().changeSettings(app: "app") { $0.permissions.sound = .disabled }
    #expect(try await !client.requestAuthorization([.sound]))
    #expect(await client.settings().sound == .disabled)
    await client.close()
  }

  @Test("Who does not wait any longer for the user gets no answer")
  func cancelled() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    let asking = Task { try await client.requestAuthorization([.alert]) }
    try await bench.screen.shows(1)
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    await client.close()
  }
}
