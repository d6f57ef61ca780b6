import Desktop
import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("Apps that are started with what the user did", .serialized)
struct ActivationTests {
  private static let app = "org.example.Mail-App"
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/application.py").standardized.path

  /// A bus that starts the app, which writes its calls to a file.
  private func bus() throws -> SessionBus {
    let bus = try SessionBus()
    let command = "/usr/bin/python3 \(Self.script) \(bus.folder.path("calls")) \(Self.app)"
    try bus.folder.write(
      "[D-BUS Service]\nName=\(Self.app)\nExec=\(command)\n".utf8, to: "services/app.service")
    // It reads its services when it starts.
    bus.stop()
    try bus.start()
    return bus
  }

  private func calls(_ bus: SessionBus) -> [String] {
    let text = String(decoding: (try? bus.folder.bytes(of: "calls")) ?? [], as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  private func box(on bus: SessionBus, isActivatable: Bool = true) throws -> Box {
    let box = try Box(environment: bus.environment)
    try FileManager.default.createDirectory(
      at: box.folder.url("home/applications"), withIntermediateDirectories: true)
    try box.folder.write(
      "[Desktop Entry]\nName=Mail\nDBusActivatable=\(isActivatable)\n".utf8,
      to: "home/applications/\(Self.app).desktop")
    let message = NotificationCategory(
      identifier: "message",
      actions: [
        .init(identifier: "archive", title: "Archive"),
        .init(identifier: "reply", title: "Reply", textInput: .init(buttonTitle: "Send")),
      ])
    try box.store().change(Self.app) { $0.categories = [message] }
    try box.start("--null-audio")
    return box
  }

  private func send(_ identifier: String, in box: Box) throws {
    _ = try box.run(
      "notify", "--app", Self.app, "--id", identifier, "--title", "Letter", "--category",
      "message")
    #expect(try box.outcome(of: identifier).banner == .init("shown"))
  }

  @Test("G79: the bus starts the app with the action, and with the text as its parameter")
  func activated() async throws {
    let bus = try bus()
    let server = try await ScriptedServer(
      on: bus, .capabilities("actions", "body", "inline-reply"))
    let box = try box(on: bus)
    for identifier in ["a", "b", "c"] { try send(identifier, in: box) }
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string("action-0")))
    try await box.soon("the action: \(box.log)") { calls(bus).count == 1 }
    try await server.order(.emit("NotificationReplied", "us", .number(2), .string("See you")))
    try await box.soon("the reply: \(box.log)") { calls(bus).count == 2 }
    try await server.order(.emit("ActionInvoked", "us", .number(3), .string("default")))
    try await box.soon("the tap: \(box.log)") { calls(bus).count == 3 }
    #expect(
      calls(bus) == [
        #"{"call": "ActivateAction", "path": "/org/example/Mail_App", "body": ["archive", [], {}]}"#,
        #"{"call": "ActivateAction", "path": "/org/example/Mail_App", "#
          + #""body": ["reply", ["See you"], {}]}"#,
        #"{"call": "Activate", "path": "/org/example/Mail_App", "body": [{}]}"#,
      ])
    try await box.soon("they are taken") { try box.store().fetch(.responses(app: nil)).isEmpty }
  }

  @Test("A response stays where the app cannot be started, and where the bus must not start it")
  func notActivated() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try box(on: bus)
    try send("a", in: box)
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string("default")))
    try await box.soon("it has failed") { box.log.contains("does not take the response") }
    #expect(
      try box.store().fetch(.responses(app: Self.app)).map(\.response.actionIdentifier) == [
        "default"
      ])
    let passive = try self.box(on: bus, isActivatable: false)
    try send("b", in: passive)
    try await server.order(.emit("ActionInvoked", "us", .number(2), .string("default")))
    try await passive.soon("it is kept") {
      try passive.store().fetch(.responses(app: Self.app)).count == 1
    }
    #expect(!passive.log.contains("does not take the response"))
  }

  @Test("G79: an app that its command starts gets the response from the store, and is left running")
  func client() async throws {
    let box = try Box(
      configuration: Box.allowing + "commands: {limit: 15}\n",
      environment: ["TOCSIN_APP_ID": "app", "TOCSIN_BANNERS_ENABLED": "false"])
    let journal = box.folder.path("journal")
    let registration = RegisteredApp(
      identifier: "app", command: [try Tool.built("clientapp").path, journal])
    try box.store().change("app") { $0.registration = registration }
    for text in ["1", "2"] {
      try box.store().apply(
        .responded(
          NotificationResponse(app: "app", requestIdentifier: "a", text: text, date: Date())))
    }
    defer { kill(appOf: box) }
    try box.start("--null-audio")
    try await box.soon("both have come: \(box.log)") {
      let text = try? String(contentsOfFile: journal, encoding: .utf8)
      return text?.contains("received 1\nreceived 2\n") ?? false
    }
    // Past the limit, at which it is killed unless it has become the app.
    try await Task.sleep(for: .seconds(16))
    #expect(AppPresence.current(of: "app", in: box.stateFolder) == .foreground)
    #expect(try box.store().fetch(.responses(app: nil)).isEmpty)
  }

  /// The app has been started by the daemon, and would outlive the test.
  private func kill(appOf box: Box) {
    let path = box.folder.path("state/tocsin/app-app.lock")
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    guard let process = text.split(separator: "\n").first.flatMap({ pid_t($0) }) else { return }
    Glibc.kill(process, SIGKILL)
  }
}
