import Foundation
import Glibc

/// Another program. It begins with no signal blocked: threads that run tests block some, which
/// `Process` would hand on.
final class Child: Sendable {
  struct NotStarted: Error, CustomStringConvertible { let description: String }

  let process: pid_t

  /// - Parameter output: where its standard output goes; nil is nowhere.
  init(
    _ path: String, _ arguments: [String], environment: [String: String] = [:],
    output: Int32? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var names = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + names { free(text) } }
    var number: pid_t = 0
    let failure = posix_spawn(&number, path, &actions, &attributes, &words, &names)
    guard failure == 0 else {
      throw NotStarted(description: "\(path): \(String(cString: strerror(failure)))")
    }
    process = number
  }

  /// Waits for its end.
  /// - Returns: its exit status, or 128 and the number of the signal that ended it.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// Its exit status; nil while it runs.
  var ended: Int32? {
    var status: Int32 = 0
    return waitpid(process, &status, WNOHANG) == process ? status >> 8 & 0xFF : nil
  }

  func end() {
    kill(process, SIGKILL)
    wait()
  }

  /// Runs a program of the system to its end.
  @discardableResult
  static func run(_ name: String, _ arguments: [String]) throws -> Int32 {
    try Child("/usr/bin/" + name, arguments).wait()
  }
}
