import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("What the user does on the page")
struct ChangesTests {
  private static let app = "org.example.mail"

  private static let categories = [
    NotificationCategory(
      identifier: "mail",
      actions: [
        NotificationAction(identifier: "archive", title: "Archive"),
        NotificationAction(
          identifier: "reply", title: "Reply", textInput: .init(buttonTitle: "Send")),
      ]),
    NotificationCategory(identifier: "told", options: .customDismissAction),
  ]

  private func bench(_ category: String = "mail") async throws -> Bench {
    let bench = try Bench()
    try bench.store.change(Self.app) { $0.categories = Self.categories }
    try await bench.deliver([
      NotificationRequest(
        identifier: "one", app: Self.app,
        content: .init(title: "One", categoryIdentifier: category))
    ])
    return bench
  }

  private func number(_ bench: Bench) throws -> Int64 {
    try #require(try bench.store.read(.numbers(of: .delivered())).first)
  }

  @Test("an action reaches the app, and the notification leaves the list (rules 38, 40, 79)")
  func actions() async throws {
    for (action, text, wish) in [
      ("archive", nil, #""action":"archive""#), ("default", nil, #""action":"default""#),
      ("reply", "Yes — \"ok\"", #""action":"reply","text":"Yes — \"ok\"""#),
    ] {
      let bench = try await bench()
      let json = "{\"number\":\(try number(bench)),\(wish)}"
      #expect(try bench.post("/api/respond", json).status == 204)
      let response = try #require(try bench.store.fetch(.responses()).first).response
      #expect(response.actionIdentifier == action && response.text == text)
      #expect(response.app == Self.app && response.requestIdentifier == "one")
      #expect(response.notification?.request.content.title == "One")
      #expect(try bench.store.read(.counts()).delivered == 0)
      // It is gone: a second press does nothing.
      #expect(try bench.post("/api/respond", json).status == 404)
      #expect(try bench.store.read(.counts()).responses == 1)
    }
  }

  @Test("an action that the notification does not have is refused")
  func wrongActions() async throws {
    let bench = try await bench()
    let number = try number(bench)
    for wish in [
      #""action":"delete""#, #""action":"reply""#, #""action":"archive","text":"no field""#,
      #""action":"""#,
    ] {
      #expect(try bench.post("/api/respond", "{\"number\":\(number),\(wish)}").status == 400)
    }
    #expect(
      try bench.store.read(.counts()).responses == 0 && bench.store.read(.counts()).delivered == 1)
  }

  @Test("the app is told of a dismissal where its category asks for that (rule 37)")
  func dismissal() async throws {
    for (category, count) in [("mail", 0), ("told", 1)] {
      let bench = try await bench(category)
      let json = "{\"number\":\(try number(bench)),\"action\":\"dismiss\"}"
      #expect(try bench.post("/api/respond", json).status == 204)
      #expect(try bench.store.read(.counts()).responses == count)
      #expect(try bench.store.read(.counts()).delivered == 0)
    }
  }

  @Test("a daemon that runs starts the app's command with the answer, once")
  func handover() async throws {
    let bench = try await bench()
    let file = bench.root.appending(path: "answers").path
    let app = RegisteredApp(
      identifier: Self.app,
      command: ["/bin/sh", "-c", "echo \"$TOCSIN_ACTION $TOCSIN_TEXT\" >> \(file)"])
    try bench.store.change(Self.app) { $0.registration = app }
    try await bench.delivering { _ in
      let json = "{\"number\":\(try number(bench)),\"action\":\"reply\",\"text\":\"Yes\"}"
      #expect(try bench.post("/api/respond", json).status == 204)
      try await eventually("the command") { try bench.store.read(.counts()).responses == 0 }
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "reply Yes\n")
  }

  @Test("some notifications, or all, are cleared")
  func clearing() async throws {
    let bench = try Bench()
    try bench.fill(5)
    let numbers = try bench.store.read(.numbers(of: .delivered()))
    #expect(
      try bench.post("/api/clear", "{\"numbers\":[\(numbers[0]),\(numbers[2]),99]}").status == 204)
    #expect(
      try bench.store.read(.numbers(of: .delivered())) == [numbers[1], numbers[3], numbers[4]])
    #expect(try bench.post("/api/clear", "{}").status == 204)
    #expect(try bench.store.read(.counts()).delivered == 0)
  }

  @Test("settings of an app, and of all (rule 15)")
  func settings() throws {
    let bench = try Bench()
    func set(_ json: String) throws -> Int { try bench.post("/api/settings", json).status }
    let json =
      #"{"app":"a","sound":false,"critical":true,"previews":"never","style":"alert","volume":0.25}"#
    #expect(try set(json) == 204)
    #expect(try set(#"{"app":"b","authorization":false}"#) == 204)
    var settings = try bench.store.profile(of: "a").settings
    #expect(settings.permissions.authorization == .authorized)
    #expect(settings.permissions.sound == .disabled && settings.permissions.alert == .enabled)
    #expect(settings.permissions.criticalAlert == .enabled && settings.previews == .never)
    #expect(settings.alertStyle == .alert && settings.volume == 0.25)
    #expect(try bench.store.profile(of: "b").settings.permissions.authorization == .denied)

    #expect(try set(#"{"alert":false,"volume":7}"#) == 204)
    settings = try bench.store.profile(of: "a").settings
    #expect(settings.permissions.alert == .disabled && settings.volume == 1)
    #expect(try bench.store.profile(of: "b").settings.permissions.alert == .disabled)
    #expect(try set(#"{"app":"a","style":"loud"}"#) == 400)
  }

  @Test(
    "Keep and Turn Off end the trial (rules 20 to 22)",
    arguments: [
      ("keep-prominent", NotificationSettings.Authorization.authorized, true),
      ("keep-quiet", .authorized, false), ("turn-off", .denied, false),
    ])
  func provisional(
    answer: String, state: NotificationSettings.Authorization, sounds: Bool
  ) throws {
    let bench = try Bench()
    try bench.store.change("a") { _ = $0.settings.request([.alert, .sound, .provisional]) }
    let json = "{\"app\":\"a\",\"provisional\":\"\(answer)\"}"
    #expect(try bench.post("/api/settings", json).status == 204)
    let permissions = try bench.store.profile(of: "a").settings.permissions
    #expect(permissions.authorization == state)
    #expect((permissions.sound == .enabled) == sounds)
    // The trial is over.
    #expect(try bench.post("/api/settings", json).status == 409)
  }

  @Test("a question of an app is answered for all that it asks for (rule 12)")
  func question() throws {
    let bench = try Bench()
    try bench.store.change("a") { _ = $0.settings.request([.alert, .criticalAlert]) }
    #expect(try bench.post("/api/settings", #"{"app":"a","authorization":true}"#).status == 204)
    let permissions = try bench.store.profile(of: "a").settings.permissions
    #expect(permissions.authorization == .authorized && permissions.criticalAlert == .enabled)
    #expect(permissions.sound == .notSupported)
  }

  @Test("a test notification comes as the app's own, and a test tone on the device")
  func tests() async throws {
    let bench = try Bench()
    try await bench.delivering { _ in
      #expect(try bench.post("/api/test", #"{"app":"a"}"#).status == 204)
      try await eventually("it") { try bench.store.read(.counts(app: "a")).delivered == 1 }
    }
    #expect(try bench.post("/api/test", #"{"app":""}"#).status == 400)
    #expect(try bench.post("/api/tone", "{}").status == 204)
  }

  @Test("a picture is given where it is one, and nothing else is")
  func pictures() async throws {
    let bench = try Bench()
    let png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3] as [UInt8]
    let (good, bad) = (bench.root.appending(path: "a.png"), bench.root.appending(path: "b.png"))
    let pipe = bench.root.appending(path: "pipe.png").path
    let knot = bench.root.appending(path: "link.png").path
    try Data(png).write(to: good)
    try Data("<svg onload='alert(1)'>".utf8).write(to: bad)
    #expect(mkfifo(pipe, 0o600) == 0 && symlink(good.path, knot) == 0)
    let paths = [good.path, bad.path, pipe, knot, "/etc/passwd", "/nowhere.png"]
    let attachments = paths.map { NotificationAttachment(identifier: $0, path: $0) }
    try await bench.deliver([
      NotificationRequest(
        identifier: "p", app: "a", content: .init(title: "P", attachments: attachments))
    ])
    let number = try number(bench)
    let answers = try (0...paths.count).map {
      try bench.ask("/api/picture?number=\(number)&index=\($0)")
    }
    #expect(answers.map(\.status) == [200, 404, 404, 404, 404, 404, 404])
    #expect(answers[0].fields["content-type"] == "image/png" && Array(answers[0].body) == png)
    #expect(try bench.ask("/api/picture?number=99&index=0").status == 404)
  }
}
