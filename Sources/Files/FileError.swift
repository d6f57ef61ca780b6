import SystemPackage

/// A file that cannot be read or written, and why.
public struct FileError: Error, Hashable, Sendable {
  /// The operation that failed.
  public enum Operation: String, Hashable, Sendable {
    case open, read, write
    case makeFolder = "make the folder"
  }

  /// The reason why it failed.
  public enum Reason: Hashable, Sendable {
    case notFound
    case permissionDenied
    case tooManyLinks
    /// Sounds are regular files; a pipe or a device could block forever.
    case notRegular(FileKind)
    /// The output is the input: writing it would destroy the input while it is read.
    case sameAsInput
    case endedEarly
    /// Standard input has more bytes than the caller takes.
    case tooLarge(maximum: Int64)
    /// Standard input would fill the disk of the temporary folder.
    case noRoom(folder: String)
    /// No temporary file can be made in the folder, because of an `errno`.
    case noTemporaryFile(folder: String, Int32)
    /// Any other `errno`.
    case system(Int32)
  }

  /// The operation that failed.
  public let operation: Operation
  /// The path as the user gave it.
  public let path: String
  /// The reason why it failed.
  public let reason: Reason

  /// An error about `path`, which is printed without control characters.
  public init(_ operation: Operation, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  init(_ operation: Operation, _ path: String, errno: Errno) {
    let reason: Reason =
      switch errno {
      case .noSuchFileOrDirectory, .notDirectory: .notFound
      case .permissionDenied, .notPermitted: .permissionDenied
      case .tooManySymbolicLinkLevels: .tooManyLinks
      case .isDirectory: .notRegular(.directory)
      case .noSuchAddressOrDevice: .notRegular(.socket)
      default: .system(errno.rawValue)
      }
    self.init(operation, path, reason)
  }
}

/// The kind of a file.
public enum FileKind: String, Hashable, Sendable {
  case directory = "a directory"
  case pipe = "a pipe"
  case socket = "a socket"
  case device = "a device"
  case other = "no regular file"
}

extension FileError: CustomStringConvertible {
  /// A sentence without the path: the error and its remedy.
  public var reasonText: String {
    switch reason {
    case .notFound:
      operation == .write ? "the output folder does not exist" : "no such file"
    case .permissionDenied: "permission denied"
    case .tooManyLinks: "too many symbolic links (a loop?)"
    case .notRegular(let kind): "it is \(kind.rawValue); a regular file is needed"
    case .sameAsInput: "the output is the input file; choose another name"
    case .endedEarly: "the file became shorter while it was read"
    case .tooLarge(let maximum): "it has more than \(maximum) bytes"
    case .noRoom(let folder):
      "it does not fit into \(printable(folder)), which would be full; free some room, or name "
        + "another folder in TMPDIR"
    case .noTemporaryFile(let folder, let code):
      "no temporary file can be made in \(printable(folder)): \(Self.text(code)); name another "
        + "folder in TMPDIR"
    case .system(let code): Self.text(code)
    }
  }

  private static func text(_ code: Int32) -> String {
    Errno(rawValue: code).description.lowercased()
  }

  /// The operation that failed, the reason and the remedy, as a sentence without a full stop.
  public var description: String {
    "cannot \(operation.rawValue) \(printable(path)): \(reasonText)"
  }
}
