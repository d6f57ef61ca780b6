import Foundation
import NotificationStorage
import NotificationTypes
import Synchronization
import TestSupport
import Testing
import Triggers

@testable import NotificationDelivery
@testable import NotificationScheduling

@Suite("The watch over regions")
struct RegionWatchTests {
  /// A watch, what it reports, and what waits.
  private final class Post: Sendable {
    let schedule = NotificationSchedule.inMemory()
    let watch: RegionWatch
    private let events: EventList

    final class EventList: Sendable {
      let list = Mutex<[RegionWatch.Event]>([])
    }

    init(_ path: String) throws {
      let events = EventList()
      self.events = events
      watch = RegionWatch(schedule, app: nil, gpsd: [.unix(path: path)]) { event in
        events.list.withLock { $0.append(event) }
      }
      try allow(true)
    }

    var log: [RegionWatch.Event] { events.list.withLock(\.self) }
    var crossings: Int {
      log.count { if case .crossed = $0 { true } else { false } }
    }

    func allow(_ isAllowed: Bool, to app: String = "app") throws {
      try schedule.store.change(app) { $0.settings.location.set(isAllowed ? .always : .denied) }
    }

    func add(_ identifier: String = "a", of app: String = "app") throws {
      try schedule.add(
        NotificationRequest(
          identifier: identifier, app: app, content: NotificationContent(title: "Home"),
          trigger: .region(
            try RegionTrigger(
              identifier: "home", latitude: 52.5163, longitude: 13.3777, radius: 100,
              repeats: true))))
    }

    func eventually(_ what: String, _ isTrue: () throws -> Bool) async throws {
      try await TestSupport.eventually("\(what); \(log)", isTrue)
    }
  }

  private static func walk(_ connection: FakeGPSD.Connection, from second: Double = 0) {
    for (index, metres) in ([500, 500, 500, 500, 500, 500, 0, 0, 0, 0, 0, 0] as [Double])
      .enumerated()
    {
      connection.say(metres: metres, second: second + Double(index))
    }
  }

  @Test("A walk into a region makes its request due, and the connection ends with the last region")
  func connection() async throws {
    let server = try FakeGPSD { connection, _ in
      connection.greet()
      Self.walk(connection)
      connection.untilEnd()
    }
    let post = try Post(server.path)
    post.watch.look()
    // Nothing waits: nobody connects.
    try await Task.sleep(for: .milliseconds(200))
    #expect(server.count == 0)
    try post.add()
    post.watch.look()
    try await post.eventually("the entry") { post.crossings == 1 }
    #expect(try post.schedule.store.read(.nextDue(app: nil)).elapsed != nil)
    post.watch.look()
    try await post.eventually("the end of the connection") { server.open == 0 }
    #expect(server.count == 1)
  }

  @Test("Apps share one connection, which ends with the last that waits")
  func shared() async throws {
    let server = try FakeGPSD { connection, _ in
      connection.greet()
      connection.untilEnd()
    }
    let post = try Post(server.path)
    let apps = ["a", "b", "c"]
    for app in apps {
      try post.allow(true, to: app)
      try post.add(of: app)
      post.watch.look()
    }
    try await post.eventually("a connection") { server.open == 1 }
    for app in apps {
      #expect(server.open == 1, "before \(app) ends")
      try post.allow(false, to: app)
      post.watch.look()
    }
    try await post.eventually("no connection") { server.open == 0 }
    #expect(server.count == 1)
  }

  @Test("E61, E62: taken back, the permission ends the watch; given again, it begins")
  func permission() async throws {
    let server = try FakeGPSD { connection, _ in
      connection.greet()
      connection.untilEnd()
    }
    let post = try Post(server.path)
    try post.add()
    post.watch.look()
    try await post.eventually("a connection") { server.open == 1 }
    try post.allow(false)
    post.watch.look()
    try await post.eventually("no connection") { server.open == 0 }
    try post.allow(true)
    post.watch.look()
    try await post.eventually("another connection") { server.count == 2 && server.open == 1 }
    post.watch.stop()
    try await post.eventually("no connection") { server.open == 0 }
  }

