import CLinux
import Foundation
import Glibc
import NotificationScheduling

/// The program that delivers an app's notifications where no daemon does: `tocsind`, for one app.
struct DeliveryProgram: Sendable {
  let app: String
  let folder: StoreFolder
  let variables: [String: String]

  /// The reason why nobody delivers.
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// The time within which it is at work, even where the machine is busy.
  private static let timeout: Int32 = 30_000

  /// Where the program is: at `TOCSIN_DAEMON`, beside the app's own program, in its installation, or
  /// on the `PATH`.
  static func path(
    _ variables: [String: String], beside executable: String
  ) -> String? {
    if let given = variables["TOCSIN_DAEMON"] { return isProgram(given) ? given : nil }
    let own = URL(fileURLWithPath: executable).deletingLastPathComponent()
    let prefix = own.deletingLastPathComponent().path
    let search = variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let folders =
      [own.path, prefix + "/libexec/tocsin", prefix + "/lib/tocsin"]
      + search.split(separator: ":").map(String.init)
    return folders.lazy.map { $0 + "/tocsind" }.first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    path.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: path)
  }

  /// Starts the program, and returns when it is at work, or another process is.
  func start() throws {
    let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    guard let path = Self.path(variables, beside: executable) else {
      throw Failure(
        description: "the program tocsind is not installed: install it, or build it beside this one"
      )
    }
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &ends) == 0 else {
      throw Self.failure(path, errno)
    }
    defer { close(ends[0]) }
    let arguments = [path, "--app", app, "--store", folder.path, "--ready", "3"]
    let status = Self.withStrings(arguments) { arguments in
      Self.withStrings(variables.map { "\($0)=\($1)" }) { variables in
        tocsin_start_detached(path, arguments, variables, ends[1])
      }
    }
    let reason = errno
    close(ends[1])
    guard status == 0 else { throw Self.failure(path, reason) }
    try wait(for: ends[0], path)
  }

  /// Waits for a byte on `descriptor`, which the program writes when it is at work.
  private func wait(for descriptor: Int32, _ path: String) throws {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var count: Int32
    repeat { count = poll(&watched, 1, Self.timeout) } while count < 0 && errno == EINTR
    var byte: UInt8 = 0
    guard count > 0, read(descriptor, &byte, 1) == 1 else {
      throw Failure(description: "\(path) has not begun its work")
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> Failure {
    Failure(description: "\(path) does not start: \(String(cString: strerror(code)))")
  }

  /// Calls `body` with a list of C that ends in a null pointer.
  private static func withStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var list = strings.map { strdup($0) }
    defer { for string in list { free(string) } }
    list.append(nil)
    return body(list)
  }
}
