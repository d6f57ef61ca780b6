import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Synchronization
import TestSupport
import Testing

@testable import AppNotifications
@testable import NotificationDelivery

@Suite("A client adds requests, and takes them back", .serialized, .ownThread)
struct ClientRequestTests {
  private func interval(_ seconds: Double) throws -> NotificationTrigger {
    .timeInterval(try TimeIntervalTrigger(.seconds(seconds)))
  }

  @Test("D51: what is added waits, soonest first, and can be taken back by its identifier")
  func pending() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    for (name, seconds) in [("late", 900.0), ("soon", 300), ("middle", 600)] {
      try await client.add(bench.request(name, trigger: try interval(seconds)))
    }
    #expect(await client.pending().map(\.identifier) == ["soon", "middle", "late"])
    await client.removePending(identifiers: ["middle", "unknown"])
    #expect(await client.pending().map(\.identifier) == ["soon", "late"])
    await client.removeAllPending()
    #expect(await client.pending().isEmpty)
    await bench.close(client)
  }

  @Test("A6: a client knows whether a process shows an app's pages, and asks anew each time")
  func contentExtensions() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    #expect(!client.supportsContentExtensions)
    var centre: ContentExtensionPresence? = try ContentExtensionPresence(in: bench.storeFolder)
    #expect(centre != nil && client.supportsContentExtensions)
    centre = nil
    #expect(!client.supportsContentExtensions)
    await bench.close(client)
  }

  @Test("Where the store is a newer version's, requests are refused: in memory they would be lost")
  func newerStore() async throws {
    let bench = try ClientBench()
    _ = try bench.store()
    let script =
      "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); "
      + "d.execute(\"INSERT INTO grdb_migrations VALUES ('9999')\"); d.commit()"
    let result = try Tool("python3").run(["-c", script, bench.storeFolder.database])
    #expect(result.status == 0, "\(result.errors)")
    let said = Mutex<[String]>([])
    let client = NotificationClient.shared(app: bench.identity, environment: bench.environment()) {
      text in said.withLock { $0.append(text) }
    }
    await #expect(throws: ClientError.store(.tooNew)) { try await client.add(bench.request()) }
    #expect(said.withLock { $0.count == 1 && $0[0].contains("not accepted") })
    await bench.close(client)
  }

  @Test("Where there is no place for a store, an addition is an error, and standard error has it")
  func noPlace() async throws {
    let bench = try ClientBench()
    var environment = bench.environment()
    // A folder cannot be where a file is.
    environment.folder = StoreFolder(path: try bench.folder.write([], to: "file") + "/state")
    let said = Mutex<[String]>([])
    let client = NotificationClient.shared(app: bench.identity, environment: environment) { text in
      said.withLock { $0.append(text) }
    }
    let error = await #expect(throws: ClientError.self) {
      try await client.add(bench.request("a", trigger: try interval(300)))
    }
    #expect(error?.localizedDescription == error?.description)
    #expect(await client.pending().isEmpty)
    #expect(said.withLock { $0.count == 1 && $0[0].contains("not accepted") })
    await bench.close(client)
  }

  @Test("The app of a request is the client's own, whatever the request says")
  func ownApp() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    var request = bench.request("a", trigger: try interval(300))
    request.app = "another"
    try await client.add(request)
    #expect(try bench.store().fetch(.pending(app: nil)).map(\.request.app) == ["app"])
    await client.removePending(identifiers: ["a"])
    #expect(await client.pending().isEmpty)
    await bench.close(client)
  }

  @Test("A request replaces the one with its identifier that waits")
  func replacement() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    try await client.add(bench.request("a", .init(title: "Old"), try interval(300)))
    try await client.add(bench.request("a", .init(title: "New"), try interval(600)))
    #expect(await client.pending().map(\.content.title) == ["New"])
    await bench.close(client)
  }

  @Test("Of 65 requests the 64 that are due soonest stay")
  func limit() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    for number in 0..<65 {
      try await client.add(bench.request("\(number)", trigger: try interval(300 + Double(number))))
    }
    #expect(await client.pending().map(\.identifier) == (0..<64).map { "\($0)" })
    await bench.close(client)
  }

  @Test("Adding while the user has denied is not an error, and nothing is kept")
  func denied() async throws {
    let bench = try ClientBench()
    try bench.store().change("app") { $0.settings.answer(false, to: [.alert]) }
    let client = try bench.client()
    try await client.add(bench.request("a", trigger: try interval(300)))
    try await client.add(bench.request("b"))
    #expect(await client.pending().isEmpty)
    #expect(await client.delivered().isEmpty)
    await bench.close(client)
  }

  @Test("A date that has passed is not an error: neither it nor what it replaces is kept")
  func past() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    let trigger = NotificationTrigger.calendar(
      try CalendarTrigger(.init(year: 2001, month: 1, day: 1, hour: 8)))
    #expect(client.nextTriggerDate(of: trigger, after: Date()) == nil)
    try await client.add(bench.request("a", trigger: try interval(300)))
    try await client.add(bench.request("a", trigger: trigger))
    #expect(await client.pending().isEmpty)
    await bench.close(client)
  }

  @Test("The next date of a trigger is the one at which it would be due")
  func nextDate() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    let date = Date(timeIntervalSince1970: 1_800_000_000)
    #expect(client.nextTriggerDate(of: try interval(90), after: date) == date + 90)
    let calendar = NotificationTrigger.calendar(
      try CalendarTrigger(.init(hour: 8), repeats: true, timeZone: "UTC"))
    // 15 January 2027, 08:00:00 UTC: the next one is a day later.
    #expect(client.nextTriggerDate(of: calendar, after: date) == date + 86_400)
    await bench.close(client)
  }

  @Test(
    "A request without a word, a sound or a number has no content; a zone that is none, no date")
  func invalid() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    await #expect(throws: ClientError.noContent) {
      try await client.add(bench.request("a", .init(userInfo: ["key": .bool(true)])))
    }
    await #expect(throws: ClientError.noDate) {
      try await client.add(
        bench.request(
          "a",
          trigger: .calendar(try CalendarTrigger(.init(hour: 8), timeZone: "Mars/Olympus"))))
    }
    try await client.add(bench.request("b", .init(badge: 0), try interval(300)))
    #expect(await client.pending().map(\.identifier) == ["b"])
    await bench.close(client)
  }

  @Test(
    "C31, C44: categories are set all at once and returned; of two with one name the last counts")
  func categories() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    #expect(await client.categories().isEmpty)
    let reply = NotificationAction(identifier: "reply", title: "Reply")
    try await client.setCategories([
      .init(identifier: "m"), .init(identifier: "k"), .init(identifier: "m", actions: [reply]),
    ])
    #expect(await client.categories().map(\.identifier) == ["k", "m"])
    #expect(await client.categories().last?.actions == [reply])
    try await client.setCategories([.init(identifier: "n")])
    #expect(await client.categories().map(\.identifier) == ["n"])
    await bench.close(client)
  }

  @Test("What concerns how it is shown comes back as it was added")
  func roundTrip() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    let content = NotificationContent(
      title: "T", subtitle: "S", body: "B", badge: 3,
      sound: .init(name: "ping", isCritical: true, volume: 0.5), categoryIdentifier: "c",
      threadIdentifier: "thread", userInfo: ["id": .integer(7)],
      interruptionLevel: .timeSensitive, relevance: 0.5)
    try await client.add(bench.request("a", content, try interval(300)))
    #expect(await client.pending().first?.content == content)
    await bench.close(client)
  }

  @Test("Calls take effect in their order, those that nobody waits for too")
  func order() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    let titles = Calls<Int>()
    for number in 0..<20 {
      client.inOrder {
        let trigger = try? TimeIntervalTrigger(.seconds(300))
        guard let trigger else { return }
        try? await client.add(
          bench.request("a", .init(title: "\(number)"), .timeInterval(trigger)))
        await titles.add(number)
      }
    }
    try await eventually("all are done") { await titles.all.count == 20 }
    #expect(await titles.all == Array(0..<20))
    #expect(await client.pending().map(\.content.title) == ["19"])
    await bench.close(client)
  }
}

extension ClientBench {
  fileprivate func request(
    _ identifier: String, trigger: NotificationTrigger
  ) -> NotificationRequest {
    request(identifier, .init(title: "Tea"), trigger)
  }
}
