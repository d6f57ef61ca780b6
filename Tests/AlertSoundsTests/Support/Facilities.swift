import Foundation
import Glibc
import TestSupport

/// What a test may do to the system here; a container often forbids it.
enum Facility {
  /// Whether one program may trace another.
  static let traces: Bool = isGood("strace", ["-o", "/dev/null", "true"])

  /// Whether file systems can be mounted where nobody else sees them.
  static let mounts: Bool = isGood(
    "unshare", ["-m", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"])

  /// Whether `tocsin` can be run as somebody whom file modes stop.
  static let dropsPrivileges: Bool = {
    guard let tocsin = try? Tool.tocsin() else { return false }
    return getuid() != 0
      || isGood("setpriv", Privileges.nobody + [tocsin.path, "--version"])
  }()

  private static func isGood(_ name: String, _ arguments: [String]) -> Bool {
    (try? Tool(name).run(arguments).status) == 0
  }
}

enum Privileges {
  /// `setpriv`'s options for a user who owns nothing.
  static let nobody = ["--reuid", "65534", "--regid", "65534", "--clear-groups"]

  /// Runs `tocsin` as a user whom file modes stop.
  static func runTocsin(_ arguments: [String]) throws -> ToolResult {
    let tocsin = try Tool.tocsin()
    guard getuid() == 0 else { return try tocsin.run(arguments) }
    return try Tool("setpriv").run(nobody + [tocsin.path] + arguments)
  }
}

/// `tocsin` with system calls that fail, or kill it.
enum Fault {
  struct Outcome {
    let result: ToolResult
    /// How many calls did not do what they should.
    let injected: Int
  }

  /// Runs `tocsin` while strace tampers with a system call.
  /// - Parameters:
  ///   - call: the system call.
  ///   - effect: strace's `-e inject` options after the call, as in `error=EIO:when=2`.
  ///   - paths: tampers with calls on these files only; with none, on all.
  static func inject(
    _ call: String, _ effect: String, paths: [String] = [], into arguments: [String]
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    let log = folder.path("trace")
    let only = paths.flatMap { ["-P", $0] }
    let result = try Tool("strace").run(
      ["-f", "-qq", "-o", log, "-e", "trace=\(call)", "-e", "inject=\(call):\(effect)"] + only
        + [try Tool.tocsin().path] + arguments)
    let trace = String(decoding: try Data(contentsOf: folder.url("trace")), as: UTF8.self)
    return Outcome(result: result, injected: trace.components(separatedBy: "(INJECTED").count - 1)
  }
}
