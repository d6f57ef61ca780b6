import Foundation
import NotificationTypes
import RemoteNotifications
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage

@Suite("Service extensions on their whole way", .serialized, .timeLimit(.minutes(20)))
struct ExtensionProgramTests {
  /// It notes its process, kills the one that runs it so many times, and then answers.
  private static let script = """
    import json, os, signal, sys, time
    request = json.load(sys.stdin)
    with open(HERE + "/begun", "a") as file: file.write(str(os.getpid()) + "\\n")
    if len(open(HERE + "/begun").readlines()) <= int(open(HERE + "/kills").read()):
      os.kill(os.getppid(), signal.SIGKILL)
      time.sleep(1000)
    content = request["content"]
    content["title"] = "From " + request["app"]
    json.dump(content, sys.stdout)
    """

  /// Insertions of requests, in a table of the test's own.
  private static let journal = """
    CREATE TABLE test_journal (identifier TEXT);
    CREATE TRIGGER test_note AFTER INSERT ON request BEGIN
      INSERT INTO test_journal VALUES (new.identifier);
    END;
    """

  private static let payload =
    #"{"aps":{"alert":{"title":"Hello","body":"x"},"mutable-content":1}}"#

  private func enrolled(
    _ engine: Engine, with script: String = Self.script
  ) throws -> (RemoteUser, NotificationSchedule) {
    let user = try RemoteUser()
    let schedule = try user.schedule()
    try schedule.store.execute(Self.journal)
    for app in [TestBox.kitchen, TestBox.door] {
      try schedule.store.change(app) { $0.remote = RemoteRegistration(topic: app) }
    }
    let script = try ExtensionBench.write(script, as: "extension", in: user.folder)
    let result = try user.tocsinctl(
      "app", "register", TestBox.kitchen, "--service-extension", script)
    try #require(result.status == 0, "\(result.errors)")
    try user.enrol(engine)
    return (user, schedule)
  }

  private func processes(_ user: RemoteUser) -> [Int32] {
    let text = try? String(contentsOfFile: user.folder.path("begun"), encoding: .utf8)
    return text?.split(separator: "\n").compactMap { Int32($0) } ?? []
  }

