import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import AppNotifications
@testable import NotificationDelivery

@Suite("An app's helper and a daemon deliver in turn", .serialized, .ownThread)
struct TakeoverTests {
  private let loud = NotificationContent(title: "Tea", sound: .standard)

  @Test("With a daemon the daemon delivers; when it ends the helper does, and the other way round")
  func turns() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let client = try bench.client(state: "background")
    try await client.add(bench.request("a", .init(title: "a")))
    try await bench.screen.shows(1)
    let daemon = try await BenchDaemon(on: bench)
    try await eventually("the helper leaves it to the daemon") {
      SchedulerLock.owner(of: .app("app"), in: bench.storeFolder) == nil
    }
    try await client.add(bench.request("b", .init(title: "b")))
    try await daemon.screen.shows(1)
    try await daemon.stop()
    try await client.add(bench.request("c", .init(title: "c")))
    try await bench.screen.shows(2)
    #expect(bench.screen.titles == ["a", "c"])
    #expect(daemon.screen.titles == ["b"])
    try await eventually("all are in the list") { await client.delivered().count == 3 }
    await bench.close(client)
  }

  @Test("G78: the daemon asks the app in the foreground, and shows what it wants")
  func asksAcross() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let daemon = try await BenchDaemon(on: bench)
    let client = try bench.client()
    let asked = Calls<NotificationContent>()
    client.setHandlers(
      NotificationHandlers(willPresent: {
        await asked.add($0.request.content)
        return [.banner]
      }))
    try await client.add(bench.request("a", loud))
    try await daemon.screen.shows(1)
    #expect(await asked.all == [loud])
    try await eventually("it is recorded") { try bench.record()?.banner.code == "shown" }
    #expect(try bench.record()?.sound == .init("withheld", reason: "foreground"))
    #expect(bench.screen.titles.isEmpty)
    // Nobody's question is left.
    try await eventually("the question is forgotten") {
      try bench.store().fetch(.questions(app: "app")).isEmpty
    }
    client.isForeground = false
    try await client.add(bench.request("b", .init(title: "b")))
    try await daemon.screen.shows(2)
    #expect(await asked.all == [loud])
    try await daemon.stop()
    await bench.close(client)
  }

  @Test("An app that does not answer the daemon holds up no other app, and its own is shown")
  func hangingAcross() async throws {
    let bench = try ClientBench()
    try bench.allow()
    try bench.store().change("other") { $0.settings.answer(true, to: [.alert, .sound]) }
    let daemon = try await BenchDaemon(on: bench, patience: .seconds(10))
    let client = try bench.client()
    let forever = OneShot<PresentationOptions>()
    client.setHandlers(NotificationHandlers(willPresent: { _ in await forever.value }))
    try await client.add(bench.request("a", loud))
    try bench.schedule().add(
      NotificationRequest(identifier: "b", app: "other", content: .init(title: "Other")))
    try await daemon.screen.shows(1)
    #expect(daemon.screen.titles == ["Other"])
    try await daemon.screen.shows(2)
    #expect(daemon.screen.titles == ["Other", loud.title])
    try await daemon.stop()
    forever.give([])
    await bench.close(client)
  }

  @Test("G79: what users answer to the daemon's banners comes to the running app")
  func responses() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let daemon = try await BenchDaemon(on: bench)
    let client = try bench.client(state: "background")
    let received = Calls<NotificationResponse>()
    client.setHandlers(NotificationHandlers(didReceive: { await received.add($0) }))
    try await client.add(bench.request("a", loud))
    try await daemon.screen.shows(1)
    daemon.screen.tap("default", on: 0)
    try await eventually("it has come") { await received.all.count == 1 }
    #expect(await received.all.first?.notification?.request.content == loud)
    try await daemon.stop()
    await bench.close(client)
  }

  @Test("What the app removes and counts, the daemon takes down and shows")
  func changes() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let daemon = try await BenchDaemon(on: bench)
    let client = try bench.client(state: "background")
    try await client.setBadgeCount(7)
    try await eventually("the badge is shown") { daemon.screen.badge(of: "app") == 7 }
    try await client.add(bench.request("a", loud))
    try await daemon.screen.shows(1)
    try await eventually("it is in the list") { await client.delivered().count == 1 }
    await client.removeAllDelivered()
    try await eventually("it is gone") { daemon.screen.closed == ["a"] }
    try await daemon.stop()
    await bench.close(client)
  }

  @Test("Two processes of one app: one answers for it, and the other when that has ended")
  func twoOfOneApp() async throws {
    let bench = try ClientBench()
    try bench.allow()
    let first = try bench.client(state: "background")
    let second = try bench.client(state: "background")
    let received = Calls<String>()
    for (name, client) in [("first", first), ("second", second)] {
      client.setHandlers(NotificationHandlers(didReceive: { _ in await received.add(name) }))
    }
    let response = NotificationResponse(app: "app", requestIdentifier: "a", date: Date())
    try bench.store().apply(.responded(response))
    AppPresence.wake("app", in: bench.storeFolder)
    try await eventually("one has it") { await received.all == ["first"] }
    await bench.close(first)
    try await eventually("the other one listens") {
      AppPresence.current(of: "app", in: bench.storeFolder) != .absent
    }
    try bench.store().apply(.responded(response))
    AppPresence.wake("app", in: bench.storeFolder)
    try await eventually("the other one has it") {
      await received.all == ["first", "second"]
    }
    try await second.add(bench.request("b"))
    try await bench.screen.shows(1)
    await bench.close(second)
  }
}
