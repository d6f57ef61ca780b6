import Foundation
import LinuxProcess
import NotificationTypes
import RemoteNotifications
import Synchronization
import TestSupport
import Testing

@testable import NotificationScheduling
@testable import NotificationStorage
@testable import RemoteReceiving

/// A box that listens to topics, with a store of its own, in this process.
private final class Listener {
  let schedule: NotificationSchedule
  private let folder: TemporaryFolder
  private let lines = LinesBox()
  private(set) var receiver: NtfyReceiver?
  private let patience: Duration
  private let limits: NtfyBudget.Limits

  init(
    clock: any SchedulingClock = SystemClock(), patience: Duration = .seconds(60),
    limits: NtfyBudget.Limits = NtfyBudget.Limits()
  ) throws {
    folder = try TemporaryFolder()
    self.patience = patience
    self.limits = limits
    schedule = NotificationSchedule(
      store: try NotificationStore(folder: StoreFolder(path: folder.url.path)), clock: clock)
  }

  deinit { receiver?.stop() }

  var counts: ReceiverCounts { receiver?.counts ?? ReceiverCounts() }
  var log: [String] { lines.all.map(\.message) }

  static func topic(
    _ server: NtfyServer, _ name: String, _ change: (inout NtfySubscription) -> Void = { _ in }
  ) throws -> NtfySubscription {
    var own = try NtfySubscription(address: server.url + "/" + name)
    change(&own)
    return own
  }

  /// Listens, and has heard that the server does.
  func turnOn(_ topics: NtfySubscription...) async throws {
    let count = listening
    let receiver = NtfyReceiver(
      schedule: schedule, patience: patience, limits: limits, log: { [lines] in lines.append($0) })
    self.receiver = receiver
    receiver.set(topics)
    try await eventually("it listens") { listening > count }
  }

  var listening: Int { log.count { $0.hasPrefix("listens to") } }

  func turnOff() {
    receiver?.stop()
    receiver = nil
  }