  @Test(
    "Killed in the middle: the extension is repeated, the notification is there once",
    arguments: Engine.Version.allCases, [1, 2, 3])
  func killed(version: Engine.Version, kills: Int) async throws {
    let engine = try Engine(version)
    let gateway = try TestGateway(engine)
    try gateway.makeStream()
    let (user, schedule) = try enrolled(engine)
    #expect(gateway.push(try gateway.envelope(TestBox.kitchen, "1", payload: Self.payload)))
    try user.folder.write(Array("\(kills)".utf8), to: "kills")
    for number in 1...kills {
      let remote = try user.start("tocsin-remote")
      try await eventually("it is killed") { !remote.isRunning }
      #expect(remote.waitUntilExit() == .killed(SIGKILL))
      #expect(processes(user).count == number)
      try await eventually("the extension goes with it") {
        !processes(user).contains(where: isAlive)
      }
      #expect(try schedule.pending().isEmpty)
    }
    let remote = try user.start("tocsin-remote")
    try await eventually("it is due") { try !schedule.pending().isEmpty }
    // The engine still has it: it does not come again.
    #expect(gateway.push(try gateway.envelope(TestBox.door, "2", payload: Self.payload)))
    try await eventually("another one is due") { try schedule.pending().count == 2 }
    #expect(
      try schedule.store.texts("SELECT identifier FROM test_journal ORDER BY rowid") == ["1", "2"])
    let request = try #require(try schedule.pending(app: TestBox.kitchen).first?.request)
    // After three starts that came to nothing, it is delivered as it came.
    #expect(request.content.title == (kills < 3 ? "From org.example.kitchen" : "Hello"))
    #expect(processes(user).count == min(kills + 1, 3))
    #expect(remote.terminate() == .exited(0))
  }

  @Test("An extension gets no variable that the service manager gives to the service alone")
  func variables() async throws {
    let engine = try Engine(.debian)
    let gateway = try TestGateway(engine)
    try gateway.makeStream()
    let (user, schedule) = try enrolled(engine, with: "env > $HERE/seen\n")
    let own = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "JOURNAL_STREAM"]
    try user.start(
      "tocsin-remote", with: Dictionary(uniqueKeysWithValues: own.map { ($0, "1") }))
    #expect(gateway.push(try gateway.envelope(TestBox.kitchen, "1", payload: Self.payload)))
    try await eventually("it is due") { try !schedule.pending().isEmpty }
    let lines = String(decoding: try user.folder.bytes(of: "seen"), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.contains("TOCSIN_APP=\(TestBox.kitchen)"))
    #expect(!lines.contains { line in own.contains { line.hasPrefix($0 + "=") } }, "\(lines)")
  }

  @Test("Only alerts that may be changed wait; and the status says what waits and what is missing")
  func status() async throws {
    let engine = try Engine(.debian)
    let gateway = try TestGateway(engine)
    try gateway.makeStream()
    let (user, schedule) = try enrolled(engine)
    #expect(try user.tocsinctl("remote", "status").text.contains("not known: never compared"))
    let remote = try user.start("tocsin-remote")
    let others = [
      #"{"aps":{"alert":"x"}}"#, #"{"aps":{"mutable-content":1,"sound":"chime","badge":1}}"#,
      #"{"aps":{"alert":"x","mutable-content":0}}"#,
    ]
    for (number, payload) in others.enumerated() {
      let name = "plain \(number)"
      #expect(gateway.push(try gateway.envelope(TestBox.kitchen, name, payload: payload)))
      try await eventually("it is due at once") {
        try schedule.store.read(.contains(.pending(app: TestBox.kitchen, identifier: name)))
      }
    }
    #expect(processes(user).isEmpty)
    let status = try user.tocsinctl("remote", "status").text
    #expect(status.contains("behind by      nothing: up to date\n"), "\(status)")
    #expect(!status.contains("extensions"))
    engine.kill9()
    try await eventually("the box sees it") {
      try schedule.receiverState(RemoteReceiver.statusNote)?.text == "not connected"
    }
    let off = try user.tocsinctl("remote", "status").text
    #expect(off.contains("behind by      not known; last compared 20"), "\(off)")
    try engine.start()
    try user.folder.write(Array("1".utf8), to: "kills")
    try await eventually("it is pushed") {
      gateway.push(
        try gateway.envelope(TestBox.kitchen, "1", payload: Self.payload), patience: 5_000)
    }
    try await eventually("it is killed") { !remote.isRunning }
    let dead = try user.tocsinctl("remote", "status").text
    #expect(
      dead.contains("tocsin-remote  does not run\nbehind by      not known; last "), "\(dead)")
    #expect(dead.contains("extensions     1 notification not yet changed"), "\(dead)")
    let again = try user.start("tocsin-remote")
    try await eventually("it is due") {
      try schedule.store.read(.contains(.pending(app: TestBox.kitchen, identifier: "1")))
    }
    #expect(again.terminate() == .exited(0))
  }

  @Test(
    "The status says how many pushes the box could not take, and for how long",
    arguments: Engine.Version.allCases)
  func behind(version: Engine.Version) async throws {
    let engine = try Engine(version)
    let gateway = try TestGateway(engine)
    try gateway.makeStream()
    let (user, schedule) = try enrolled(engine)
    // A store that takes no requests, as one on a full disk.
    try schedule.store.execute(
      "CREATE TRIGGER test_full BEFORE INSERT ON request BEGIN SELECT RAISE(FAIL, 'full'); END")
    let minute = gateway.now - 60_000
    #expect(gateway.push(try gateway.envelope(TestBox.kitchen, "1", received: minute)))
    #expect(gateway.push(try gateway.envelope(TestBox.door, "2")))
    let remote = try user.start("tocsin-remote")
    try await eventually("it is connected") {
      try schedule.receiverState(RemoteReceiver.statusNote)?.text.hasPrefix("connected") == true
    }
    let behind = try user.tocsinctl("remote", "status").text
    #expect(behind.contains("behind by      2 pushes, "), "\(behind)")
    let comparison = try #require(try schedule.receiverComparison())
    #expect(comparison.behind == 2 && (comparison.seconds ?? 0) >= 60)
    let json = try user.tocsinctl("remote", "status", "--json").text
    #expect(json.contains("\"behind\" : 2"), "\(json)")
    try schedule.store.execute("DROP TRIGGER test_full")
    let even = try user.tocsinctl("remote", "status").text
    #expect(even.contains("behind by      nothing: up to date\n"), "\(even)")
    #expect(try schedule.pending().count == 2)
    remote.terminate()
    let off = try user.tocsinctl("remote", "status").text
    #expect(off.contains("not known; last compared") && off.contains(": nothing: up to date\n"))
  }

  @Test("A program that cannot be run is not registered")
  func refused() throws {
    let user = try RemoteUser()
    let path = try user.folder.write([], to: "plain")
    let result = try user.tocsinctl("app", "register", "app", "--service-extension", path)
    #expect(result.status == 1 && result.errors.contains("cannot be run"))
    #expect(try user.tocsinctl("app", "register", "app", "--service-extension", "").status == 2)
    #expect(
      try user.tocsinctl(
        "app", "register", "app", "--service-extension", "jq", "--service-extension", ".content"
      ).status == 0)
    #expect(
      try user.schedule().store.profile(of: "app").registration?.serviceExtension == [
        "jq", ".content",
      ])
  }
}
