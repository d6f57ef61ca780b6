import Foundation
import LinuxProcess
import NotificationStorage
import NotificationTypes
import Synchronization
import TestSupport
import Testing

@testable import AppNotifications

@Suite("Messages of servers to a running app")
struct RemoteCallTests {
  @Test("An app has 30 s for a message; then it counts as taken, and the next one comes")
  func limit() async throws {
    let schedule = NotificationSchedule.inMemory()
    func send(_ identifier: String) throws {
      let message = RemoteMessage(app: "app", identifier: identifier, userInfo: [:], date: .now)
      #expect(try schedule.take(RemoteArrival(app: "app", position: nil, message: message)))
    }
    let clock = ManualClock()
    let calls = RemoteCalls(
      app: "app", store: schedule.store, on: .shared, lookingOn: schedule.store.writer.executor,
      clock: clock)
    let seen = Mutex<[String]>([])
    let end = OneShot<Void>()
    defer { end.give(()) }
    calls.set(
      RemoteHandlers(didReceive: { message in
        seen.withLock { $0.append(message.identifier) }
        await end.value
      }))
    try send("1")
    calls.takeMessages()
    try await eventually("the first is with the app, for a time") {
      seen.withLock { $0 == ["1"] } && clock.sleeperCount == 1
    }
    // Of those that wait, the newest is left.
    try send("2")
    calls.takeMessages()
    clock.advance(by: .seconds(29))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    try await eventually("the second is with the app") { seen.withLock { $0 == ["1", "2"] } }
    #expect(try schedule.store.fetch(.remoteMessages()).map(\.message.identifier) == ["2"])
  }
}
