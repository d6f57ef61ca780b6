import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("A log that cannot be written, or that nobody reads, ends and stops nothing", .serialized)
struct LogFaultTests {
  private func start(_ box: Box, _ log: UnusableLog) throws -> RunningTool {
    try box.launch(["--null-audio"], through: log.wrapper, errors: log.stream)
  }

  private static func due(_ count: Int, _ name: String, sound: NotificationSound? = nil)
    -> [NotificationRequest]
  {
    (0..<count).map {
      NotificationRequest(
        identifier: "\(name)\($0)", app: "mail",
        content: NotificationContent(title: name, sound: sound), trigger: .immediate)
    }
  }

  @Test("The daemon delivers, and ends as it is asked to", arguments: UnusableLog.Kind.allCases)
  func daemon(kind: UnusableLog.Kind) throws {
    let log = try UnusableLog(kind)
    defer { withExtendedLifetime(log) {} }
    let box = try Box()
    let daemon = try start(box, log)
    try box.eventually("it works") {
      SchedulerLock.owner(of: .everyApp, in: box.stateFolder) != nil || !daemon.isRunning
    }
    #expect(try box.run("notify", "--id", "a", "--sound", "nonesuch", "--title", "a").status == 0)
    #expect(try box.outcome(of: "a").sound.code == "played")
    #expect(daemon.terminate() == .exited(0))
    // What was meant for people is in no file that was opened in the place of standard error.
    for name in try FileManager.default.contentsOfDirectory(atPath: box.stateFolder.path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: box.stateFolder.path + "/" + name))
      #expect(bytes.range(of: Data("notice ready".utf8)) == nil, "\(name)")
    }
  }

  @Test("A daemon that cannot start ends with its status", arguments: UnusableLog.Kind.allCases)
  func failingStart(kind: UnusableLog.Kind) throws {
    let log = try UnusableLog(kind)
    defer { withExtendedLifetime(log) {} }
    let box = try Box(configuration: "log: {level: loud}\n")
    #expect(try start(box, log).waitUntilExit() == .exited(2))
  }

  @Test("A pipe that nobody reads: all are delivered, alarms sound, and the reader gets the count")
  func fullPipe() throws {
    let box = try Box()
    let pipe = try Pipe.small()
    let reader = pipe.fileHandleForReading
    let daemon = try box.launch(["--null-audio", "--no-banners"], errors: .pipe(pipe))
    let schedule = NotificationSchedule(
      store: try NotificationStore(folder: box.stateFolder), limit: .unlimited)
    // More than the queue has room for.
    let count = 17_000
    _ = try schedule.add(Self.due(count, "silent"))
    try box.eventually("all are delivered") {
      try schedule.store.read(.counts(app: "mail")).delivered == count || !daemon.isRunning
    }
    _ = try schedule.add(Self.due(1, "alarm", sound: .standard))
    #expect(try box.outcome(of: "alarm0").sound.code == "played")

    _ = fcntl(reader.fileDescriptor, F_SETFL, O_NONBLOCK)
    var lines: [String] = []
    var rest = ""
    try box.eventually("the count of the lost lines: \(lines.suffix(3))") {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while case let length = read(reader.fileDescriptor, &bytes, bytes.count), length > 0 {
        rest += String(decoding: bytes[..<length], as: UTF8.self)
      }
      lines = rest.split(separator: "\n").map(String.init)
      return rest.contains(" log lines were lost\n")
    }
    let lost = lines.compactMap { $0.hasPrefix("tocsin: ") ? $0.split(separator: " ")[1] : nil }
      .compactMap { Int($0) }
    #expect(lost.allSatisfy { $0 > 0 } && !lost.isEmpty)
    // Whoever reads again gets lines again.
    _ = try schedule.add(Self.due(1, "last"))
    try box.eventually("the last line") {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while case let length = read(reader.fileDescriptor, &bytes, bytes.count), length > 0 {
        rest += String(decoding: bytes[..<length], as: UTF8.self)
      }
      return rest.contains("identifier=last0")
    }
    #expect(daemon.terminate() == .exited(0))
  }

  @Test("A daemon whose log is stuck ends as it is asked to")
  func stuckAtEnd() throws {
    let box = try Box()
    let pipe = try Pipe.small()
    let daemon = try box.launch(["--null-audio", "--no-banners"], errors: .pipe(pipe))
    let schedule = NotificationSchedule(
      store: try NotificationStore(folder: box.stateFolder), limit: .unlimited)
    _ = try schedule.add(Self.due(200, "silent"))
    try box.eventually("all are delivered") {
      try schedule.store.read(.counts(app: "mail")).delivered == 200 || !daemon.isRunning
    }
    #expect(daemon.terminate() == .exited(0))
  }

  @Test(
    "An app without a daemon: its helper delivers, and the app ends well",
    arguments: UnusableLog.Kind.allCases)
  func helper(kind: UnusableLog.Kind) throws {
    let log = try UnusableLog(kind)
    defer { withExtendedLifetime(log) {} }
    let box = try Box(configuration: Box.allowing + "quiet: {muted: true}\n")
    let running = try Tool("env").start(
      log.wrapper + [try Tool.built("finished").path, "Hi"],
      environment: box.environment.merging(["TOCSIN_AUDIO_DEVICE": "null"]) { $1 },
      errors: log.stream)
    #expect(running.waitUntilExit() == .exited(0))
    try box.eventually("it is delivered") {
      try box.store().fetch(.delivered(app: "finished")).count == 1
    }
    try box.eventually("the helper has ended") {
      !AppHelper.isThere(for: "finished", in: box.stateFolder)
    }
    #expect(try box.store().fetch(.pending(app: nil)).isEmpty)
    #expect(try box.store().fetch(.delivered(app: "finished")).first?.record?.sound.code != "begun")
  }

  @Test("An app that cannot use the store goes on when its own log is closed")
  func app() throws {
    let box = try Box()
    let log = try UnusableLog(.closedPipe)
    defer { withExtendedLifetime(log) {} }
    let running = try Tool("env").start(
      log.wrapper + [try Tool.built("finished").path, "Hi"],
      environment: box.environment.merging(["XDG_STATE_HOME": "/proc"]) { $1 }, errors: log.stream)
    #expect(running.waitUntilExit() == .exited(0))
  }

  @Test(
    "Whatever is as long as a megabyte makes a line of one kibibyte, with the other fields in it")
  func longFields() throws {
    let box = try Box()
    try box.start("--null-audio")
    let long = String(repeating: "ab\u{1B}ö\n", count: 200_000)
    let schedule = NotificationSchedule(store: try box.store())
    _ = try schedule.add(
      NotificationRequest(
        identifier: "a" + long, app: "mail",
        content: NotificationContent(
          title: long, sound: NotificationSound(name: String(repeating: "s", count: 1 << 20))),
        trigger: .immediate))
    try box.eventually("its sound is over: \(box.log)") { box.log.contains("sound played") }
    try box.eventually("its delivery is logged") { box.log.contains(" delivered ") }
    let bytes = try box.folder.bytes(of: "log")
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    #expect(lines.allSatisfy { $0.count < 1_024 })
    #expect(lines.joined().allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    #expect(lines.contains { $0.count > 300 }, "as much of it as has room")
    for line in box.log.split(separator: "\n") where line.contains("sound played") {
      #expect(line.contains("app=mail") && line.contains("…"))
    }
  }
}
