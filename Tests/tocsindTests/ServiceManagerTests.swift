import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@Suite("The daemon as a service", .serialized)
struct ServiceManagerTests {
  @Test("tells the manager when it is ready, alive, reading its configuration, and ending")
  func notify() throws {
    let folder = try TemporaryFolder()
    let manager = try ManagerSocket(in: folder)
    let box = try Box(environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "300000"])
    let daemon = try box.start("--null-audio")
    try box.eventually("it is ready") { manager.count("READY=1") == 1 }
    // The manager kills who is silent for the whole time, so a third of it passes between two.
    try box.eventually("it is alive") { manager.count("WATCHDOG=1") >= 3 }
    daemon.send(SIGHUP)
    try box.eventually("it has read") { manager.count("READY=1") == 2 }
    #expect(manager.count("RELOADING=1") == 1)
    let reload = manager.messages.first { $0.hasPrefix("RELOADING=1") }
    #expect(reload?.contains("MONOTONIC_USEC=") == true)
    daemon.send(SIGTERM)
    // A socket that nobody reads holds up who writes to it.
    try box.eventually("it has ended") {
      _ = manager.count("STOPPING=1")
      return !daemon.isRunning
    }
    #expect(manager.count("STOPPING=1") == 1)
  }

  @Test("A damaged page is repaired by the next writer, and the status says that all is well")
  func damagedPage() throws {
    let folder = try TemporaryFolder()
    let manager = try ManagerSocket(in: folder)
    let box = try Box(environment: ["NOTIFY_SOCKET": manager.path])
    try Self.fill(box)
    try box.start("--null-audio")
    try Self.damageIndex(of: box)
    let result = try box.run("schedule", "--in", "1h", "--title", "Tea", "--id", "new")
    #expect(result.status == 0, "\(result)")
    #expect(try box.store().fetch(.pending(app: nil)).count == 2_001)
    let next = try box.run("notify", "--id", "now", "--title", "Tea", "--sound", "ping")
    #expect(next.errors.contains("damaged"), "\(next)")
    #expect(try box.outcome(of: "now").sound.code == "played")
    let isWell = "STATUS=Waiting for the next notification"
    try box.eventually("all is well: \(manager.messages)") {
      _ = manager.count("")
      return manager.messages.last { $0.hasPrefix("STATUS=") }?.hasPrefix(isWell) == true
    }
    let status = try box.run("status")
    #expect(status.text.contains("damaged") && !status.text.contains("failure"), "\(status.text)")
  }

  /// So many requests that an index has several pages, all in the database's file.
  private static func fill(_ box: Box) throws {
    let schedule = NotificationSchedule(
      store: try NotificationStore(folder: box.stateFolder), limit: .unlimited)
    _ = try schedule.add(
      try (0..<2_000).map { number in
        NotificationRequest(
          identifier: "\(number)", app: "many", content: NotificationContent(title: "Later"),
          trigger: .timeInterval(try TimeIntervalTrigger(.seconds(90_000 + Double(number)))))
      })
  }

  private static func damageIndex(of box: Box) throws {
    let script = """
      import sqlite3, sys
      path = sys.argv[1]
      store = sqlite3.connect("file:" + path + "?mode=ro", uri=True)
      page, = store.execute("SELECT rootpage FROM sqlite_master WHERE name = 'request_elapsed'").fetchone()
      size, = store.execute("PRAGMA page_size").fetchone()
      store.close()
      with open(path, "r+b") as file:
          file.seek((page - 1) * size)
          file.write(bytes([0xA5]) * size)
      """
    let result = try Tool.python.run(["-c", script, box.stateFolder.database])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// What a manager gives to a service for itself.
  private static let own = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
    "JOURNAL_STREAM",
  ]

  @Test("A command of an app gets no variable that is for the service alone")
  func commands() async throws {
    let box = try Box(
      environment: Dictionary(uniqueKeysWithValues: Self.own.map { ($0, "1") }))
    let seen = box.folder.path("seen")
    try box.store().change("mail") {
      $0.registration = RegisteredApp(
        identifier: "mail", command: ["sh", "-c", "env > \(seen).new; mv \(seen).new \(seen)"])
    }
    try box.store().apply(
      .responded(NotificationResponse(app: "mail", requestIdentifier: "a", date: Date())))
    try box.start("--null-audio")
    try await box.soon("the command has run") { FileManager.default.fileExists(atPath: seen) }
    let lines = String(decoding: try box.folder.bytes(of: "seen"), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.contains("TOCSIN_APP=mail"))
    #expect(!lines.contains { line in Self.own.contains { line.hasPrefix($0 + "=") } }, "\(lines)")
  }

  @Test(
    "A scheduler that stands still says nothing more to the watchdog, whatever else still works",
    .needs(Facility.traces, "strace is not allowed to trace here"))
  func watchdog() throws {
    let folder = try TemporaryFolder()
    let manager = try ManagerSocket(in: folder)
    let box = try Box(environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "300000"])
    let daemon = try box.start("--null-audio")
    try box.eventually("it is ready and alive") {
      manager.count("READY=1") == 1 && manager.count("WATCHDOG=1") >= 1
    }
    let base = box.stateFolder.database
    let tracer = try SlowReads(of: [base, base + "-wal"], in: daemon)
    try box.eventually("it is traced") { tracer.isThere }
    // The scheduler looks at the database, on its own queue.
    _ = try box.run("schedule", "--in", "1h", "--title", "Tea")
    var before = manager.count("WATCHDOG=1")
    var since = ContinuousClock.now
    // A busy machine, too, lets it be silent for a moment.
    try box.eventually("it is silent") {
      let count = manager.count("WATCHDOG=1")
      if count != before {
        before = count
        since = ContinuousClock.now
      }
      return since.duration(to: .now) >= .seconds(5)
    }
    daemon.send(SIGHUP)
    try box.eventually("its other threads go on") { manager.count("RELOADING=1") == 1 }
    #expect(manager.count("WATCHDOG=1") == before)
    tracer.end()
    try box.eventually("it is alive again") { manager.count("WATCHDOG=1") > before }
  }

  @Test(
    "An entry in the journal has its fields",
    .needs(Facility.mounts, "a journal of the test's own needs a mount name space"))
  func journal() throws {
    let box = try Box(configuration: Box.allowing + "banners: {enabled: false}\n")
    try box.folder.write(
      """
      import socket, sys
      entries = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      entries.bind("/run/systemd/journal/socket")
      file = open(sys.argv[1], "ab", 0)
      while True: file.write(entries.recv(65536) + b"\\n")
      """.utf8, to: "journal.py")
    let script = """
      daemon=$1 control=$2 folder=$3
      mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/journal || exit 99
      /usr/bin/python3 "$folder/journal.py" "$folder/entries" & journal=$!
      until [ -S /run/systemd/journal/socket ]; do sleep 0.01; done
      : > "$folder/errors"
      export JOURNAL_STREAM=$(stat -c %d:%i "$folder/errors")
      "$daemon" --null-audio 2>> "$folder/errors" & pid=$!
      for i in $(seq 2000); do grep -qs MESSAGE=ready "$folder/entries" && break; sleep 0.01; done
      "$control" notify --id a --app mail --sound nonesuch --title Hi 2> /dev/null
      for i in $(seq 2000); do grep -q 'MESSAGE=sound played' "$folder/entries" && break; sleep 0.01; done
      # Bash would tell how its own jobs end, among the errors.
      disown -a; kill -9 $pid $journal
      while kill -0 $pid 2> /dev/null; do sleep 0.01; done
      cat "$folder/errors" >&2
      """
    let result = try Tool("unshare").run(
      [
        "-m", "bash", "-c", script, "bash", Tool.built("tocsind").path,
        Tool.built("tocsinctl").path, box.folder.url.path,
      ], environment: box.environment)
    #expect(result.errors == "", "nothing goes past the journal")
    let entries = String(decoding: try box.folder.bytes(of: "entries"), as: UTF8.self)
      .components(separatedBy: "\n\n").map { $0.split(separator: "\n") }
    let entry = try #require(entries.first { $0.first?.contains("MESSAGE=sound played") == true })
    for field in [
      "SYSLOG_IDENTIFIER=tocsind", "PRIORITY=6", "TOCSIN_APP=mail", "TOCSIN_IDENTIFIER=a",
    ] {
      #expect(entry.contains(Substring(field)), "\(entry)")
    }
    let fallback = try #require(entries.first { $0.first?.contains("nonesuch") == true })
    #expect(fallback.contains("PRIORITY=4"), "\(fallback)")
  }

  private static let units = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Packaging/systemd").standardized

  /// After this many seconds the manager kills it, and what it had to say is lost.
  private static func timeToStop(_ unit: String) throws -> Int {
    let lines = try String(contentsOf: units.appending(path: unit), encoding: .utf8)
      .split(separator: "\n")
    let value = lines.first { $0.hasPrefix("TimeoutStopSec=") }?.split(separator: "=").last
    return try #require(value.flatMap { Int($0) })
  }

  @Test(
    "A daemon whose bus and device hang ends within the time of its units, of a held store too",
    arguments: [false, true])
  func stop(isHeld: Bool) async throws {
    let folder = try TemporaryFolder()
    // The device opens a pipe that nobody reads, for which the kernel waits.
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    try folder.write(
      """
      pcm_type.flaky { lib "\(FlakyPlugin.path())" }
      pcm.hanging { type flaky heard "\(folder.path("pipe"))" }
      """.utf8, to: "asound.conf")
    let bus = try SessionBus()
    let server = try await ScriptedServer(on: bus, .answer("Notify", .hang))
    let box = try Box(
      environment: bus.environment.merging(["ALSA_CONFIG_PATH": folder.path("asound.conf")]) { $1 })
    let daemon = try box.start("--device", "hanging")
    #expect(try box.run("notify", "--id", "a", "--sound", "chime", "--title", "Hi").status == 0)
    try await server.wait("the banner") { $0.contains { $0.call == "Notify" } }
    try await box.soon("it is delivered") { try box.record("a") != nil }
    bus.hang(true)
    let holder = isHeld ? try HeldStore(box.stateFolder.database) : nil
    let start = ContinuousClock.now
    daemon.send(SIGTERM)
    try await box.soon("it ends") { !daemon.isRunning }
    let time = start.duration(to: .now)
    holder?.release()
    #expect(daemon.waitUntilExit() == .exited(0))
    for unit in ["user/tocsind.service", "system/tocsind.service"] {
      #expect(try time < .seconds(Self.timeToStop(unit)), "\(unit), \(time)")
    }
  }

  @Test("The units are good, and the system's is as closed as a player can be")
  func units() throws {
    let folder = try TemporaryFolder()
    let packaging = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Packaging/install").standardized.path
    let install = try Tool("bash").run([packaging, Tool.built("tocsind").path, folder.url.path])
    #expect(install.status == 0, "\(install.errors)")
    for (manager, option) in [("user", "--user"), ("system", "--system")] {
      let unit = folder.path("lib/systemd/\(manager)/tocsind.service")
      let result = try Tool("systemd-analyze").run(
        ["verify", option, "--man=no", unit], environment: ["XDG_RUNTIME_DIR": folder.url.path])
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    }
    // A limit of a file's size would be one of the database: beyond it nothing is kept any more. The
    // output of commands has its own.
    for name in ["tocsind", "tocsin-remote"] {
      let unit = URL(fileURLWithPath: packaging).deletingLastPathComponent()
        .appending(path: "systemd/system/\(name).service").path
      let text = try String(contentsOfFile: unit, encoding: .utf8)
      #expect(!text.contains("LimitFSIZE"))
    }
    // In tenths: 1.0 is the most that is allowed.
    let unit = folder.path("lib/systemd/system/tocsind.service")
    let security = try Tool("systemd-analyze").run([
      "security", "--offline=true", "--threshold=10", "--no-pager", unit,
    ])
    #expect(security.status == 0, "\(security.text)")
    #expect(security.text.contains("Overall exposure level"))
  }
}

/// Makes each read of some files take a minute in a process, until the end.
private final class SlowReads {
  private let process: Int32
  private let tracer: RunningTool

  init(of files: [String], in program: RunningTool) throws {
    process = program.processIdentifier
    tracer = try Tool("strace").start(
      ["-f", "-qq", "-o", "/dev/null", "-e", "trace=pread64"]
        + ["-e", "inject=pread64:delay_enter=60000000", "-p", "\(process)"]
        + files.flatMap { ["-P", $0] })
  }

  /// Whether every thread of the process is traced.
  var isThere: Bool {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.allSatisfy {
      let status = try? String(contentsOfFile: "\(tasks)/\($0)/status", encoding: .utf8)
      return status?.contains("TracerPid:\t0\n") == false
    }
  }

  /// The kernel lets the process go on.
  func end() { tracer.kill() }
}
