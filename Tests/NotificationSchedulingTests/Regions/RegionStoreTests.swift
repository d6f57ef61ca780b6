// A place that is not on the Earth would be an error in the test itself.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import LinuxProcess
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage
@testable import Triggers

@Suite("Regions in the store")
struct RegionStoreTests {
  private static let centre = GeoCoordinate(latitude: 52.5163, longitude: 13.3777)!
  private let inside = PositionFix(centre, accuracy: 10, time: .now)
  private let outside = PositionFix(
    Track.north(of: centre, by: 5_000)!, accuracy: 10, time: .now)

  private func request(
    _ identifier: String, app: String = "app", onEntry: Bool = true, onExit: Bool = true,
    repeats: Bool = false
  ) throws -> NotificationRequest {
    NotificationRequest(
      identifier: identifier, app: app, content: NotificationContent(title: identifier),
      trigger: .region(
        try RegionTrigger(
          identifier: "home", latitude: Self.centre.latitude, longitude: Self.centre.longitude,
          radius: 100, notifiesOnEntry: onEntry, notifiesOnExit: onExit, repeats: repeats)))
  }

  private func allow(_ app: String = "app", in schedule: NotificationSchedule) throws {
    try schedule.store.change(app) { $0.settings.location.set(.always) }
  }

  private func waiting(_ schedule: NotificationSchedule) throws -> [String] {
    try schedule.watchedRegions().map(\.request)
  }

  @Test("E59: due when the region is entered or left, as it asks for")
  func directions() throws {
    let schedule = NotificationSchedule.inMemory()
    try allow(in: schedule)
    _ = try schedule.add([
      request("entry", onExit: false), request("exit", onEntry: false), request("both"),
    ])
    #expect(try schedule.report(outside) == 0)
    #expect(try schedule.watchedRegions().map(\.side) == [.outside, .outside, .outside])
    #expect(try schedule.report(inside) == 2)
    #expect(try waiting(schedule) == ["exit"])
    #expect(try schedule.report(inside) == 0)
    #expect(try schedule.report(outside) == 1)
  }

  @Test("E60: once, or at each crossing; one that comes while it is delivered is not lost")
  func repeating() async throws {
    let host = try Host()
    try allow(in: host.schedule)
    _ = try host.schedule.add(request("once"))
    _ = try host.schedule.add(request("always", repeats: true))
    await host.start()
    var counts: [Int] = []
    for fix in [outside, inside, outside, outside, inside] {
      try host.schedule.report(fix)
      await host.post(.changed)
      counts.append(host.delivered.count)
    }
    #expect(counts == [0, 2, 3, 3, 4])
    #expect(host.identifiers.filter { $0 == "once" }.count == 1)
    try await host.stop()
  }

  @Test("Scheduled inside, it waits until the region was left and entered")
  func scheduledInside() throws {
    let schedule = NotificationSchedule.inMemory()
    try allow(in: schedule)
    _ = try schedule.add(request("entry", onExit: false))
    let dues = try [inside, inside, outside, inside].map { try schedule.report($0) }
    #expect(dues == [0, 0, 0, 1])
  }

  @Test("A region that is entered while the box is off is reported after its start")
  func restart() throws {
    let folder = try TemporaryFolder()
    let state = StoreFolder(path: folder.url.path)
    do {
      let schedule = try NotificationSchedule.standard(in: state)
      try allow(in: schedule)
      _ = try schedule.add(request("entry"))
      #expect(try schedule.report(outside) == 0)
    }
    #expect(try NotificationSchedule.standard(in: state).report(inside) == 1)
  }

  @Test("A request that replaces another one begins without its side")
  func replacement() throws {
    let schedule = NotificationSchedule.inMemory()
    try allow(in: schedule)
    _ = try schedule.add(request("a"))
    try schedule.report(outside)
    _ = try schedule.add(request("a"))
    #expect(try schedule.watchedRegions().map(\.side) == [nil])
    #expect(try schedule.report(inside) == 0)
  }

  @Test("A crossing that a host names is not reported again by a position")
  func named() throws {
    let schedule = NotificationSchedule.inMemory()
    try allow(in: schedule)
    _ = try schedule.add([request("a", repeats: true), request("exit", onEntry: false)])
    try schedule.report(outside)
    #expect(
      try schedule.report(RegionCrossing(app: "app", region: "home", direction: .entry)) == 1)
    #expect(try schedule.watchedRegions().map(\.side) == [.inside])
    #expect(try schedule.report(inside) == 0)
    #expect(try schedule.report(outside) == 1)
  }

  @Test("E61: nothing is due to an app that may not use the place, nor later what it has missed")
  func permission() throws {
    let schedule = NotificationSchedule.inMemory()
    _ = try schedule.add([request("a"), request("b", app: "other")])
    try allow("other", in: schedule)
    let asked = try [outside, inside].map { try schedule.report($0) }
    #expect(asked == [0, 1])
    try allow(in: schedule)
    #expect(try schedule.report(outside) == 0)
    try schedule.store.change("app") { $0.settings.location.set(.denied) }
    #expect(try schedule.report(inside) == 0)
    try allow(in: schedule)
    #expect(try schedule.report(inside) == 0)
    #expect(try schedule.report(outside) == 1)
  }

  @Test("Two processes that report the same crossing make it due once")
  func twice() throws {
    let schedule = NotificationSchedule.inMemory()
    try allow(in: schedule)
    _ = try schedule.add(request("a", repeats: true))
    try schedule.report(outside)
    let region = try #require(try schedule.waitingRegions().first)
    let move = RegionTracker.Move(number: region.number, from: .outside, to: .inside)
    #expect(try schedule.store.apply(.moved([move], at: schedule.clock.now)) == 1)
    #expect(try schedule.store.apply(.moved([move], at: schedule.clock.now)) == 0)
  }

  @Test("A damaged database keeps the sides of its regions")
  func salvage() throws {
    let folder = try TemporaryFolder()
    let state = StoreFolder(path: folder.url.path)
    do {
      let schedule = try NotificationSchedule.standard(in: state)
      try allow(in: schedule)
      _ = try schedule.add((0..<40).map { try request("\($0)") })
      try schedule.report(outside)
      try schedule.store.checkpoint()
    }
    // Without its first page the file is no database any more; rows are found by their look.
    var bytes = try folder.bytes(of: URL(fileURLWithPath: state.database).lastPathComponent)
    for index in 0..<100 { bytes[index] = 0xFF }
    try folder.write(bytes, to: URL(fileURLWithPath: state.database).lastPathComponent)
    for rest in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: state.database + rest)
    }
    let schedule = try NotificationSchedule.standard(in: state, check: .integrity)
    let regions = try schedule.watchedRegions()
    #expect(regions.count == 40 && regions.allSatisfy { $0.side == .outside })
  }
}
