import Foundation
import Glibc
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing
import Triggers

@Suite("tocsind, the daemon", .serialized)
struct DaemonTests {
  @Test("delivers with its sound on a box that has neither a bus nor a screen")
  func headless() throws {
    // Nobody can be asked about the app there, which takes a moment to find out.
    let box = try Box(configuration: "")
    try box.start("--null-audio")
    let result = try box.run(
      "notify", "--id", "a", "--sound", "ping", "--title", "Hi", "--badge", "3")
    #expect(result.status == 0, "\(result.errors)")
    try box.eventually("it is heard") { try box.record("a")?.sound.code == "played" }
    let record = try box.outcome(of: "a")
    #expect(record.soundFile == box.folder.path("data/tocsin/sounds/ping.caf"))
    #expect(record.fallback == nil)
    #expect(record.banner.code == "not-shown")
    #expect(record.banner.reason?.hasPrefix("no session bus") == true)
    try box.eventually("the badge") { try box.store().profile(of: "tocsinctl").badge == 3 }
  }

  @Test("names its threads, for top -H and debuggers")
  func threadNames() throws {
    let box = try Box()
    let daemon = try box.start("--null-audio")
    let tasks = "/proc/\(daemon.processIdentifier)/task"
    try box.eventually("the thread of the timer") {
      try FileManager.default.contentsOfDirectory(atPath: tasks).contains {
        (try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)) == "tocsin.timer\n"
      }
    }
  }

  @Test("asks the kernel for nothing that an ordinary user may not have")
  func ordinaryRights() throws {
    // What libdispatch has to say goes to the journal otherwise.
    let box = try Box(environment: ["LIBDISPATCH_LOG": "stderr"])
    let wrapper = getuid() == 0 ? ["setpriv", "--bounding-set", "-sys_nice"] : []
    let daemon = try box.start("--null-audio", through: wrapper)
    #expect(try box.run("notify", "--id", "a", "--sound", "ping", "--title", "Hi").status == 0)
    #expect(try box.outcome(of: "a").sound.code == "played")
    daemon.terminate()
    // Its own thread for events asks once, whatever the program does.
    let complaints = box.log.split(separator: "\n").count { $0.contains("thread priority") }
    #expect(complaints <= 1, "\(box.log)")
  }

  @Test(
    "plays the default sound where the one that was asked for cannot be, and says why",
    arguments: [
      ("nonesuch", "no sound called 'nonesuch'"), ("../a", "not a plain file name"),
      ("caf-duration-ima4-30000", "must be under 30 s"),
    ])
  func fallback(name: String, reason: String) throws {
    let box = try Box()
    let own = box.folder.path("home/tocsinctl/Library/Sounds")
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    let fixtures = Box.sounds + "/../Tests/AlertSoundsTests/Fixtures/defective/"
    try FileManager.default.copyItem(
      atPath: fixtures + "caf-duration-ima4-30000.caf",
      toPath: own + "/caf-duration-ima4-30000.caf")
    try box.start("--null-audio")
    _ = try box.run("notify", "--id", "a", "--sound", name, "--title", "Hi")
    let record = try box.outcome(of: "a")
    #expect(record.sound.code == "played")
    #expect(record.soundFile?.hasSuffix("/default.caf") == true)
    #expect(record.fallback?.contains(reason) == true, "\(record.fallback ?? "")")
  }

  @Test("plays a sound whose file was removed after it had been scheduled")
  func removedSound() async throws {
    let box = try Box()
    let own = box.folder.path("home/tocsinctl/Library/Sounds")
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    let file = own + "/mine.caf"
    try FileManager.default.copyItem(atPath: Box.sounds + "/ping.caf", toPath: file)
    try box.start("--null-audio")
    _ = try box.run("schedule", "--in", "20s", "--id", "a", "--sound", "mine", "--title", "Hi")
    // The daemon does not tell when it has read the sound ahead.
    try await Task.sleep(for: .seconds(10))
    try FileManager.default.removeItem(atPath: file)
    try await box.soon("it is delivered: \(box.log)") { try box.record("a") != nil }
    let record = try box.outcome(of: "a")
    #expect(record.sound.code == "played")
    #expect(record.soundFile == file)
    #expect(record.fallback == nil)
  }

  @Test("records what cannot be heard, and works on, where there is no sound device")
  func noDevice() throws {
    let box = try Box()
    let daemon = try box.start("--device", "nonesuch")
    _ = try box.run("notify", "--id", "a", "--sound", "ping", "--title", "Hi")
    let record = try box.outcome(of: "a")
    #expect(record.sound.code == "no-device")
    #expect(record.sound.reason?.contains("'nonesuch'") == true)
    #expect(daemon.isRunning)
  }

  @Test("refuses to run twice, with status 75 and the owner's number, and leaves the first alone")
  func second() throws {
    let box = try Box()
    let first = try box.start("--null-audio")
    let result = try box.refusal("--null-audio")
    #expect(result.status == 75)
    #expect(result.errors.contains("process \(first.processIdentifier)"))
    _ = try box.run("notify", "--id", "a", "--sound", "ping", "--title", "Hi")
    #expect(try box.outcome(of: "a").sound.code == "played")
    #expect(try box.run("status").text.contains("process \(first.processIdentifier)"))
  }

  @Test("fades what sounds when it is told to end, and delivers the rest when it is back")
  func terminate() throws {
    let box = try Box()
    try box.addLongSound(to: "mail")
    let daemon = try box.start("--null-audio")
    _ = try box.run("notify", "--app", "mail", "--id", "a", "--sound", "long.wav", "--title", "Hi")
    try box.eventually("it sounds") { try box.record("a")?.soundFile != nil }
    usleep(100_000)
    #expect(daemon.terminate() == .exited(0))
    _ = try box.run("schedule", "--in", "1s", "--id", "b", "--sound", "ping", "--title", "Hi")
    #expect(try box.record("a")?.sound.code == "stopped")
    try box.start("--null-audio")
    #expect(try box.outcome(of: "b").sound.code == "played")
  }

  @Test("reads its configuration again on SIGHUP, and keeps the old one where it is wrong")
  func reload() throws {
    let box = try Box()
    let daemon = try box.start("--null-audio")
    try box.folder.write("quiet: {hours: nonsense}\n".utf8, to: "config/tocsin/tocsin.yml")
    daemon.send(SIGHUP)
    try box.eventually("it complains") { box.log.contains("the configuration stays as it was") }
    _ = try box.run("notify", "--id", "a", "--sound", "ping", "--title", "Hi")
    #expect(try box.outcome(of: "a").sound.code == "played")
    try box.folder.write(
      (Box.allowing + "quiet: {muted: true}\n").utf8, to: "config/tocsin/tocsin.yml")
    daemon.send(SIGHUP)
    var number = 0
    try box.eventually("it is muted") {
      number += 1
      _ = try box.run("notify", "--id", "\(number)", "--sound", "ping", "--title", "Hi")
      return try box.outcome(of: "\(number)").sound == .init("withheld", reason: "muted")
    }
  }

  @Test("lets pass while it must not disturb what the user names by its filter criteria")
  func criteria() throws {
    let box = try Box(
      configuration: Box.allowing + "quiet: {doNotDisturb: true, criteria: 'family, work'}\n")
    try box.start("--null-audio")
    for criteria in ["work", "games"] {
      _ = try box.run(
        "notify", "--id", criteria, "--sound", "ping", "--title", "Hi", "--filter-criteria",
        criteria)
    }
    #expect(try box.outcome(of: "work").sound.code == "played")
    #expect(
      try box.outcome(of: "games").sound == .init("withheld", reason: "do-not-disturb"))
  }

  @Test(
    "does not start with a configuration that it cannot use",
    arguments: [
      ("quiet: {hours: 7}", "quiet.hours: '7' is not like 22:00-07:00"),
      ("authorization: {unanswered: perhaps}", "'perhaps' is not ask, allow or deny"),
      ("audio:\n  devise: hw:1", "line 2, column 3: there is no setting 'audio.devise'"),
      ("audio: loud", "line 1, column 8: 'audio' cannot be this"), ("quiet: [", "line 2"),
      ("a: b: c", "line 1"), ("log: {level: loud}", "log.level: 'loud' is none of trace"),
      ("quiet: {hours: 07:00-07:00}", "quiet.hours: '07:00-07:00' begins when it ends"),
    ])
  func wrongConfiguration(text: String, message: String) throws {
    let box = try Box(configuration: text)
    let result = try box.refusal("--null-audio")
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.contains("tocsin.yml: "))
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test("Without its runtime folder it is reached again within a minute, and who schedules is told")
  func deaf() async throws {
    let box = try Box()
    try box.start("--null-audio")
    try FileManager.default.removeItem(at: box.folder.url("run/tocsin"))
    let told = try box.run("schedule", "--in", "1s", "--id", "a", "--title", "Hi")
    #expect(told.status == 0)
    #expect(told.errors.contains("cannot be reached: it looks by itself within a minute"))
    // Twice the time that is promised, on a machine that is busy.
    for _ in 0..<2 where try box.record("a") == nil {
      try? await box.soon("it has looked") { try box.record("a") != nil }
    }
    #expect(try box.record("a") != nil, "\(box.log)")
    let next = try box.run("schedule", "--in", "1s", "--id", "b", "--title", "Hi")
    #expect(!next.errors.contains("Warning"), "\(next.errors)")
    try await box.soon("it comes at once") { try box.record("b") != nil }
    #expect(try box.run("status", "--json").text.contains("tocsin_delivered_total"))
  }

  @Test(
    "lists what was heard while its banner waits for a desktop, and says later what became of it")
  func heardBeforeDesktop() throws {
    let box = try Box(environment: ["TOCSIN_BANNERS_WAIT": "3600"])
    let daemon = try box.start("--null-audio")
    _ = try box.run("notify", "--id", "a", "--sound", "ping", "--title", "Hi")
    try box.eventually("it is listed") { try box.record("a")?.sound.code == "played" }
    #expect(try box.record("a")?.banner == .begun)
    let pending = try JSONSerialization.jsonObject(with: try box.run("pending", "--json").output)
    let item = ((pending as? [String: Any])?["items"] as? [[String: Any]])?.first
    #expect(item?["state"] as? String == "begun" && item?["attempts"] as? Int == 1)
    daemon.kill()
    // Its sound does not come again; its banner does, and now nobody waits for a desktop.
    box.environment["TOCSIN_BANNERS_WAIT"] = "0"
    try box.start("--null-audio")
    try box.eventually("the end: \(box.log)") {
      try box.store().fetch(.pending(app: nil)).isEmpty
        && box.record("a")?.banner.code == "not-shown"
    }
    #expect(try box.record("a")?.sound.code == "played")
    #expect(box.log.split(separator: "\n").count { $0.contains("sound played") } == 1)
  }

  @Test("says once that a notification is delivered, when the user has answered about its app")
  func deliveredOnce() async throws {
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus)
    let box = try Box(configuration: "", environment: bus.environment)
    try box.start("--null-audio")
    _ = try box.run("notify", "--id", "a", "--title", "Hi")
    try await server.wait("the question") { $0.contains { $0.call == "Notify" } }
    // Buttons come in pairs: a key of ours, and what is read.
    let buttons = try #require(try server.notifications().first).actions
    let allow = try #require(buttons.firstIndex(of: .string("Allow")))
    try await server.order(.emit("ActionInvoked", "us", .number(1), buttons[allow - 1]))
    try await box.soon("it is delivered") { box.log.contains(" delivered app=") }
    #expect(try server.notifications().count { $0.summary == "Hi" } == 1)
    let lines = box.log.split(separator: "\n")
    #expect(lines.count { $0.contains("waits for the user's answer") } == 1, "\(box.log)")
    #expect(lines.count { $0.contains(" delivered app=") } == 1, "\(box.log)")
  }

  @Test(
    "is known to the tool though it cannot write its store, and so is the system's store to root",
    .needs(Facility.mounts, "a file system of the test's own needs a mount name space"))
  func readOnlyStore() throws {
    let box = try Box()
    let script = """
      mount -t tmpfs tmpfs "$1" && mount -t tmpfs tmpfs /var/lib && mkdir /var/lib/tocsin || exit 99
      "$2" schedule --in 1h --id a --title Hi
      mount -o remount,ro "$1" || exit 98
      "$3" --null-audio 2> "$4" & daemon=$!
      until "$2" status 2> /dev/null | grep 'a daemon that cannot write'; do sleep 0.1; done
      # The signals of a test's programs are held back, but for this one.
      kill -9 $daemon
      """
    let result = try Tool("timeout").run(
      [
        "-s", "KILL", "120", "unshare", "-m", "sh", "-c", script, "sh", box.folder.path("state"),
        try Tool.built("tocsinctl").path, try Tool.built("tocsind").path, box.folder.path("log"),
      ], environment: box.environment)
    #expect(
      result.text.contains("a daemon that cannot write the store"),
      "\(result.status) \(result.text) \(result.errors)")
    #expect(result.errors.contains("XDG_RUNTIME_DIR=/run/tocsin tocsinctl"), "\(result.errors)")
  }

  @Test("says what it has read again, and what counts from the next start")
  func reloadTold() throws {
    let box = try Box()
    let daemon = try box.start("--null-audio")
    try box.folder.write(
      (Box.allowing + "log: {level: debug}\nbanners: {enabled: false}\n").utf8,
      to: "config/tocsin/tocsin.yml")
    daemon.send(SIGHUP)
    try box.eventually("it says so: \(box.log)") {
      box.log.contains("notice the configuration is read again")
        && box.log.contains("with the next start alone: banners.enabled, log.level")
    }
  }

  @Test("refuses what it does not understand with status 2, and a file that it cannot read")
  func usage() throws {
    let box = try Box()
    let result = try box.refusal("--frobnicate")
    #expect(result.status == 2)
    #expect(result.errors.contains("Unknown option '--frobnicate'"), "\(result.errors)")
    for path in ["/does/not/exist", "/tmp"] {
      let result = try box.refusal("--config", path)
      #expect(result.status == 2)
      #expect(result.errors == "tocsind: \(path): it cannot be read\n")
    }
  }

  @Test("tells how it is: its number, what is next, its device and its counters")
  func status() throws {
    let box = try Box()
    let daemon = try box.start("--null-audio")
    _ = try box.run("notify", "--id", "a", "--sound", "nonesuch", "--title", "Hi")
    _ = try box.outcome(of: "a")
    _ = try box.run("schedule", "--in", "1h", "--id", "next", "--title", "Hi")
    let object = try JSONSerialization.jsonObject(with: try box.run("status", "--json").output)
    let status = try #require(object as? [String: Any])
    #expect(status["owner"] as? Int == Int(daemon.processIdentifier))
    #expect(status["nextIdentifier"] as? String == "next")
    #expect(status["device"] as? String == "null")
    let counters = try #require(status["counters"] as? [String: Double])
    #expect(counters["tocsin_delivered_total"] == 1)
    #expect(counters["tocsin_sounds_total{outcome=\"played\"}"] == 1)
    #expect(counters["tocsin_default_sounds_total{outcome=\"not-found\"}"] == 1)
  }

  @Test(
    "sleeps while nothing is due, with a watchdog, too",
    .needs(Facility.traces, "strace is not allowed to trace here"))
  func idle() throws {
    // As the units have it; the watchdog hears of it each thirty seconds.
    let box = try Box(environment: ["WATCHDOG_USEC": "90000000"])
    let daemon = try box.start("--null-audio")
    _ = try box.run("notify", "--id", "a", "--sound", "ping", "--title", "Hi")
    _ = try box.outcome(of: "a")
    _ = try box.run("schedule", "--in", "1h", "--id", "next", "--title", "Hi")
    // Threads that have worked end some seconds later; then there is a time without a call.
    let isQuiet = try (0..<6).contains { _ in
      let trace = try Tool("timeout").run([
        "-s", "KILL", "10", "strace", "-f", "-qq", "-e", "signal=none", "-p",
        "\(daemon.processIdentifier)",
      ])
      // Only calls that have returned: those in which threads sleep are shown too.
      let calls = trace.errors.split(separator: "\n").filter { $0.contains(" = ") }
      return calls.isEmpty
    }
    #expect(isQuiet)
  }

  @Test("loses nothing and records everything once, however often it is killed")
  func kills() throws {
    let box = try Box(configuration: Box.allowing + "banners: {enabled: false}\n")
    let count = 400
    let now = SystemClock().now
    let requests = (0..<count).map { number in
      ScheduledRequest(
        request: NotificationRequest(
          identifier: "\(number)", app: "storm",
          content: NotificationContent(title: "\(number)", sound: .standard)),
        due: .elapsed(now.elapsed, boot: now.boot, estimate: now.wall), added: now.wall)
    }
    _ = try box.store().add(requests, limit: .unlimited)
    var generator = SeededGenerator.printed(for: "kills of the daemon")
    for _ in 0..<8 {
      let daemon = try box.start("--null-audio")
      usleep(UInt32.random(in: 0...60_000, using: &generator))
      daemon.kill()
    }
    try box.start("--null-audio")
    try box.eventually("all are delivered") { try box.store().fetch(.pending(app: nil)).isEmpty }
    let delivered = try box.store().fetch(.delivered(app: "storm"))
    #expect(Set(delivered.map(\.request.identifier)).count == count)
    #expect(delivered.count == count)
    #expect(try box.store().fetch(.missed(app: nil)).isEmpty)
  }
}