  /// The bytes of the store's files.
  func storeSize() throws -> Int {
    try FileManager.default.contentsOfDirectory(
      at: folder.url, includingPropertiesForKeys: [.fileSizeKey]
    ).reduce(0) { try $0 + ($1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
  }

  func bodies(_ topic: NtfySubscription) throws -> [String] {
    try schedule.store.texts(
      "SELECT json_extract(content, '$.body') FROM request WHERE app = '\(topic.app)' ORDER BY sequence"
    )
  }
}

@Suite("Topics of ntfy servers", .serialized, .timeLimit(.minutes(20)))
struct NtfyReceiverTests {
  @Test("A message is a notification, with the sound of its topic and priority")
  func messages() async throws {
    let server = try NtfyServer()
    let box = try Listener()
    let backups = try Listener.topic(server, "backups") { $0.sound = "chime" }
    let door = try Listener.topic(server, "door") {
      $0.sound = "ding-dong"
      $0.sounds = ["5": "klaxon"]
    }
    try server.publish("backups", "from before")
    try await box.turnOn(backups, door)
    try server.publish("backups", "Disk full", ["title": "NAS", "tags": ["warning", "zfs"]])
    try server.publish("door", "Somebody rings", ["priority": 5])
    let last = try server.publish("backups", "Done", ["priority": 1])
    try await eventually("they come") { box.counts.taken == 3 }
    let pending = try box.schedule.pending(app: backups.app).map(\.request)
    let full = try #require(pending.first { $0.content.body == "Disk full" })
    #expect(pending.count == 2 && full.trigger == .push)
    #expect(full.content.title == "⚠️ NAS" && full.content.subtitle == "zfs")
    #expect(full.content.sound?.name == "chime")
    let done = try #require(pending.first { $0.identifier == last })
    #expect(done.content.sound == nil && done.content.interruptionLevel == .passive)
    let rings = try #require(try box.schedule.pending(app: door.app).first?.request)
    #expect(rings.content.sound?.name == "klaxon" && rings.content.interruptionLevel == .critical)
    // Both share a connection.
    #expect(try server.requests() == ["/backups,door/json"])
  }

  @Test("What came while the box was off comes once, the delayed message too")
  func catchUp() async throws {
    let server = try NtfyServer()
    let box = try Listener()
    let topic = try Listener.topic(server, "backups")
    let now = Int(Date().timeIntervalSince1970)
    try await box.turnOn(topic)
    // It is written down before all that follows, and published when the box is off.
    try server.publish("backups", "delayed", ["time": now + 1_000])
    try server.publish("backups", "1")
    try await eventually("it comes") { box.counts.taken == 1 }
    box.turnOff()
    try server.order(["at": now + 1_100])
    for number in 2...20 { try server.publish("backups", "\(number)") }
    try server.publish("backups", "from the day before", ["time": now - 86_400])
    try await box.turnOn(topic)
    try await eventually("the rest comes") { try box.bodies(topic).count == 21 }
    #expect(try box.bodies(topic) == ["1", "delayed"] + (2...20).map(String.init))
    box.turnOff()
    // Again all of the overlap is sent, and nothing of it comes twice.
    try await box.turnOn(topic)
    try server.publish("backups", "21")
    // All that was sent again has come before it.
    try await eventually("it comes") { box.counts.taken == 1 }
    #expect(try box.bodies(topic).count == 22)
    #expect(box.counts.repeated == 20)
  }

  @Test(
    "A message that is cleared or deleted leaves requests and the list, and no other one does",
    arguments: ["message_clear", "message_delete"])
  func withdrawn(event: String) async throws {
    let server = try NtfyServer()
    let box = try Listener()
    let topic = try Listener.topic(server, "backups")
    try await box.turnOn(topic)
    let failed = try server.publish("backups", "failed")
    try server.publish("backups", "full", ["sequence_id": "disk"])
    try server.publish("backups", "other")
    try await eventually("they come") { box.counts.taken == 3 }
    // One of them was shown already.
    let moment = box.schedule.clock.now
    let query = WaitingQuery(moment: moment, app: topic.app, limit: 9)
    let lists: [WaitingList] = try box.schedule.store.read(.waiting(query))
    let shown = try #require(lists.flatMap(\.requests).first { $0.identifier == failed })
    try box.schedule.store.apply(.listed(shown, at: moment.wall))
    #expect(try box.schedule.store.fetch(.delivered(app: topic.app)).count == 1)
    for name in [failed, "disk", "unknown"] {
      try server.publish("backups", "", ["event": event, "sequence_id": name])
    }
    try await eventually("they are withdrawn") { box.counts.taken == 6 }
    #expect(try box.bodies(topic) == ["other"])
    #expect(try box.schedule.store.fetch(.delivered(app: topic.app)).isEmpty)
  }

  @Test("What was deleted while the box was off is not taken, and what was sent again after it is")
  func deletedMeanwhile() async throws {
    let server = try NtfyServer()
    let box = try Listener()
    let topic = try Listener.topic(server, "backups")
    try await box.turnOn(topic)
    box.turnOff()
    func delete(_ name: String) throws {
      try server.publish("backups", "", ["event": "message_delete", "sequence_id": name])
    }
    try delete(server.publish("backups", "failed", ["priority": 5]))
    try server.publish("backups", "full", ["sequence_id": "disk"])
    try delete("disk")
    try server.publish("backups", "full again", ["sequence_id": "disk"])
    try await box.turnOn(topic)
    try await eventually("all is looked at") { box.counts.withdrawn == 2 && box.counts.taken == 3 }
    #expect(try box.bodies(topic) == ["full again"])
    box.turnOff()
    // The deletion is sent again, and was for an earlier message.
    try await box.turnOn(topic)
    try await eventually("all is known") { box.counts.repeated == 5 }
    #expect(try box.bodies(topic) == ["full again"])
  }

  @Test("Expiry goes by the server's time, whatever the box's clock says")
  func expiry() async throws {
    let server = try NtfyServer()
    for error in [-400_000.0, 400_000] {
      let box = try Listener(clock: WrongClock(error: error))
      let topic = try Listener.topic(server, "door\(Int(abs(error + 1)))") { $0.maximumAge = 300 }
      try await box.turnOn(topic)
      box.turnOff()
      let now = Int(Date().timeIntervalSince1970)
      // The server's time, as the box first heard of it, is the start of all.
      try server.publish(topic.topic, "over", ["time": now + 5, "expires": now + 6])
      try server.publish(topic.topic, "wanted", ["time": now + 5, "expires": now + 90_000])
      try server.order(["at": now + 200])
      try await box.turnOn(topic)
      try await eventually("both are looked at") { box.counts.taken + box.counts.expired == 2 }
      #expect(try box.bodies(topic) == ["wanted"])
      box.turnOff()
      try server.publish(topic.topic, "too old", ["time": now + 6, "expires": now + 90_000])
      try server.order(["at": now + 500])
      try await box.turnOn(topic)
      try await eventually("it is looked at") { box.counts.expired == 1 }
      #expect(try box.bodies(topic) == ["wanted"])
      try server.order(["at": now])
    }
  }

  @Test("A server whose clock goes back is asked again")
  func clockGoesBack() async throws {
    let server = try NtfyServer()
    let box = try Listener()
    let topic = try Listener.topic(server, "backups")
    let now = Int(Date().timeIntervalSince1970)
    try server.order(["at": now + 50_000])
    try await box.turnOn(topic)
    try server.publish("backups", "from the future")
    try await eventually("it comes") { box.counts.taken == 1 }
    box.turnOff()
    try server.order(["at": now])
    // It came while the box was off, after the clock was set.
    try server.publish("backups", "later", ["time": now - 30])
    try await box.turnOn(topic)
    try await eventually("what came since is taken") { try box.bodies(topic).contains("later") }
    #expect(try box.bodies(topic) == ["from the future", "later"])
    #expect(box.log.contains { $0.hasPrefix("the clock of") })
  }

  @Test("A store that cannot be written loses nothing")
  func failingStore() async throws {
    let server = try NtfyServer()
    let box = try Listener()
    let topic = try Listener.topic(server, "backups")
    try await box.turnOn(topic)
    try box.schedule.store.execute(
      "CREATE TRIGGER no BEFORE INSERT ON request BEGIN SELECT raise(ABORT, 'no'); END")
    try server.publish("backups", "1")
    try server.publish("backups", "2")
    try await eventually("it fails") { box.log.contains { $0.contains("waits") } }
    #expect(box.counts.taken == 0)
    try box.schedule.store.execute("DROP TRIGGER no")
    try await eventually("they come") { try box.bodies(topic) == ["1", "2"] }
  }

  @Test("Who may not listen is told so, and tokens and passwords are sent")
  func credentials() async throws {
    let server = try NtfyServer()
    let box = try Listener()
    let shut = try Listener.topic(server, "guarded-1")
    let receiver = NtfyReceiver(schedule: box.schedule, log: { _ in })
    receiver.set([shut])
    try await eventually("it is refused") {
      try box.schedule.store.read(.note(RemoteReceiver.ntfyNote(shut.server)))?.contains(
        "forbidden")
        ?? false
    }
    receiver.stop()
    let token = try Listener.topic(server, "guarded-2") { $0.token = "tk_right" }
    let user = try Listener.topic(server, "guarded-3") {
      ($0.user, $0.password) = ("me", "pass word")
    }
    try await box.turnOn(token, user)
    try await eventually("both listen") { box.listening == 2 }
    try server.publish("guarded-2", "by token")
    try server.publish("guarded-3", "by password")
    try await eventually("they come") { box.counts.taken == 2 }
  }

  @Test(
    "A redirect is not followed, so no other server gets the token, and no file is read",
    arguments: ["other server", "file", "another path"])
  func redirects(target: String) async throws {
    let (server, other) = (try NtfyServer(), try NtfyServer())
    let box = try Listener()
    let message = #"{"id":"a","time":1,"event":"message","topic":"guarded"}"# + "\n"
    let folder = try TemporaryFolder()
    try folder.write(Array(message.utf8), to: "message")
    let address =
      switch target {
      case "file": "file://" + folder.path("message")
      case "other server": other.url + "/guarded/json"
      default: server.url + "/elsewhere/json"
      }
    try server.order(["redirect": address])
    let topic = try Listener.topic(server, "guarded") { $0.token = "tk_right" }
    let receiver = NtfyReceiver(schedule: box.schedule, log: { _ in })
    defer { receiver.stop() }
    receiver.set([topic])
    // It has asked again after the answer, so whatever follows from the first one has followed.
    try await eventually("it asks again") { try server.requests().count >= 2 }
    #expect(try Set(server.requests()) == ["/guarded/json"])
    #expect(try other.requests().isEmpty)
    #expect(receiver.counts == ReceiverCounts())
    let note = try box.schedule.store.read(.note(RemoteReceiver.ntfyNote(topic.server)))
    #expect(note?.contains("status 302") == true, "\(note ?? "")")
  }

  @Test("A certificate must be right: of one that was given, and for that host")
  func certificates() async throws {
    let server = try NtfyServer(isSecure: true)
    let pem = try String(contentsOfFile: server.certificate, encoding: .utf8)
    let box = try Listener()
    let unknown = try Listener.topic(server, "backups")
    let foreign = try Listener.topic(server, "backups") {
      $0.server = "https://127.0.0.1:\(server.port)"
      $0.ca = pem
    }
    for topic in [unknown, foreign] {
      let receiver = NtfyReceiver(schedule: box.schedule, log: { _ in })
      receiver.set([topic])
      try await eventually("it is not trusted") {
        try box.schedule.store.read(.note(RemoteReceiver.ntfyNote(topic.server)))?
          .localizedCaseInsensitiveContains("ssl") ?? false
      }
      receiver.stop()
    }
    #expect(try server.requests().isEmpty)
    let known = try Listener.topic(server, "backups") { $0.ca = pem }
    try await box.turnOn(known)
    try server.publish("backups", "trusted")
    try await eventually("it comes") { box.counts.taken == 1 }
  }

  @Test("Lines that are no events are dropped, and a silent server is left")
  func badServers() async throws {
    let server = try NtfyServer()
    let box = try Listener(patience: .seconds(15))
    let topic = try Listener.topic(server, "backups")
    try await box.turnOn(topic)
    let tooLong = String(repeating: "x", count: (1 << 15) + 1)
    for raw in ["nonsense", tooLong, "{}"] {
      try server.order(["raw": raw])
    }
    try server.order(["raw": #"{"id":"a","time":1,"event":"message","topic":"other"}"#])
    try server.publish("backups", "1")
    try await eventually("it comes") { box.counts.taken == 1 }
    #expect(box.counts.refused == 4)
    #expect(box.log.contains { $0.contains("it has 32769 bytes; the maximum is 32768") })
    let count = box.listening
    server.stop(true)
    try await eventually("it is left") { box.log.contains { $0.contains("nothing was heard") } }
    server.stop(false)
    try await eventually("it is asked again") { box.listening > count }
  }

  @Test("A flood on one topic is cut off, counted and reported, and the other topic goes on")
  func flood() async throws {
    let server = try NtfyServer()
    let box = try Listener()
    let door = try Listener.topic(server, "door")
    let backups = try Listener.topic(server, "backups")
    try await box.turnOn(door, backups)
    let begin = ContinuousClock.now
    for (count, size) in [(3_000, 5_000), (200, 240_000), (3_000, 10)] {
      try server.order(["flood": count, "topic": "door", "size": size])
    }
    try server.publish("backups", "Disk full")
    try await eventually("the other topic's comes") { try box.bodies(backups) == ["Disk full"] }
    // The last one is in the store a moment before it is counted.
    try await eventually("all are counted") { box.counts.taken + box.counts.limited >= 6_001 }
    let counts = box.counts
    // Those of 240 KB are too long for a message.
    #expect(counts.refused == 200)
    #expect(counts.taken + counts.limited == 6_001)
    // What fits at once, what the time of the flood adds, and the other topic's.
    let minutes = (ContinuousClock.now - begin) / .seconds(60)
    #expect(counts.taken >= 700 && Double(counts.taken) <= 1_001 + 60 * minutes, "\(counts)")
    let size = try box.storeSize()
    #expect(size < 16 << 20, "\(size) bytes")
    // On a busy machine the flood can pause for long enough that the topic is let in again.
    let reports = box.log.filter { $0.hasPrefix("topic door of") }
    let begins = reports.count { $0.contains("sends more than") }
    let ends = reports.count { $0.contains("sends less again") }
    #expect(begins >= 1 && (0...1).contains(begins - ends), "\(reports)")
    let note = try box.schedule.store.read(.note(RemoteReceiver.ntfyNote(door.server)))
    #expect(note?.contains("dropped because there were too many: door: ") == true, "\(note ?? "")")
  }

  @Test("A topic that sends less again is reported, with the number of dropped messages")
  func afterFlood() async throws {
    let server = try NtfyServer()
    let limits = NtfyBudget.Limits(
      messages: 5, bytes: 1 << 20, messagesPerMinute: 600, bytesPerMinute: 1 << 16)
    let box = try Listener(limits: limits)
    let door = try Listener.topic(server, "door")
    try await box.turnOn(door)
    try server.order(["flood": 2_000, "topic": "door", "size": 10])
    try await eventually("it is over") {
      box.log.contains { $0.contains("sends less again; messages dropped so far: ") }
    }
    #expect(box.counts.taken + box.counts.limited == 2_000)
    try await eventually("the state says how many") {
      try box.schedule.store.read(.note(RemoteReceiver.ntfyNote(door.server)))?
        .hasSuffix("door: \(box.counts.limited)") ?? false
    }
  }

  @Test("Server and box are killed under load: nothing is lost, and nothing comes twice")
  func kills() async throws {
    let server = try NtfyServer()
    let user = try RemoteUser()
    let schedule = try user.schedule()
    try schedule.store.execute(
      """
      CREATE TABLE test_journal (app TEXT, identifier TEXT);
      CREATE TRIGGER test_note AFTER INSERT ON request BEGIN
        INSERT INTO test_journal VALUES (new.app, new.identifier);
      END;
      """)
    #expect(try user.tocsinctl("remote", "ntfy", "add", server.url + "/backups").status == 0)
    let app = try Listener.topic(server, "backups").app
    var box = try user.start("tocsin-remote")
    try await eventually("it listens") {
      try schedule.store.read(.note(RemoteReceiver.ntfyNote(server.url)))?.hasSuffix("connected")
        ?? false
    }
    var published: [String] = []
    for round in 0..<20 {
      for _ in 0..<25 { published.append(try server.publish("backups", "\(published.count)")) }
      if round % 2 == 0 {
        box.kill()
        for _ in 0..<5 { published.append(try server.publish("backups", "\(published.count)")) }
        box = try user.start("tocsin-remote")
      } else {
        server.kill9()
        try server.start()
      }
    }
    let journal = "SELECT identifier FROM test_journal WHERE app = '\(app)' ORDER BY rowid"
    try await eventually("all come") { try schedule.store.texts(journal).count >= published.count }
    #expect(try schedule.store.texts(journal).sorted() == published.sorted())
    #expect(box.terminate() == .exited(0))
  }

  @Test("From the command line to a notification that rings")
  func wholeWay() async throws {
    let server = try NtfyServer()
    let user = try RemoteUser()
    let folder = StoreFolder.standard(environment: user.environment)
    let remote = try user.start("tocsin-remote")
    let daemon = try user.start("tocsind")
    try await eventually("it runs") {
      AppPresence.current(of: "tocsin-remote", in: folder) != .absent
    }
    #expect(try !Self.hasCurl(remote), "what nobody needs is not loaded")
    try user.folder.write(Array("tk_right\n".utf8), to: "token")
    let address = server.url + "/guarded"
    let added = try user.tocsinctl(
      "remote", "ntfy", "add", address, "--token-file", user.folder.path("token"), "--sound",
      "default", "--priority-sound", "5=default", "--critical")
    #expect(added.status == 0, "\(added.errors)")
    try await eventually("it listens") {
      try user.tocsinctl("remote", "ntfy", "list").text.contains("connected")
    }
    #expect(try Self.hasCurl(remote))
    #expect(try !user.tocsinctl("remote", "ntfy", "list", "--json").text.contains("tk_right"))
    try server.publish("guarded", "Tea is ready", ["priority": 5])
    let schedule = try user.schedule()
    let app = try Listener.topic(server, "guarded").app
    try await eventually("it is delivered") {
      try schedule.store.fetch(.delivered(app: app)).first?.record?.sound.code == "played"
    }
    #expect(try user.tocsinctl("remote", "ntfy", "remove", address).status == 0)
    #expect(try user.tocsinctl("remote", "ntfy", "remove", address).status == 1)
    for wrong in ["ftp://a/b", server.url] {
      #expect(try user.tocsinctl("remote", "ntfy", "add", wrong).status == 1)
    }
    #expect(
      try user.tocsinctl("remote", "ntfy", "add", address, "--priority-sound", "6=a").status == 2)
    for process in [remote, daemon] {
      #expect(process.terminate() == .exited(0))
    }
  }

  @Test("Tokens are in files that only their owner may read, whatever umask and modes there were")
  func modes() throws {
    let user = try RemoteUser()
    let folder = StoreFolder.standard(environment: user.environment)
    let program = try Tool.built("tocsinctl").path
    try user.folder.write(Array("tk_right\n".utf8), to: "token")
    let enrolment = RemoteEnrolment(
      name: "kitchen", device: Engine.device, engine: ["tls://localhost:1"],
      deviceKey: String(repeating: "0f", count: 32))
    try user.folder.write(Array(try JSONEncoder().encode(enrolment)), to: "enrol")
    for number in 1...2 {
      for arguments in [
        ["ntfy", "add", "http://localhost:1/\(number)", "--token-file", user.folder.path("token")],
        ["enrol", user.folder.path("enrol")],
      ] {
        let result = try Tool("sh").run(
          ["-c", "umask 0; exec \"$@\"", "sh", program, "remote"] + arguments,
          environment: user.environment)
        #expect(result.status == 0, "\(result.errors)")
      }
      for path in [folder.ntfy, folder.enrolment] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600, "\(path)")
        // The second time, there is one that others may read.
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
      }
    }
  }

  private static func hasCurl(_ process: RunningTool) throws -> Bool {
    // The kernel hands such a file out a page at a time.
    let file = try #require(FileHandle(forReadingAtPath: "/proc/\(process.processIdentifier)/maps"))
    return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).contains("libcurl")
  }
}
