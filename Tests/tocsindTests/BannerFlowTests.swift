import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("Banners, questions and answers of the daemon", .serialized)
struct BannerFlowTests {
  /// A box whose app `mail` takes what users answer with a command that writes it to a file.
  private func mailBox(_ environment: [String: String]) throws -> Box {
    let box = try Box(environment: environment)
    let output = box.folder.path("answers")
    let result = try box.run(
      "app", "register", "mail", "--name", "Mail", "--exec", "/bin/sh", "--exec", "-c",
      "--exec", "cat >> \(output); echo \"$TOCSIN_ACTION,$TOCSIN_TEXT\" >> \(output)")
    #expect(result.status == 0, "\(result.errors)")
    try box.folder.write(
      """
      [{"identifier": "message", "options": 1, "actions": [
        {"identifier": "archive", "title": "Archive", "options": 0},
        {"identifier": "reply", "title": "Reply", "options": 0,
         "textInput": {"buttonTitle": "Send", "placeholder": ""}}]}]
      """.utf8, to: "categories.json")
    let set = try box.run("categories", "mail", "--set", box.folder.path("categories.json"))
    #expect(set.status == 0, "\(set.errors)")
    try box.start("--null-audio")
    return box
  }

  private func send(_ identifier: String, in box: Box) throws {
    _ = try box.run(
      "notify", "--app", "mail", "--id", identifier, "--title", "Letter", "--sound", "ping",
      "--category", "message")
    let banner = try box.outcome(of: identifier).banner
    #expect(banner == .init("shown"), "\(identifier): \(box.log)")
  }

  private func answers(_ box: Box) -> String {
    String(decoding: (try? box.folder.bytes(of: "answers")) ?? [], as: UTF8.self)
  }

  @Test("dunst shows the banner, the sound plays, and the app's command gets the click")
  func dunst() throws {
    let screen = try Screen()
    try screen.startDunst()
    let box = try mailBox(screen.environment)
    try send("a", in: box)
    #expect(try box.record("a")?.sound.code == "played")
    #expect(try screen.dunst("count", "displayed") == "1")
    try screen.dunst("action", "0")
    try box.eventually("the command has it") { answers(box).contains("\ndefault,\n") }
    let line = try #require(answers(box).split(separator: "\n").first)
    let response = try JSONDecoder.iso8601.decode(
      NotificationResponse.self, from: Data(line.utf8))
    #expect(response.app == "mail")
    #expect(response.requestIdentifier == "a")
    #expect(response.actionIdentifier == NotificationAction.defaultIdentifier)
    try box.eventually("it is taken") { try box.store().fetch(.responses(app: nil)).isEmpty }
    try box.eventually("it is dealt with") {
      try box.store().fetch(.delivered(app: "mail")).isEmpty
    }
  }

  @Test("notification-daemon shows a banner and its successor, and the sounds play")
  func secondServer() throws {
    let screen = try Screen()
    try screen.start("/usr/lib/notification-daemon/notification-daemon", [])
    let box = try mailBox(screen.environment)
    for title in ["Letter", "Second letter"] {
      _ = try box.run(
        "notify", "--app", "mail", "--id", "a", "--title", title, "--sound", "ping")
      try box.eventually("its successor") { try box.title("a") == title }
      let record = try box.outcome(of: "a")
      #expect(record.banner == .init("shown"))
      #expect(["played", "merged"].contains(record.sound.code))
    }
  }

