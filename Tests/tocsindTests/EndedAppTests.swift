import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("A program that schedules and ends, where no daemon runs", .serialized)
struct EndedAppTests {
  private static let environment = [
    "TOCSIN_APP_ID": "app", "TOCSIN_AUDIO_DEVICE": "null", "TOCSIN_BANNERS_WAIT": "0",
  ]

  private func box(_ environment: [String: String] = [:]) throws -> Box {
    try Box(configuration: "", environment: environment.merging(Self.environment) { $1 })
  }

  /// Runs a program that schedules a notification in so many seconds.
  private func schedule(in seconds: String, _ box: Box) throws -> ToolResult {
    try Tool.built("clientapp").run(["in", seconds], environment: box.environment)
  }

  private func hasHelper(_ box: Box) -> Bool { AppHelper.isThere(for: "app", in: box.stateFolder) }

  /// Ends the helper, which would stay until the notification is due.
  private func endHelper(_ box: Box) throws {
    var owner: SchedulerLock.Owner?
    try box.eventually("the helper delivers") {
      owner = SchedulerLock.owner(of: .app("app"), in: box.stateFolder)
      return owner != nil
    }
    kill(try #require(owner).processIdentifier, SIGTERM)
    try box.eventually("the helper ends") { !hasHelper(box) }
  }

  @Test("It is heard, ten times of ten, and the helper goes then")
  func heard() throws {
    let boxes = try (1...10).map { _ in try box() }
    for box in boxes {
      let result = try schedule(in: "2", box)
      #expect(result.status == 0)
      #expect(result.errors.contains("1 notification waits until"), "\(result.errors)")
      #expect(result.errors.contains("`tocsind --app app` stays in the background"))
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    for box in boxes {
      #expect(try box.outcome(of: "one").sound.code == "played", "\(box.log)")
      try box.eventually("the helper ends") { !hasHelper(box) }
    }
  }

  @Test("One that was never asked leaves one question, however often it runs, whose answer counts")
  func answered() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, .capabilities("actions", "body"))
    let box = try box(bus.environment)
    for _ in 1...5 {
      let result = try schedule(in: "0", box)
      #expect(result.errors.contains("the user is asked"), "\(result.errors)")
    }
    #expect(try server.notifications().count == 1)
    let question = try #require(try server.notifications().first)
    #expect(question.summary.contains("would like to send you notifications"))
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string("action-0")))
    try box.eventually("it is heard: \(box.log)") {
      try box.record("one")?.sound.code == "played"
    }
    #expect(try server.notifications().map(\.summary).last == "Tea")
    try box.eventually("the helper ends") { !hasHelper(box) }
    #expect(try box.store().profile(of: "app").settings.permissions.alert == .enabled)
  }

  @Test("A helper that is told to end takes its question from the screen")
  func questionTakenDown() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, .capabilities("actions", "body"))
    let box = try box(bus.environment)
    _ = try schedule(in: "0", box)
    try endHelper(box)
    try await server.wait("the question goes") { $0.contains { $0.call == "CloseNotification" } }
  }

  @Test("A daemon that starts delivers what waits, and the helper ends")
  func daemon() throws {
    let box = try box()
    _ = try schedule(in: "3", box)
    #expect(hasHelper(box))
    try box.start("--null-audio", "--no-banners")
    try box.eventually("the helper ends") { !hasHelper(box) }
    #expect(try box.outcome(of: "one").sound.code == "played", "\(box.log)")
  }

  @Test("Nobody who reads the program's standard error waits for the helper")
  func errors() throws {
    let box = try box()
    let result = try Tool("sh").run(
      ["-c", "'\(Tool.built("clientapp").path)' in 600 2>&1 | cat"], environment: box.environment)
    #expect(result.status == 0 && result.text.contains("1 notification waits"))
    #expect(hasHelper(box))
    try endHelper(box)
  }

  @Test("Without tocsind it says what to install")
  func withoutProgram() throws {
    let box = try box(["TOCSIN_DAEMON": "/nonexistent"])
    let result = try schedule(in: "600", box)
    #expect(result.status == 0)
    #expect(result.errors.contains("install the package tocsind"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(try box.store().fetch(.pending(app: "app")).count == 1)
  }
}
