import CLinux
import Glibc
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
    let words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    let variables = unsafe Self.environment.map { unsafe strdup($0) } + [nil]
    defer {
      unsafe words.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    let (input, output) = (input.rawValue, output?.rawValue ?? -1)
    let (errors, file) = (errors.rawValue, file?.rawValue ?? -1)
    let process = unsafe words.withUnsafeBufferPointer { words in
      unsafe variables.withUnsafeBufferPointer { variables in
        var child = unsafe tocsin_child(
          program: UnsafePointer(words[0]), arguments: words.baseAddress,
          environment: variables.baseAddress, descriptors: (input, output, errors, file),
          file_size: limits.fileSize, memory: limits.memory, seconds: limits.processorSeconds)
        return unsafe tocsin_start_child(&child)
      }
    }
    return (process, Errno(rawValue: errno))
  }
}