  @Test("An action, a reply and a dismissal come to the command, each as what it is")
  func actions() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(
      on: bus, .capabilities("actions", "body", "inline-reply"))
    let box = try mailBox(bus.environment)
    for identifier in ["a", "b", "c"] { try send(identifier, in: box) }
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string("action-0")))
    try box.eventually("the action") { answers(box).contains("\narchive,\n") }
    try await server.order(.emit("NotificationReplied", "us", .number(2), .string("See you")))
    try box.eventually("the reply") { answers(box).contains("\nreply,See you\n") }
    try await server.order(.emit("NotificationClosed", "uu", .number(3), .number(2)))
    try box.eventually("the dismissal") { answers(box).contains("\ndismiss,\n") }
  }

  @Test("What comes before the notification server waits for it: the daemon starts first at login")
  func login() async throws {
    let bus = try SessionBus()
    let box = try Box(
      environment: bus.environment.merging(["TOCSIN_BANNERS_WAIT": "600"]) { $1 })
    try box.start("--null-audio")
    for name in ["a", "b", "c"] {
      _ = try box.run("notify", "--app", "mail", "--id", name, "--title", name)
    }
    // They count as delivered when their banners were handed over, and not before.
    try box.eventually("the daemon has begun them") {
      let begun = try BegunDeliveries(in: box.store())
      let pending = try box.store().fetch(.pending(app: "mail"))
      return pending.count == 3 && pending.allSatisfy { begun.attempts(of: $0.request) == 1 }
    }
    #expect(!box.log.contains(" delivered "))
    #expect(try box.store().fetch(.delivered(app: nil)).isEmpty)
    let server = try await ScriptedServer(on: bus)
    for name in ["a", "b", "c"] { #expect(try box.outcome(of: name).banner.code == "shown") }
    #expect(Set(try server.notifications().map(\.summary)) == ["a", "b", "c"])
  }

  @Test("A response stays until the command takes it, and comes to it after a restart")
  func failingCommand() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try Box(environment: bus.environment)
    _ = try box.run("app", "register", "mail", "--exec", "false")
    let daemon = try box.start("--null-audio")
    _ = try box.run("notify", "--app", "mail", "--id", "a", "--title", "Letter")
    #expect(try box.outcome(of: "a").banner.code == "shown")
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string("default")))
    try box.eventually("it has failed") { box.log.contains("exit status 1") }
    daemon.kill()
    #expect(try box.store().fetch(.responses(app: "mail")).count == 1)
    _ = try box.run("app", "register", "mail", "--exec", "cat")
    try box.start("--null-audio")
    try box.eventually("it is taken") { try box.store().fetch(.responses(app: nil)).isEmpty }
  }

  @Test("A response that the command refuses blocks no other one")
  func refusedResponse() throws {
    let box = try Box()
    let output = box.folder.path("taken")
    _ = try box.run(
      "app", "register", "mail", "--exec", "/bin/sh", "--exec", "-c",
      "--exec", "test $TOCSIN_REQUEST != a && echo $TOCSIN_REQUEST >> \(output)")
    for name in ["a", "b", "c"] { try respond(to: name, box) }
    try box.start("--null-audio")
    try box.eventually("the others are taken") {
      try box.store().fetch(.responses(app: "mail")).map(\.response.requestIdentifier) == ["a"]
    }
    #expect(String(decoding: try box.folder.bytes(of: "taken"), as: UTF8.self) == "b\nc\n")
  }

  @Test("A command gets no response from before the app had one")
  func oldResponses() throws {
    let box = try Box()
    let output = box.folder.path("taken")
    for name in ["a", "b"] { try respond(to: name, box) }
    for _ in 1...2 {
      // It is changed by the second call, and the app has one already.
      let result = try box.run(
        "app", "register", "mail", "--exec", "/bin/sh", "--exec", "-c",
        "--exec", "echo $TOCSIN_REQUEST >> \(output)")
      #expect(result.status == 0)
      if try box.store().fetch(.responses(app: "mail")).count == 2 { try respond(to: "c", box) }
    }
    try box.start("--null-audio")
    try box.eventually("the new one is taken") {
      try box.store().fetch(.responses(app: "mail")).map(\.response.requestIdentifier)
        == ["a", "b"]
    }
    #expect(String(decoding: try box.folder.bytes(of: "taken"), as: UTF8.self) == "c\n")
  }

  private func respond(to identifier: String, _ box: Box) throws {
    try box.store().apply(
      .responded(
        NotificationResponse(app: "mail", requestIdentifier: identifier, date: Date())))
  }

  @Test("A running app is told to look for its responses, and its command is not run")
  func runningApp() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try mailBox(bus.environment)
    // The tool's runtime folder is another one than this process's: the lock says where it is.
    let listener = try AppListener(app: "mail", in: box.stateFolder)
    try send("a", in: box)
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string("action-0")))
    for await _ in listener.wakeUps { break }
    let taken = try box.store().fetch(.responses(app: "mail")).map(\.response)
    #expect(taken.map(\.actionIdentifier) == ["archive"])
    #expect(answers(box).isEmpty)
  }

  @Test("An app in the foreground is left alone: neither banner nor sound")
  func foreground() async throws {
    try await deliver(toForegroundThatAnswers: true) { box, server in
      let record = try box.outcome(of: "a")
      #expect(record.sound == .init("withheld", reason: "foreground"))
      #expect(try server.notifications().isEmpty)
    }
  }

  @Test("An app in the foreground that does not answer is shown and heard")
  func silentForeground() async throws {
    try await deliver(toForegroundThatAnswers: false) { box, server in
      try box.eventually("it is heard") { try box.record("a")?.sound.code == "played" }
      #expect(try server.notifications().count == 1)
    }
  }

  /// Delivers to an app in the foreground that wants nothing shown, if it answers at all.
  private func deliver(
    toForegroundThatAnswers answers: Bool, _ check: (Box, ScriptedServer) throws -> Void
  ) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try mailBox(bus.environment)
    let listener = try AppListener(app: "mail", in: box.stateFolder, isForeground: true)
    defer { withExtendedLifetime(listener) {} }
    let store = try box.store()
    // Not on the threads of all tests, which those that wait may hold for longer than an app may think.
    let answering = Task(executorPreference: QueueExecutor(label: "test")) {
      for await _ in listener.wakeUps where answers {
        for question in try store.fetch(.questions(app: "mail")) {
          try store.apply(.answered(question: question.number, options: 0))
        }
      }
    }
    defer { answering.cancel() }
    _ = try box.run(
      "notify", "--app", "mail", "--id", "a", "--title", "Letter", "--sound", "ping")
    try check(box, server)
  }

  @Test(
    "The user is asked about a new app once; what has waited is delivered by the answer",
    arguments: [("action-0", true), ("action-1", false)])
  func question(key: String, isAllowed: Bool) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try Box(configuration: "", environment: bus.environment)
    try box.start("--null-audio")
    for identifier in ["a", "b"] {
      _ = try box.run(
        "notify", "--app", "news", "--id", identifier, "--title", "News", "--sound", "ping")
    }
    try await server.wait("the question") { $0.contains { $0.call == "Notify" } }
    try box.eventually("both wait") {
      try box.store().fetch(.held()).map(\.identifier) == ["a", "b"]
    }
    #expect(try box.store().fetch(.delivered()).isEmpty, "they are not delivered yet")
    #expect(
      try server.notifications().map(\.summary) == ["“news” would like to send you notifications"])
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string(key)))
    try box.eventually("the answer is kept") {
      try box.store().profile(of: "news").storedSettings?.permissions.authorization
        == (isAllowed ? .authorized : .denied)
    }
    guard isAllowed else {
      try box.eventually("it is listed") {
        try box.record("a")?.sound == .init("withheld", reason: "not-authorized")
      }
      return
    }
    try box.eventually("it has sounded") { try box.record("a")?.sound.code == "played" }
    try await server.wait("the banners") { $0.count { $0.call == "Notify" } == 3 }
    _ = try box.run("notify", "--app", "news", "--id", "c", "--title", "More")
    #expect(try box.outcome(of: "c").banner.code == "shown")
    #expect(try server.notifications().count == 4)
  }

  @Test(
    "A notification waits for the user's answer over a restart, which asks again",
    arguments: [true, false])
  func restartedQuestion(isPlanned: Bool) async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try Box(configuration: "", environment: bus.environment)
    let daemon = try box.start("--null-audio")
    _ = try box.run(
      "notify", "--app", "news", "--id", "fire", "--title", "Fire", "--sound", "ping")
    try await server.wait("the question") { $0.contains { $0.call == "Notify" } }
    try box.eventually("its delivery has ended") {
      try box.store().fetch(.pending(app: "news")).isEmpty
    }
    if isPlanned {
      #expect(daemon.terminate() == .exited(0))
      try await server.wait("the question is taken down") {
        $0.contains { $0.call == "CloseNotification" }
      }
    } else {
      daemon.kill()
    }
    try box.start("--null-audio")
    try await server.wait("it is asked again") { $0.count { $0.call == "Notify" } == 2 }
    let question = "“news” would like to send you notifications"
    #expect(try server.notifications().map(\.summary) == [question, question])
    // Of a process that has ended.
    try await server.order(.emit("ActionInvoked", "us", .number(1), .string("action-1")))
    try await server.order(.emit("ActionInvoked", "us", .number(2), .string("action-0")))
    try box.eventually("it has sounded: \(box.log)") {
      try box.record("fire")?.sound.code == "played"
    }
    try await server.wait("its banner") { $0.count { $0.call == "Notify" } == 3 }
    #expect(try server.notifications().last?.summary == "Fire")
    try box.eventually("nothing waits any more") { try box.store().fetch(.held()).isEmpty }
  }

  @Test("Of thirty new apps, three questions are on the screen at a time; each is asked once")
  func manyQuestions() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try Box(configuration: "", environment: bus.environment)
    try box.start("--null-audio")
    for number in 0..<30 {
      _ = try box.run("notify", "--app", "app-\(number)", "--id", "a", "--title", "News")
    }
    try box.eventually("all wait") { try box.store().fetch(.held()).count == 30 }
    for answered in 0..<30 {
      let expected = min(30, answered + 3)
      try await server.wait("question \(expected)") {
        $0.count { $0.call == "Notify" } == expected
      }
      // The prompts have the first numbers, as no other banner is shown.
      try await server.order(
        .emit("ActionInvoked", "us", .number(answered + 1), .string("action-1")))
      try box.eventually("the answer is kept") {
        try box.store().read(.profiles).values.count {
          $0.storedSettings?.permissions.authorization == .denied
        } == answered + 1
      }
    }
    let titles = try server.notifications().map(\.summary)
    #expect(Set(titles).count == 30 && titles.count == 30)
  }

  @Test("A notification server that hangs delays no sound and no later notification")
  func hangingServer() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try mailBox(bus.environment)
    try await server.order(.answer("Notify", .hang))
    for identifier in ["a", "b"] {
      _ = try box.run(
        "notify", "--app", "mail", "--id", identifier, "--title", "Letter", "--sound", "ping")
    }
    try box.eventually("the sounds end first") {
      try ["a", "b"].allSatisfy { try box.record($0)?.sound.code != "begun" }
    }
    for identifier in ["a", "b"] {
      #expect(try box.outcome(of: identifier).banner.code == "not-shown")
    }
  }
}

extension JSONDecoder {
  fileprivate static var iso8601: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}