  @Test(
    "A gpsd that drops the connection, or is another server, is tried again; one line is logged")
  func drops() async throws {
    let server = try FakeGPSD { connection, number in
      switch number {
      case 0: connection.say("220 mail.example.org ESMTP")
      case 1: connection.write([UInt8](repeating: 7, count: 200_000))
      case 2: break
      default:
        connection.greet()
        // It drops in the middle of a line, after some fixes outside.
        if number == 3 {
          for second in 0..<6 { connection.say(metres: 500, second: Double(second)) }
          return connection.write(Array("{\"class\":\"TPV\",\"mo".utf8))
        }
        Self.walk(connection, from: 10)
        connection.untilEnd()
      }
    }
    let post = try Post(server.path)
    try post.add()
    post.watch.look()
    try await post.eventually("the entry") { post.crossings == 1 }
    #expect(server.count == 5)
    let lost = post.log.filter { if case .unreachable = $0 { true } else { false } }
    #expect(lost.count == 2, "once until it was found, once when it was lost: \(post.log)")
    #expect(post.log.count { $0 == .connected } == 2)
  }

  @Test("No gpsd at all: one line, and the daemon goes on")
  func missing() async throws {
    let post = try Post("/nonexistent/gpsd.socket")
    try post.add()
    post.watch.look()
    try await post.eventually("a line") { !post.log.isEmpty }
    // The second attempt comes after a second.
    try await Task.sleep(for: .milliseconds(1_500))
    #expect(post.log == [.unreachable(reason: "No such file or directory")])
    post.watch.stop()
  }

  @Test("Receivers without a fix, stuck ones and single bad fixes cross nothing")
  func badFixes() async throws {
    final class Flag: Sendable { let value = Mutex(false) }
    let flag = Flag()
    let server = try FakeGPSD { connection, _ in
      connection.greet()
      for second in 0..<6 { connection.say(metres: 500, second: Double(second)) }
      for second in 6..<60 {
        connection.say(#"{"class":"TPV","mode":1,"lat":52.5163,"lon":13.3777}"#)
        connection.say(metres: second % 3 == 0 ? 0 : 500, second: Double(second))
      }
      for _ in 0..<50 { connection.say(metres: 0, second: 59) }
      for _ in 0..<50 { connection.say(metres: 0, second: 55) }
      flag.value.withLock { $0 = true }
      connection.untilEnd()
    }
    let post = try Post(server.path)
    try post.add()
    post.watch.look()
    try await post.eventually("all reports") { flag.value.withLock(\.self) }
    try await post.eventually("the side") {
      try post.schedule.watchedRegions().first?.side == .outside
    }
    try await Task.sleep(for: .milliseconds(200))
    #expect(post.crossings == 0)
  }

  @Test("A repeating request is watched again after its delivery")
  func repeating() async throws {
    let server = try FakeGPSD { connection, _ in
      connection.greet()
      // Deliveries take as long as a busy machine lets them: it walks until nobody listens.
      for round in 0..<10_000 where connection.isThere {
        let isInside = round % 2 == 1
        for second in 0..<6 {
          connection.say(metres: isInside ? 0 : 500, second: Double(round * 6 + second))
          usleep(10_000)
        }
      }
      connection.untilEnd()
    }
    let post = try Post(server.path)
    try post.add()
    let scheduler = Scheduler(
      for: post.schedule,
      timer: try KernelTimer(
        socket: nil, zones: post.schedule.timeZones)
    ) { _ in }
    let task = Task { try await scheduler.run() }
    post.watch.look()
    try await post.eventually("five crossings") { post.crossings >= 5 }
    await scheduler.stop()
    try await task.value
  }
}
