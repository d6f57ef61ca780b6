import CLinux
public import Foundation
import Glibc

/// Where a program reads from or writes to.
public enum ToolStream {
  /// Nothing.
  case null
  /// What the test itself has.
  case inherited
  /// A file that is made, or emptied.
  case file(String)
  /// A file that is made, or written on.
  case log(String)
  /// One end of a pipe, which the test gives away; it keeps the other one.
  case pipe(Pipe)
}

extension Tool {
  /// Starts the program in a process group of its own, with its signals as a shell leaves them:
  /// threads of a test hold signals back, and libnats has SIGPIPE ignored.
  /// - Parameter environment: besides the test's own.
  public func start(
    _ arguments: [String] = [], in folder: URL? = nil, environment: [String: String] = [:],
    input: ToolStream = .null, output: ToolStream = .null, errors: ToolStream = .inherited
  ) throws -> RunningTool {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let streams = [input, output, errors]
    for (descriptor, stream) in streams.enumerated() { stream.open(Int32(descriptor), &actions) }
    tocsin_close_from(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let wrapper = folder.map { ["/usr/bin/env", "--chdir", $0.path] } ?? []
    let words = (wrapper + [path] + arguments).map { strdup($0) }
    let settings = variables.map { strdup("\($0)=\($1)") }
    defer { for text in words + settings { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(
      &process, wrapper.first ?? path, &actions, &attributes, words + [nil], settings + [nil])
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    for (descriptor, stream) in streams.enumerated() { try stream.end(for: descriptor)?.close() }
    return RunningTool(process)
  }
}

extension ToolStream {
  /// What happens in the new process.
  fileprivate func open(_ descriptor: Int32, _ actions: inout posix_spawn_file_actions_t) {
    func open(_ path: String, _ flags: Int32) {
      posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
    }
    switch self {
    case .null: open("/dev/null", O_RDWR)
    case .inherited: break
    case .file(let path): open(path, O_WRONLY | O_CREAT | O_TRUNC)
    case .log(let path): open(path, O_WRONLY | O_CREAT | O_APPEND)
    case .pipe:
      if let end = end(for: Int(descriptor))?.fileDescriptor {
        posix_spawn_file_actions_adddup2(&actions, end, descriptor)
      }
    }
  }

  /// The end of a pipe that the program has.
  fileprivate func end(for descriptor: Int) -> FileHandle? {
    guard case .pipe(let pipe) = self else { return nil }
    return descriptor == 0 ? pipe.fileHandleForReading : pipe.fileHandleForWriting
  }
}
