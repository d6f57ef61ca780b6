import Foundation
import Glibc
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Triggers

/// A user's state folder, `tocsinctl` and the example service at work in it.
final class Workplace: Sendable {
  let folder: TemporaryFolder
  let environment: [String: String]
  let control: Tool
  private let service: Tool

  init(state: String? = nil) throws {
    folder = try TemporaryFolder()
    environment = [
      "XDG_STATE_HOME": state ?? folder.url.path, "XDG_RUNTIME_DIR": folder.url.path, "TZ": "UTC",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    control = try Tool.built("tocsinctl")
    service = try Tool.built("reminders")
  }

  var stateFolder: StoreFolder { StoreFolder(path: folder.path("tocsin")) }

  /// The store, opened in this process.
  func store(_ check: NotificationStore.Check = .none) throws -> NotificationStore {
    try NotificationStore(folder: stateFolder, check: check)
  }

  /// Requests `0`, `1`, … that are due since a while, one after the other.
  func addDue(_ count: Int) throws {
    let now = SystemClock().now
    let requests = (0..<count).map { number in
      ScheduledRequest(
        request: Sample.request("\(number)"),
        due: .elapsed(
          now.elapsed - .milliseconds(count - number), boot: now.boot, estimate: now.wall),
        added: now.wall)
    }
    _ = try store().add(requests, limit: .unlimited)
  }

  func run(_ arguments: String...) throws -> ToolResult {
    try control.run(arguments, environment: environment)
  }

  /// Starts the service; what it prints goes after what is in the log. `through` is a program that
  /// runs it, such as strace.
  func start(through wrapper: [String] = []) throws -> RunningTool {
    try Tool("env").start(
      wrapper + [service.path], environment: environment, output: .log(folder.path("log")),
      errors: .log(folder.path("errors")))
  }

  /// Kills the service; a program that runs it ends with it.
  func kill(_ process: RunningTool) {
    let number = process.processIdentifier
    let children = "/proc/\(number)/task/\(number)/children"
    let text = (try? String(contentsOfFile: children, encoding: .utf8)) ?? ""
    for child in text.split(separator: " ").compactMap({ Int32($0) }) {
      Glibc.kill(child, SIGKILL)
    }
    process.kill()
  }

  /// How often each request was delivered.
  func deliveries() throws -> [String: Int] {
    let lines = String(decoding: try folder.bytes(of: "log"), as: UTF8.self).split(separator: "\n")
    return lines.reduce(into: [:]) { counts, line in
      counts[String(line.prefix { $0 != ":" }), default: 0] += 1
    }
  }

  /// How many deliveries were not the first of their request.
  func repeats() throws -> Int { try deliveries().values.reduce(0) { $0 + $1 - 1 } }

  var errors: String {
    String(decoding: (try? folder.bytes(of: "errors")) ?? [], as: UTF8.self)
  }

  /// Lets the service deliver everything that is due, and ends it.
  func finish() throws {
    let process = try start()
    defer { kill(process) }
    try waitUntil("nothing waits") { try store().fetch(.pending(app: nil)).isEmpty }
  }
}

/// What this machine allows.
enum Facility {
  static let traces: Bool = isGood("strace", ["-o", "/dev/null", "true"])
  /// The options of unshare(1) with which a program may mount a tmpfs, as root or in a name space
  /// of its own user; nil where it may not.
  static let mounts: [String]? = [["-m"], ["-r", "-m"]].first {
    isGood("unshare", $0 + ["sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"])
  }
  /// The number of `nobody`.
  static let ordinaryNumber: UInt32 = 65_534
  /// The words before a program that root's rights do not help; nil where there are none.
  static let ordinaryUser: [String]? = {
    guard getuid() == 0 else { return ["env"] }
    let words = [
      "setpriv", "--reuid=\(ordinaryNumber)", "--regid=\(ordinaryNumber)", "--clear-groups",
    ]
    guard let control = try? Tool.built("tocsinctl").path else { return nil }
    return isGood(words[0], words.dropFirst() + [control, "--version"]) ? words : nil
  }()
  /// Whether an image of a file system can be mounted and shut down, as a loss of power does it.
  static let powerCuts: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    let script = """
      truncate -s 8M "$1/i" && mkfs.ext4 -q "$1/i" && mkdir "$1/m" && mount -o loop "$1/i" "$1/m"
      """
    return isGood("unshare", ["-m", "sh", "-c", script, "sh", folder.url.path])
  }()

  private static func isGood(_ name: String, _ arguments: [String]) -> Bool {
    (try? Tool(name).run(arguments, environment: ["PATH": path]).status) == 0
  }

  /// With the folders of an administrator's programs.
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin:/sbin"
}
