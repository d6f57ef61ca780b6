import CLinux
import Glibc

/// A program that runs as a child of the thread that starts it, within limits.
///
/// It is in a process group of its own, has no descriptors but those that it is given, and all
/// signals at their defaults. The kernel kills it when the thread ends.
public struct ChildProgram: Sendable {
  /// An absolute path.
  public var path: String
  /// Those after its name.
  public var arguments: [String]
  /// Each `NAME=value`.
  public var environment: [String]
  /// Those that become its 0, 1, 2 and 3; -1 leads nowhere.
  public var descriptors: (Int32, Int32, Int32, Int32)
  /// The maximum number of bytes of a file that it writes.
  public var fileSize: UInt
  /// The maximum number of bytes of its memory.
  public var memory: UInt
  /// The maximum number of seconds of one processor.
  public var processorSeconds: UInt

  /// A program with its arguments, environment, descriptors and limits.
  public init(
    path: String, arguments: [String], environment: [String],
    descriptors: (Int32, Int32, Int32, Int32), fileSize: UInt, memory: UInt = .max,
    processorSeconds: UInt
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.descriptors = descriptors
    self.fileSize = fileSize
    self.memory = memory
    self.processorSeconds = processorSeconds
  }

  /// Starts it.
  /// - Returns: its process, or -1 and the reason as `errno` has it.
  public func start() -> (process: Int32, reason: Int32) {
    withCStrings([path] + arguments) { words in
      withCStrings(environment) { variables in
        var child = tocsin_child(
          program: words[0], arguments: words, environment: variables, descriptors: descriptors,
          file_size: fileSize, memory: memory, seconds: processorSeconds)
        return (tocsin_start_child(&child), errno)
      }
    }
  }
}

/// Calls `body` with a list of C's that ends in a null pointer.
package func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let list = strings.map { strdup($0) } + [nil]
  defer { for string in list { free(string) } }
  return body(list)
}

/// A file in memory, at its start: a child reads it, and nobody has to write meanwhile.
/// - Parameters:
///   - name: seen in `/proc`.
///   - bytes: its content.
/// - Returns: its descriptor; nil, and the reason in `errno`.
public func memoryFile(_ name: String, with bytes: [UInt8]) -> Int32? {
  let file = tocsin_memory_file(name, -1)
  guard file >= 0 else { return nil }
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else {
      close(file)
      return nil
    }
    rest = rest.dropFirst(count)
  }
  lseek(file, 0, SEEK_SET)
  return file
}
