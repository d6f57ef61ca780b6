import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("Programs that end at once", .serialized)
struct ProgramTests {
  private static let runs = 10

  /// Runs the program often, to its end; each run schedules one notification.
  private func finish(_ box: Box, _ settings: [String: String] = [:]) throws {
    let program = try Tool.built("finished")
    for run in 1...Self.runs {
      let result = try program.run(
        ["Run \(run)"], environment: box.environment.merging(settings) { $1 })
      #expect(result.status == 0 && result.text.isEmpty && result.errors.isEmpty, "\(result)")
    }
  }

  private func titles(_ box: Box, heard: Bool) throws -> Set<String> {
    let delivered = try box.store().fetch(.delivered(app: "finished"))
    return Set(
      delivered.filter { !heard || ["played", "merged"].contains($0.record?.sound.code) }
        .map(\.request.content.title))
  }

  private static let all = Set((1...runs).map { "Run \($0)" })

  @Test(
    "Without a daemon each one's notification is heard before it ends",
    arguments: [Box.allowing, "authorization: {unanswered: ask, unattended: true}\n"])
  func alone(configuration: String) throws {
    let box = try Box(configuration: configuration)
    try finish(box, ["TOCSIN_AUDIO_DEVICE": "null"])
    #expect(try titles(box, heard: true) == Self.all)
    #expect(try box.store().fetch(.pending(app: nil)).isEmpty)
  }

  @Test("A program whose helper delivers nothing ends after 40 s, and what is due waits")
  func helperThatDoesNothing() async throws {
    let box = try Box()
    let helper = try box.folder.install("#!/bin/sh\nsleep 1\nprintf . >&3\n", as: "helper")
    let start = ContinuousClock.now
    let program = try Tool.built("finished").start(
      ["Hi"], environment: box.environment.merging(["TOCSIN_DAEMON": helper]) { $1 })
    try await box.soon("it ends") { !program.isRunning }
    #expect(program.waitUntilExit() == .exited(0))
    #expect(start.duration(to: .now) >= .seconds(39))
    #expect(try box.store().fetch(.pending(app: "finished")).count == 1)
  }

  @Test("With a daemon each one's notification is heard by its hand")
  func withDaemon() throws {
    let box = try Box()
    try box.start("--null-audio")
    try finish(box)
    try box.eventually("all are heard: \(box.log)") { try titles(box, heard: true) == Self.all }
  }

  @Test("What is withheld is told in one line, with the reason")
  func withheld() throws {
    let box = try Box()
    let environment = box.environment.merging([
      "TOCSIN_AUDIO_DEVICE": "null", "TOCSIN_QUIET_MUTED": "true",
    ]) { $1 }
    let result = try Tool.built("finished").run(["Muted"], environment: environment)
    #expect(result.status == 0)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasSuffix("withheld: sound (muted)"), "\(result.errors)")
  }

  @Test("Where nobody can deliver, it is kept and told in one line, and heard when somebody can")
  func nobody() throws {
    let box = try Box()
    let program = try Tool.built("finished")
    let settings = box.environment.merging(["TOCSIN_AUDIO_DEVICE": "null"]) { $1 }
    let alone = try program.run(
      ["First"], environment: settings.merging(["TOCSIN_DAEMON": ""]) { $1 })
    #expect(alone.status == 0)
    let lines = alone.errors.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].contains("tocsind is not installed"), "\(alone.errors)")
    let pending = try box.store().fetch(.pending(app: "finished"))
    #expect(pending.map(\.request.content.title) == ["First"])
    #expect(try program.run(["Second"], environment: settings).status == 0)
    #expect(try titles(box, heard: true) == ["First", "Second"])
  }

  @Test("The helper ends when the program has ended and all is heard")
  func helperEnds() throws {
    let box = try Box()
    try finish(box, ["TOCSIN_AUDIO_DEVICE": "null"])
    try box.eventually("it has ended") { !AppHelper.isThere(for: "finished", in: box.stateFolder) }
    let late = try Tool.built("tocsind").run(
      ["--app", "finished", "--null-audio"], environment: box.environment)
    #expect(late.status == 0 && late.errors.isEmpty, "\(late)")
  }

  @Test("Where the store cannot be made the program is told why")
  func noStore() throws {
    let box = try Box()
    let environment = box.environment.merging(["XDG_STATE_HOME": "/proc"]) { $1 }
    let result = try Tool.built("tea").run([], environment: environment)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("/proc") }, "\(result)")
    #expect(lines.last?.hasPrefix("tocsin: the notification tea is not scheduled: ") == true)
  }
}
