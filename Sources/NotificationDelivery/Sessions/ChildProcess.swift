import CLinux
import Dispatch
import FoundationEssentials
import Glibc
import LinuxProcess
import NotificationStorage
import NotificationTypes

/// A program in a process group of its own. It is over when its own process has ended, even if it
/// leaves children.
///
/// Its input and its standard error are files in memory. So no thread must write or read while it
/// runs, either side may end before the other, and a program that prints without end gets an error
/// after 64 KiB. Its standard output is discarded.
final class ChildProcess {
  /// The reason why a program was not started.
  struct NotStarted: Error, CustomStringConvertible {
    let description: String

    fileprivate init(_ code: Int32) { description = String(cString: strerror(code)) }
  }

  enum End: Equatable {
    case exited(Int32)
    case killed(Int32)
  }

  private static let errorSize = 1 << 16

  private let process: pid_t
  private let errors: Int32
  /// A descriptor that is readable after the end of the program; -1 once that was seen.
  private var watch: Int32

  /// - Parameters:
  ///   - words: a program, searched in `PATH`, and its arguments.
  ///   - environment: the complete environment of the program.
  ///   - input: the standard input of the program.
  init(_ words: [String], environment: [String: String], input: Data) throws(NotStarted) {
    guard let file = memoryFile("tocsin-command", with: [UInt8](input)) else {
      throw NotStarted(errno)
    }
    defer { close(file) }
    let errors = tocsin_memory_file("tocsin-command", Self.errorSize)
    guard errors >= 0 else { throw NotStarted(errno) }
    do {
      process = try Self.spawn(words, environment, input: file, errors: errors)
    } catch {
      close(errors)
      throw error
    }
    self.errors = errors
    watch = tocsin_process_descriptor(process)
  }

  deinit {
    close(errors)
    // The status must be read when the program ends.
    if watch >= 0 { Self.reap(process, watch) }
  }

  /// Waits for its end.
  /// - Returns: nil where it still runs after `limit`.
  func wait(upTo limit: Duration) -> End? {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while watch >= 0 {
      let rest = max(.zero, clock.now.duration(to: deadline))
      var descriptor = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
      let milliseconds = Int32(min((rest / .milliseconds(1)).rounded(.up), 1e9))
      if poll(&descriptor, 1, milliseconds) == 0, clock.now >= deadline { return nil }
      if descriptor.revents != 0 { break }
    }
    return takeStatus()
  }

  private func takeStatus() -> End {
    if watch >= 0 { close(watch) }
    watch = -1
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      // A process that ignores the ends of its children does not get their status.
      if errno != EINTR { return .exited(0) }
    }
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
  }

  /// Kills the program and its children.
  func kill() {
    Glibc.kill(-process, SIGKILL)
    _ = takeStatus()
  }

  /// The first kilobyte of its standard error so far.
  var complaint: String {
    let size = min(max(0, lseek(errors, 0, SEEK_CUR)), 1_024)
    var bytes = [UInt8](repeating: 0, count: size)
    let count = pread(errors, &bytes, size, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).trimmed
  }

  // MARK: Starting

  private static func spawn(
    _ words: [String], _ environment: [String: String], input: Int32, errors: Int32
  ) throws(NotStarted) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    tocsin_close_from(&actions, 3)
    // The signals that this process ignores or blocks must not affect the program.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let code = withCStrings(words) { arguments in
      withCStrings(environment.map { "\($0)=\($1)" }) { variables in
        posix_spawnp(&process, words[0], &actions, &attributes, arguments, variables)
      }
    }
    guard code == 0 else { throw NotStarted(code) }
    return process
  }

  private static func reap(_ process: pid_t, _ watch: Int32) {
    let source = DispatchSource.makeReadSource(
      fileDescriptor: watch, queue: QueueExecutor.shared.queue)
    source.setEventHandler {
      waitpid(process, nil, WNOHANG)
      source.cancel()
    }
    source.setCancelHandler { close(watch) }
    source.activate()
  }
}
