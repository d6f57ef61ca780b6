import Glibc

/// Where an output goes: a file that appears whole or not at all, or standard output.
public enum OutputFile: ByteSink {
  case file(AtomicFile)
  /// A header is written last, so the bytes wait in a file until they can go in order.
  case standardOutput(SpoolFile)

  /// The path that stands for standard output, and for standard input among inputs.
  public static let standardPath = "-"

  /// An output at `path`, or standard output for `-`.
  /// - Parameters:
  ///   - path: the name that the file gets, or `-`.
  ///   - inputs: files that must not be the target, however that is spelled.
  ///   - followsLinks: whether what a link at `path` leads to is replaced, and not the link.
  /// - Throws: ``FileError`` where the folder is not there or not writable, or the target is one of
  ///   the inputs.
  public init(
    path: String, inputs: [FileIdentity], followsLinks: Bool
  ) throws(FileError) {
    self =
      path == Self.standardPath
      ? .standardOutput(try SpoolFile(standingFor: path))
      : .file(try AtomicFile(path: path, inputs: inputs, followsLinks: followsLinks))
  }

  /// Bytes from the start to the last one written.
  public var byteCount: Int64 {
    switch self {
    case .file(let file): file.byteCount
    case .standardOutput(let spool): spool.byteCount
    }
  }

  /// What tells two outputs apart that are spelled differently; nil for standard output.
  public var target: AtomicFile.Target? {
    if case .file(let file) = self { file.target } else { nil }
  }

  /// Puts `bytes` at `offset`; nobody sees them before ``commit()``.
  /// - Throws: ``FileError``, such as for a full disk.
  public func write(_ bytes: [UInt8], at offset: Int64) throws(FileError) {
    switch self {
    case .file(let file): try file.write(bytes, at: offset)
    case .standardOutput(let spool): try spool.write(bytes, at: offset)
    }
  }

  /// Gives the file its name, or writes all bytes to standard output.
  /// - Throws: ``FileError``: what was at the path stays; of standard output a part may be written.
  public func commit() throws(FileError) {
    switch self {
    case .file(let file): try file.commit()
    case .standardOutput(let spool): try spool.copy(toDescriptor: STDOUT_FILENO)
    }
  }
}
