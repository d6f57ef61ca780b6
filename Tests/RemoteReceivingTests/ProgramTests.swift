import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import RemoteNotifications
import Synchronization
import TestSupport
import Testing

@Suite("The programs of a box", .serialized, .timeLimit(.minutes(20)))
struct ProgramTests {
  private static let token = String(repeating: "5e", count: 32)

  @Test("From the enrolment to a notification that rings, and a script that is woken")
  func wholeWay() async throws {
    let engine = try Engine(.debian)
    let gateway = try TestGateway(engine)
    try gateway.makeStream()
    let user = try RemoteUser()
    #expect(try user.tocsinctl("remote", "status").errors.contains("is not enrolled"))
    #expect(try user.tocsinctl("remote", "token", TestBox.kitchen).status == 1)
    // It waits for the enrolment.
    let remote = try user.start("tocsin-remote")
    let daemon = try user.start("tocsind")
    let folder = StoreFolder.standard(environment: user.environment)
    try await eventually("it runs") {
      AppPresence.current(of: "tocsin-remote", in: folder) != .absent
    }
    try user.enrol(engine)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/remote.json")[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
    let script =
      "cat > \(user.folder.path("woken")); echo $TOCSIN_APP $TOCSIN_PUSH >> \(user.folder.path("woken"))"
    #expect(
      try user.tocsinctl(
        "app", "register", TestBox.kitchen, "--exec", "sh", "--exec", "-c", "--exec", script
      ).status == 0)
    // Nobody answers for tokens yet.
    let early = try user.tocsinctl("remote", "token", TestBox.kitchen, "--wait", "0.2")
    #expect(early.status == 1 && early.errors.contains("has not answered yet"))
    gateway.desk.answers.withLock { $0[TestBox.kitchen] = TokenReply(token: Self.token) }
    try gateway.answerDevices()
    let late = try user.tocsinctl("remote", "token", TestBox.kitchen, "--wait", "120")
    #expect(late.text == Self.token + "\n", "\(late.errors)")

    #expect(gateway.push(try gateway.envelope(TestBox.kitchen, "1", alert: "Tea is ready")))
    let schedule = try user.schedule()
    try await eventually("it is delivered") {
      try schedule.store.fetch(.delivered(app: TestBox.kitchen)).first?.record?.sound.code
        == "played"
    }
    let delivered = try #require(try schedule.store.fetch(.delivered(app: TestBox.kitchen)).first)
    #expect(delivered.request.identifier == "1" && delivered.request.trigger == .push)
    #expect(delivered.request.content.body == "Tea is ready")

    // One with the same collapse identifier takes the place of what was delivered.
    for text in ["first", "second"] {
      #expect(gateway.push(try gateway.envelope(TestBox.kitchen, text, collapse: "door")))
      try await eventually("it is delivered") {
        try schedule.store.fetch(.delivered(app: TestBox.kitchen))
          .first { $0.request.identifier == "door" }?.request.content.body == text
      }
    }
    #expect(try schedule.store.fetch(.delivered(app: TestBox.kitchen)).count == 2)

    // What is for the app alone starts its command, and nothing else.
    let background = try gateway.envelope(
      TestBox.kitchen, "2", type: .background,
      payload: #"{"aps":{"content-available":1},"order":7}"#)
    #expect(gateway.push(background))
    try await eventually("the script is run, and the message is gone") {
      let isRun = FileManager.default.fileExists(atPath: user.folder.path("woken"))
      let isGone = try schedule.store.fetch(.remoteMessages()).isEmpty
      return isRun && isGone
    }
    let lines = String(decoding: try user.folder.bytes(of: "woken"), as: UTF8.self).split(
      separator: "\n")
    #expect(lines.last == "org.example.kitchen 2")
    let message = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
    #expect((message?["userInfo"] as? [String: Any])?["order"] as? Int == 7)
    #expect(try schedule.store.fetch(.delivered(app: TestBox.kitchen)).count == 2)

    let status = try user.tocsinctl("remote", "status")
    #expect(status.text.contains("connected to nats://127.0.0.1"))
    #expect(!status.text.contains("secret") && status.text.contains("5e5e5e5e…"))
    #expect(try user.tocsinctl("remote", "leave").status == 0)
    #expect(
      try schedule.store.profile(of: TestBox.kitchen).remote
        == RemoteRegistration(topic: TestBox.kitchen))
    for process in [remote, daemon] {
      #expect(process.terminate() == .exited(0))
    }
  }

  @Test(
    "A log that cannot be written does not end the receiver, which ends as it is asked to",
    arguments: ["2> /dev/full", "2>&-", "2> >(:)"])
  func log(redirection: String) async throws {
    let user = try RemoteUser()
    let program = try Tool.built("tocsin-remote").path
    let remote = try Tool("bash").start(
      ["-c", "exec \"$0\" \(redirection)", program], environment: user.environment)
    // It handles the signal as soon as it waits for it.
    let status = "/proc/\(remote.processIdentifier)/status"
    try await eventually("it waits for its end") {
      let text = try? String(contentsOfFile: status, encoding: .utf8)
      let line = text?.split(separator: "\n").first { $0.hasPrefix("SigCgt:\t") }
      let handled = line.flatMap { UInt64($0.dropFirst(8), radix: 16) } ?? 0
      return handled & 1 << 14 != 0 || !remote.isRunning
    }
    #expect(remote.terminate() == .exited(0))
  }

  @Test("A second one leaves, and files that are no enrolments are refused")
  func refusals() async throws {
    let user = try RemoteUser()
    let first = try user.start("tocsin-remote")
    let folder = StoreFolder.standard(environment: user.environment)
    try await eventually("it runs") {
      AppPresence.current(of: "tocsin-remote", in: folder) != .absent
    }
    let second = try user.start("tocsin-remote")
    #expect(second.waitUntilExit() == .exited(75))
    try user.folder.write(Array("{}".utf8), to: "none.enrol")
    let result = try user.tocsinctl("remote", "enrol", user.folder.path("none.enrol"))
    #expect(result.status == 1 && result.errors.contains("its version is missing"))
    #expect(try user.tocsinctl("remote", "leave").status == 1)
    #expect(first.terminate() == .exited(0))
  }

  @Test("At rest it has little of its code in memory, and takes what comes then")
  func rest() async throws {
    let engine = try Engine(.debian)
    let gateway = try TestGateway(engine)
    try gateway.makeStream()
    let user = try RemoteUser()
    try user.enrol(engine)
    let schedule = try user.schedule()
    try schedule.store.change(TestBox.kitchen) {
      $0.remote = RemoteRegistration(topic: TestBox.kitchen)
    }
    let remote = try user.start("tocsin-remote")
    try await eventually("it rests") { try Self.codeInMemory(remote) < 8_192 }
    #expect(gateway.push(try gateway.envelope(TestBox.kitchen, "1", alert: "Tea is ready")))
    try await eventually("the push is taken") {
      try schedule.store.fetch(.pending(app: TestBox.kitchen)).count == 1
    }
    try await eventually("it rests again") { try Self.codeInMemory(remote) < 8_192 }
  }

  /// In KiB: `RssFile` of proc_pid_status(5).
  private static func codeInMemory(_ process: RunningTool) throws -> Int {
    let path = "/proc/\(process.processIdentifier)/status"
    let line = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .first { $0.hasPrefix("RssFile:") }
    return try #require(
      line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
  }
}
