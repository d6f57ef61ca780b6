import Foundation
import Glibc
import LinuxProcess
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing
import Triggers

@testable import NotificationScheduling

@Suite("The kernel's timers, sockets and watches wake a scheduler, and nothing else does")
struct KernelTimerTests {
  /// The one test that waits for real seconds.
  @Test(
    "A service sleeps without waking until another process schedules something",
    .timeLimit(.minutes(20)))
  func endToEnd() throws {
    let place = try Workplace()
    #expect(
      try place.run("schedule", "--at", "2090-01-01", "--title", "far", "--id", "far").status == 0)
    let process = try place.start()
    defer { place.kill(process) }
    try waitUntil("it owns the store") {
      SchedulerLock.owner(of: .everyApp, in: place.stateFolder) != nil
    }
    // The threads that have started it up go after five seconds without work, on a busy machine
    // later.
    try waitUntil("three seconds pass without a switch") {
      let before = Self.contextSwitches(of: process.processIdentifier)
      usleep(3_000_000)
      return before > 0 && Self.contextSwitches(of: process.processIdentifier) == before
    }
    #expect(try place.run("schedule", "--in", "1s", "--title", "Tea", "--id", "tea").status == 0)
    try waitUntil("tea comes") { try place.deliveries() == ["tea": 1] }
    try waitUntil("tea is listed") { try place.run("delivered").text.contains("tea") }
  }

  /// How often the threads of a process were given a processor and went to sleep again.
  private static func contextSwitches(of process: Int32) -> Int {
    let tasks =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return tasks.reduce(0) { sum, task in
      let status =
        (try? String(contentsOfFile: "/proc/\(process)/task/\(task)/status", encoding: .utf8)) ?? ""
      let counts = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
        .compactMap { Int($0.split(separator: "\t").last ?? "") }
      return sum + counts.reduce(0, +)
    }
  }

  @Test(
    "A timer that says the clock was set: the scheduler looks again, and delivers",
    .needs(Facility.traces, "strace is not allowed to trace here"))
  func cancelled() throws {
    let place = try Workplace()
    let process = try place.start(through: [
      "strace", "-f", "-qq", "-o", place.folder.path("trace"), "-e", "trace=read",
      "-P", "anon_inode:[timerfd]", "-e", "inject=read:error=ECANCELED:when=1..2",
    ])
    defer { place.kill(process) }
    // Otherwise the date could pass before there is a timer.
    try waitUntil("it owns the store") {
      SchedulerLock.owner(of: .everyApp, in: place.stateFolder) != nil
    }
    #expect(try place.run("schedule", "--in", "4s", "--title", "t", "--id", "t").status == 0)
    try waitUntil("it comes") { try place.deliveries() == ["t": 1] }
    let trace = String(decoding: try place.folder.bytes(of: "trace"), as: UTF8.self)
    // Once, if the scheduler sets the timer anew before it is read again.
    #expect(trace.contains("ECANCELED"))
  }

  @Test("A date that comes in a moment is waited for awake, on both clocks, and no other one")
  func lingers() throws {
    let timer = try KernelTimer(socket: nil, zones: TimeZoneDatabase.system)
    defer { timer.stop() }
    let clock = SystemClock()
    let start = clock.now
    #expect(!timer.linger(until: NextDue(), from: start))
    #expect(!timer.linger(until: NextDue(wall: start.wall + 1), from: start))
    #expect(!timer.linger(until: NextDue(elapsed: start.elapsed - .milliseconds(1)), from: start))
    #expect(timer.linger(until: NextDue(wall: start.wall + 0.001), from: start))
    #expect(clock.now.elapsed >= start.elapsed + .microseconds(999))
    let then = clock.now
    let soon = then.elapsed + .milliseconds(1)
    #expect(timer.linger(until: NextDue(wall: then.wall + 9, elapsed: soon), from: then))
    #expect(clock.now.elapsed >= soon)
    timer.post(.changed)
    #expect(!timer.linger(until: NextDue(wall: then.wall + 0.001), from: then))
  }

  @Test(
    "What is due at a clock's first moment, or before it, is due at once", .timeLimit(.minutes(20)),
    arguments: [
      NextDue(wall: Date(timeIntervalSince1970: -9)), NextDue(elapsed: .milliseconds(-9)),
      NextDue(wall: Date(timeIntervalSince1970: 0.002)), NextDue(elapsed: .milliseconds(2)),
    ])
  func first(next: NextDue) async throws {
    let timer = try KernelTimer(socket: nil, zones: TimeZoneDatabase.system)
    defer { timer.stop() }
    try timer.arm(next)
    #expect(await timer.next() == .due)
  }

  @Test(
    "Another zone of the device, and a new tz database, are noticed when their files are replaced")
  func zones() async throws {
    let folder = try TemporaryFolder()
    let database = TimeZoneDatabase(
      folder: folder.url.path, deviceFile: folder.path("localtime"))
    for name in ["Europe/Berlin", "Asia/Tokyo"] {
      let data = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/" + name))
      try data.write(
        to: folder.url(
          name.replacingOccurrences(of: "Europe/", with: "")
            .replacingOccurrences(of: "Asia/", with: "")))
    }
    try folder.write("# version 2025a\n".utf8, to: "tzdata.zi")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("localtime"), withDestinationPath: folder.path("Berlin"))
    let schedule = NotificationSchedule.inMemory(timeZones: database)
    let trigger = try CalendarTrigger(.init(year: 2_090, month: 1, day: 1, hour: 12))
    try schedule.add(Sample.request("noon", trigger: .calendar(trigger)))
    let fixed = try CalendarTrigger(
      .init(year: 2_090, month: 1, day: 1, hour: 12), timeZone: "Zone")
    try FileManager.default.copyItem(at: folder.url("Berlin"), to: folder.url("Zone"))
    try schedule.add(Sample.request("fixed", trigger: .calendar(fixed)))
    let scheduler = Scheduler(for: schedule) { _ in }
    let running = Task { try await scheduler.run() }
    for await state in scheduler.states where state == .running { break }

    func date(_ identifier: String) throws -> Date? {
      try schedule.store.fetch(.pending(app: "app", identifier: identifier)).first?.due.date
    }
    func moved(_ identifier: String, from before: Date?) async throws -> Double {
      try await eventually("\(identifier) moves") { try date(identifier) != before }
      return try date(identifier)?.timeIntervalSince(before ?? .distantPast) ?? 0
    }
    let before = (floating: try date("noon"), fixed: try date("fixed"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("localtime.new"), withDestinationPath: folder.path("Tokyo"))
    rename(folder.path("localtime.new"), folder.path("localtime"))
    #expect(try await moved("noon", from: before.floating) == -8 * 3_600)
    #expect(try date("fixed") == before.fixed)

    try Data(contentsOf: folder.url("Tokyo")).write(to: folder.url("Zone.new"))
    rename(folder.path("Zone.new"), folder.path("Zone"))
    try folder.write("# version 2025b\n".utf8, to: "tzdata.zi.new")
    rename(folder.path("tzdata.zi.new"), folder.path("tzdata.zi"))
    #expect(try await moved("fixed", from: before.fixed) == -8 * 3_600)
    await scheduler.stop()
    try await running.value
  }

  @Test("One look makes a socket that has gone again, and finds what was added meanwhile")
  func restored() async throws {
    let folder = try TemporaryFolder()
    let state = StoreFolder(path: folder.path("state"))
    let schedule = NotificationSchedule(store: try NotificationStore(folder: state))
    let other = NotificationSchedule(store: try NotificationStore(folder: state))
    let scheduler = Scheduler(for: schedule) { _ in }
    let running = Task { try await scheduler.run() }
    for await state in scheduler.states where state == .running { break }
    unlink(WakeSocket.path(of: SchedulerLock.Scope.everyApp.owner, in: state))
    for (index, identifier) in ["lost", "heard"].enumerated() {
      try other.add(Sample.request(identifier))
      if index == 0 { await scheduler.lookAgain() }
      try await eventually("\(identifier) comes") {
        try other.store.read(.counts()).delivered == index + 1
      }
    }
    await scheduler.stop()
    try await running.value
  }

  @Test("The socket's path may be longer than an address, and a dead one's socket is replaced")
  func longPath() async throws {
    let folder = try TemporaryFolder()
    let deep = folder.path(String(repeating: "long-name/", count: 15))
    let stateFolder = StoreFolder(path: deep)
    let schedule = NotificationSchedule(
      store: try NotificationStore(folder: stateFolder))
    for round in 1...2 {
      let scheduler = Scheduler(for: schedule) { _ in }
      let running = Task { try await scheduler.run() }
      for await state in scheduler.states where state == .running { break }
      try schedule.add(Sample.request("\(round)"))
      try await eventually("\(round) comes") {
        try schedule.store.fetch(.delivered(app: nil)).count >= round
      }
      await scheduler.stop()
      try await running.value
    }
    #expect(try schedule.store.fetch(.delivered(app: nil)).map(\.request.identifier) == ["2", "1"])
  }
}
