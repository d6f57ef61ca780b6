public import Foundation
import Glibc
public import Testing

/// A log that cannot be written, or that nobody reads: a program's standard error leads there. It
/// is for one program, and must live as long.
public struct UnusableLog: Sendable {
  /// What is wrong with it.
  public enum Kind: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case fullPipe, fullDisk, closedPipe, closedDescriptor

    /// The name of the case.
    public var testDescription: String { rawValue }

    /// What a shell does before it becomes the program.
    fileprivate var redirection: String {
      switch self {
      case .fullPipe, .closedPipe: ""
      case .fullDisk: "2> /dev/full"
      case .closedDescriptor: "2>&-"
      }
    }
  }

  private let kind: Kind
  private let pipe: Pipe

  /// A log of this kind.
  public init(_ kind: Kind) throws {
    self.kind = kind
    pipe = try kind == .fullPipe ? .small(isFull: true) : Pipe()
    if kind == .closedPipe { try pipe.fileHandleForReading.close() }
  }

  /// What stands before a program and its arguments: a shell that becomes it.
  public var wrapper: [String] { ["sh", "-c", "exec \"$@\" \(kind.redirection)", "sh"] }

  /// The standard error of that shell.
  public var stream: ToolStream { .pipe(pipe) }
}

extension Pipe {
  /// A pipe that has room for a page, or for nothing more.
  public static func small(isFull: Bool = false) throws -> Pipe {
    let (pipe, size) = (Pipe(), Int32(4_096))
    let writer = pipe.fileHandleForWriting
    // F_SETPIPE_SZ, which Swift does not import.
    guard fcntl(writer.fileDescriptor, 1_031, size) == size else {
      throw NeverHappened(description: "a small pipe: \(String(cString: strerror(errno)))")
    }
    if isFull { try writer.write(contentsOf: Data(count: Int(size))) }
    return pipe
  }
}
