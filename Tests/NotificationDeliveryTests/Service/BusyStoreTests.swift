import AppNotifications
import Desktop
import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationDelivery

@Suite("While somebody else writes the store for long", .serialized)
struct BusyStoreTests {
  private let loud = NotificationContent(title: "Tea", sound: .standard)

  private func later(_ milliseconds: Int) throws -> NotificationTrigger {
    .timeInterval(try TimeIntervalTrigger(.milliseconds(milliseconds)))
  }

  @Test("What is due is shown, and its banner stays, however often others wake")
  func stays() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let daemon = try await BenchDaemon(on: bench)
    let schedule = try bench.schedule()
    try schedule.add(bench.request("a", loud, try later(1_000)))
    let held = try HeldStore(bench.storeFolder.database)
    try await daemon.screen.shows(1)
    // A notification that is listed late must not count as removed, however late it is.
    for _ in 0..<30 {
      schedule.wakeSchedulers()
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(daemon.screen.closed.isEmpty)
    held.release()
    try await eventually("its sound is over") {
      try bench.record()?.sound.code == "played"
    }
    #expect(daemon.screen.closed.isEmpty)
    try await daemon.stop()
  }

  @Test(
    "An app in the foreground that cannot be asked is not waited for: its notification is shown")
  func foreground() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client()
    client.setHandlers(NotificationHandlers(willPresent: { _ in [] }))
    let daemon = try await BenchDaemon(on: bench, patience: .milliseconds(500))
    let schedule = try bench.schedule()
    try schedule.add(bench.request("a", loud, try later(1_000)))
    let held = try HeldStore(bench.storeFolder.database)
    let start = ContinuousClock.now
    try await daemon.screen.shows(1)
    // What waits for the store gives up after this time.
    #expect(start.duration(to: .now) < .seconds(Connection.timeout))
    held.release()
    await bench.close(client)
    try await daemon.stop()
  }

  @Test("Only what the list has had can be missing from it")
  func listed() throws {
    let schedule = NotificationSchedule.inMemory()
    try schedule.add(NotificationRequest(identifier: "a", app: "app", content: loud))
    let query = WaitingQuery(moment: schedule.clock.now, limit: 1)
    let waiting = try #require(try schedule.store.read(.waiting(query)).flatMap(\.requests).first)
    let reconciler = StoreReconciler(on: QueueExecutor(label: "test"))
    let banner = Banner.ID(app: "app", request: "a")
    reconciler.watch(banner)
    #expect(reconciler.listed.isEmpty)
    let end = Settlement(waiting, .delivered(at: Date()))
    #expect(reconciler.confirm([.settled(end, record: nil)]))
    #expect(reconciler.listed == [banner])
    #expect(!reconciler.confirm([.settled(end, record: nil)]), "it is said once")
    reconciler.forget(banner)
    #expect(reconciler.listed.isEmpty)
  }

  @Test("A click, which waits for the disk, holds up no other notification")
  func click() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let daemon = try await BenchDaemon(on: bench)
    let schedule = try bench.schedule()
    try schedule.add(bench.request("a", loud))
    try await daemon.screen.shows(1)
    try await eventually("it is listed") { try bench.record() != nil }
    try schedule.add(bench.request("b", loud, try later(1_500)))
    let held = try HeldStore(bench.storeFolder.database)
    daemon.screen.tap(NotificationAction.defaultIdentifier, on: 0)
    try await daemon.screen.shows(2)
    #expect(try bench.store().fetch(.responses(app: nil)).isEmpty)
    held.release()
    try await eventually("the click is kept") {
      try !bench.store().fetch(.responses(app: nil)).isEmpty
    }
    try await daemon.stop()
  }

  @Test("A click on a store that is held for longer than anybody waits is kept, once")
  func heldClick() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let daemon = try await BenchDaemon(on: bench)
    try bench.schedule().add(bench.request("a", loud))
    try await daemon.screen.shows(1)
    try await eventually("it is listed") { try bench.record() != nil }
    let held = try HeldStore(bench.storeFolder.database)
    daemon.screen.tap(NotificationAction.defaultIdentifier, on: 0)
    // A caller of the store waits for 10 s.
    try await Task.sleep(for: .seconds(12))
    held.release()
    try await eventually("it leaves the list") { try bench.record() == nil }
    let kept = try bench.store().fetch(.responses(app: nil))
    #expect(kept.map(\.response.requestIdentifier) == ["a"])
    #expect(kept.first?.response.notification?.request.content.title == "Tea")
    try await daemon.stop()
  }

  @Test("An app whose first request fails is registered with the next one")
  func introduced() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: "background")
    let held = try HeldStore(bench.storeFolder.database)
    await #expect(throws: ClientError.self) {
      try await client.add(bench.request("a", loud, try later(100_000)))
    }
    held.release()
    try await client.add(bench.request("a", loud, try later(100_000)))
    #expect(try bench.store().profile(of: "app").registration?.bundle == bench.identity.bundle)
    await bench.close(client)
  }
}
