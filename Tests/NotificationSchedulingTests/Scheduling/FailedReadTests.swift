import Foundation
import LinuxProcess
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationScheduling

@Suite("A read of the store that fails once")
struct FailedReadTests {
  @Test("The scheduler is running again after the next read that works")
  func once() async throws {
    let (store, folder) = try StoreKind.sqlite.make()
    defer { withExtendedLifetime(folder) {} }
    let host = try Host(store: store)
    await host.start()
    let scheduler = try #require(host.scheduler)
    await scheduler.failRead(.io("a page cannot be read"))
    #expect(await scheduler.state == .degraded(.io("a page cannot be read")))
    await host.advance(by: .seconds(2))
    await host.post(.changed)
    #expect(await scheduler.state == .running)
    try host.add("a", try Host.interval(1))
    await host.post(.changed)
    await host.advance(by: .seconds(1))
    #expect(host.identifiers == ["a"])
    try await host.stop()
  }
}

extension Scheduler {
  /// What a read does that fails.
  fileprivate func failRead(_ error: StoreError) {
    nextRead = schedule.clock.now.elapsed + .seconds(1)
    enter(.degraded(error))
  }
}
