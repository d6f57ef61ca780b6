import CLinux
import FoundationEssentials
import Glibc

/// An installed program that outlives the process that starts it.
package struct DetachedProgram: Sendable {
  package let path: String

  /// The reason why it does not run.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// The time within which it is at work, even where the machine is busy.
  private static let timeout: Int32 = 30_000

  /// Finds a program: at the path in a variable of the environment, beside the process's own
  /// program, in its installation, or on the `PATH`.
  /// - Parameters:
  ///   - name: the program's name.
  ///   - variable: the name of the variable.
  ///   - executable: the process's own program; nil where the kernel says which that is.
  package static func find(
    _ name: String, at variable: String, _ variables: [String: String],
    beside executable: String? = nil
  ) -> DetachedProgram? {
    if let given = variables[variable] {
      return isProgram(given) ? DetachedProgram(path: given) : nil
    }
    let own = URL(fileURLWithPath: executable ?? ownPath).deletingLastPathComponent()
    let prefix = own.deletingLastPathComponent().path
    let search = variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let folders =
      [own.path, prefix + "/libexec/tocsin", prefix + "/lib/tocsin"]
      + search.split(separator: ":").map(String.init)
    return folders.lazy.map { $0 + "/" + name }.first(where: isProgram).map(DetachedProgram.init)
  }

  private static var ownPath: String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
  }

  private static func isProgram(_ path: String) -> Bool {
    path.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: path)
  }

  /// Starts the program with `--ready 3` after its arguments, and returns when it has written a byte
  /// to that descriptor: it is at work, or another process is.
  package func start(
    _ arguments: [String], _ variables: [String: String]
  ) throws(Failure) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0, &ends) == 0 else {
      throw failure(errno)
    }
    defer { close(ends[0]) }
    let words = [path] + arguments + ["--ready", "3"]
    let status = withCStrings(words) { words in
      withCStrings(variables.map { "\($0)=\($1)" }) { variables in
        tocsin_start_detached(path, words, variables, ends[1])
      }
    }
    let reason = errno
    close(ends[1])
    guard status == 0 else { throw failure(reason) }
    try wait(for: ends[0])
  }

  private func wait(for descriptor: Int32) throws(Failure) {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var count: Int32
    repeat { count = poll(&watched, 1, Self.timeout) } while count < 0 && errno == EINTR
    var byte: UInt8 = 0
    guard count > 0, read(descriptor, &byte, 1) == 1 else {
      throw Failure(description: "\(path) has not begun its work")
    }
  }

  private func failure(_ code: Int32) -> Failure {
    Failure(description: "\(path) does not start: \(String(cString: strerror(code)))")
  }
}
