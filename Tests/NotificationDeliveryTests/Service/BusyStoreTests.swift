import AppNotifications
import DesktopBanners
import Foundation
import NotificationScheduling
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
    let held = try HeldStore(bench.storeFolder)
    try await daemon.screen.shows(1)
    for _ in 0..<20 {
      schedule.wakeSchedulers()
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(daemon.screen.closed.isEmpty)
    held.release()
    try await bench.eventually("it is listed") { try bench.record() != nil }
    #expect(daemon.screen.closed.isEmpty)
    try await daemon.stop()
  }

  @Test("A click, which waits for the disk, holds up no other notification")
  func click() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let daemon = try await BenchDaemon(on: bench)
    let schedule = try bench.schedule()
    try schedule.add(bench.request("a", loud))
    try await daemon.screen.shows(1)
    try await bench.eventually("it is listed") { try bench.record() != nil }
    try schedule.add(bench.request("b", loud, try later(1_500)))
    let held = try HeldStore(bench.storeFolder)
    daemon.screen.tap(NotificationAction.defaultIdentifier, on: 0)
    try await daemon.screen.shows(2)
    #expect(try bench.store().fetch(.responses(app: nil)).isEmpty)
    held.release()
    try await bench.eventually("the click is kept") {
      try !bench.store().fetch(.responses(app: nil)).isEmpty
    }
    try await daemon.stop()
  }

  @Test("An app whose first request fails is registered with the next one")
  func introduced() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: "background")
    let held = try HeldStore(bench.storeFolder)
    await #expect(throws: ClientError.self) {
      try await client.add(bench.request("a", loud, try later(100_000)))
    }
    held.release()
    try await client.add(bench.request("a", loud, try later(100_000)))
    #expect(try bench.store().profile(of: "app").registration?.bundle == bench.identity.bundle)
    await bench.close(client)
  }
}
