import Desktop
import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import AppNotifications
@testable import NotificationDelivery

@Suite("A helper stays without its app while something waits", .serialized, .ownThread)
struct StayingHelperTests {
  private let loud = NotificationContent(title: "Tea", sound: .standard)

  private func isThere(_ bench: ClientBench) -> Bool {
    AppHelper.isThere(for: "app", in: bench.storeFolder)
  }

  private func hasEnded(_ bench: ClientBench) async throws {
    try await eventually("the helper ends") { !isThere(bench) }
  }

  private func later(_ seconds: Double) throws -> NotificationTrigger {
    .timeInterval(try TimeIntervalTrigger(.seconds(seconds)))
  }

  /// The app runs again, and ends; a helper that has stayed is the one that it finds.
  private func runAgain(_ bench: ClientBench) async throws {
    let client = try bench.client()
    try await client.add(bench.request("again", .init(title: "Again"), later(700)))
    await client.removeAllPending()
    await client.close()
    #expect(bench.helperCount == 1)
  }

  @Test("For a request with a date, until it was heard")
  func dated() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client()
    try await client.add(bench.request("a", loud, later(1)))
    await client.close()
    try await bench.screen.shows(1)
    try await hasEnded(bench)
    #expect(try bench.record()?.sound.code == "played")
  }

  @Test("For a request with a date, until somebody cancels it")
  func cancelled() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client()
    try await client.add(bench.request("a", loud, later(600)))
    await client.close()
    let second = try bench.client()
    try await second.add(bench.request("b", loud, later(700)))
    await second.close()
    #expect(bench.helperCount == 1 && isThere(bench))
    try bench.schedule().cancel(nil, app: "app")
    try await hasEnded(bench)
  }

  @Test("For a question, until the answer, which counts", arguments: ["allow", "deny"])
  func question(answer: String) async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    try await client.add(bench.request("a", loud))
    try await bench.screen.shows(1)
    await client.close()
    try await eventually("the notification waits for the answer") {
      try bench.store().fetch(.pending(app: "app")).isEmpty
    }
    try await runAgain(bench)
    bench.screen.tap(answer, on: 0)
    try await hasEnded(bench)
    let isAllowed = answer == "allow"
    #expect(bench.screen.titles.contains("Tea") == isAllowed)
    #expect(
      try bench.store().profile(of: "app").settings.permissions.authorization
        == (isAllowed ? .authorized : .denied))
  }

  @Test("For a question that the app has asked and does not wait for")
  func request() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    let asking = Task { try await client.requestAuthorization([.alert]) }
    try await bench.screen.shows(1)
    asking.cancel()
    await client.close()
    try await runAgain(bench)
    bench.screen.end(0, .dismissed)
    try await hasEnded(bench)
    #expect(try bench.store().profile(of: "app").settings.requested.isEmpty)
  }

  @Test("When it is told to end, its question leaves the screen, and another process may ask")
  func ended() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    let asking = Task { try await client.requestAuthorization([.alert]) }
    try await bench.screen.shows(1)
    asking.cancel()
    await client.close()
    bench.endHelpers()
    try await hasEnded(bench)
    try await eventually("its question goes") { bench.screen.closed.count == 1 }
    let daemon = try await BenchDaemon(on: bench)
    try await daemon.screen.shows(1)
    try await daemon.stop()
    #expect(daemon.screen.closed.count == 1)
  }

  @Test("A daemon that starts takes what waits, and leaves the question to it")
  func daemon() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    try await client.add(bench.request("a", loud))
    try await bench.screen.shows(1)
    try await client.add(bench.request("later", loud, later(600)))
    await client.close()
    let daemon = try await BenchDaemon(on: bench)
    // The daemon has one of its own that waits for the same answer.
    try bench.schedule().add(bench.request("b", .init(title: "Coffee")))
    try await eventually("the daemon has begun it") {
      try bench.store().fetch(.pending(app: "app")).map(\.request.identifier) == ["later"]
    }
    #expect(isThere(bench))
    bench.screen.tap("allow", on: 0)
    try await hasEnded(bench)
    let shown = {
      (bench.screen.titles + daemon.screen.titles).filter(["Coffee", "Tea"].contains).sorted()
    }
    // Each by one of the two: both know the answer.
    try await eventually("both are shown") { shown().count == 2 }
    try await daemon.stop()
    #expect(shown() == ["Coffee", "Tea"])
  }

  @Test("What waits for the answer is not left to another process that delivers just then")
  func other() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    try await client.add(bench.request("a", loud))
    try await bench.screen.shows(1)
    await client.close()
    let path = bench.storeFolder.lock(OwnerName("held", of: "app"))
    do {
      let other = try #require(try FileLock.attempt(path))
      bench.screen.tap("allow", on: 0)
      try await eventually("the answer is in the store") {
        try bench.store().profile(of: "app").settings.permissions.authorization == .authorized
      }
      #expect(isThere(bench) && !bench.screen.titles.contains("Tea"))
      withExtendedLifetime(other) {}
    }
    try await hasEnded(bench)
    #expect(bench.screen.titles.contains("Tea"))
  }

  @Test("It ends when the folder of the store is removed")
  func removedFolder() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client()
    try await client.add(bench.request("a", loud, later(600)))
    await client.close()
    let path = bench.storeFolder.lock("helper-app")
    let helper = try #require(LockFile(lookingAt: path))
    try FileManager.default.removeItem(atPath: bench.storeFolder.path)
    try await eventually("the helper ends") { !helper.isLocked(0) }
  }
}
