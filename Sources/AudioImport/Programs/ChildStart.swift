import Glibc
import LinuxProcess
import SystemPackage

/// A program and all that it gets to see.
struct ChildStart: Sendable {
  /// An absolute path.
  let program: String
  let arguments: [String]
  /// The files on its descriptors 0, 1 and 3.
  var input: FileDescriptor
  var output: FileDescriptor?
  var file: FileDescriptor?
  var limits = ChildLimits()

  /// Without home, configuration and proxy; with folders for scripts, plain words, no colours.
  private static let environment = [
    "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "AV_LOG_FORCE_NOCOLOR=1",
  ]

  /// Starts the program as a child of this thread.
  /// - Returns: its process, or -1 and the reason.
  func perform(errors: FileDescriptor) -> (pid_t, Errno) {
    let (process, reason) = ChildProgram(
      path: program, arguments: arguments, environment: Self.environment,
      descriptors: (
        input.rawValue, output?.rawValue ?? -1, errors.rawValue, file?.rawValue ?? -1
      ),
      fileSize: limits.fileSize, memory: limits.memory, processorSeconds: limits.processorSeconds
    ).start()
    return (process, Errno(rawValue: reason))
  }
}
