import Glibc

/// The destination of an output: a file that appears complete or not at all, or standard output.
public enum OutputFile: ByteSink {
  case file(AtomicFile)
  /// A header is written last, so the bytes wait in a file until they can go in order.
  case standardOutput(SpoolFile)

  /// The path that means standard output, and standard input among inputs.
  public static let standardPath = "-"

  /// An output at `path`, or standard output for `-`.
  /// - Parameters:
  ///   - path: the name that the file gets, or `-`.
  ///   - inputs: files that must not be the target, however that is spelled.
  ///   - followsLinks: whether the destination of a link at `path` is replaced, and not the link.
  /// - Throws: ``FileError`` if the folder does not exist or is not writable, or the target is one
  ///   of the inputs.
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

  /// Distinguishes two outputs that are spelled differently; nil for standard output.
  public var target: AtomicFile.Target? {
    if case .file(let file) = self { file.target } else { nil }
  }

  /// Puts `bytes` at `offset`; they are invisible before ``commit()``.
  /// - Throws: ``FileError``, such as for a full disk.
  public func write(_ bytes: [UInt8], at offset: Int64) throws(FileError) {
    switch self {
    case .file(let file): try file.write(bytes, at: offset)
    case .standardOutput(let spool): try spool.write(bytes, at: offset)
    }
  }

  /// Gives the file its name, or writes all bytes to standard output.
  /// - Throws: ``FileError``. The old file at the path stays; standard output may have got a part.
  public func commit() throws(FileError) {
    switch self {
    case .file(let file): try file.commit()
    case .standardOutput(let spool): try spool.copy(toDescriptor: STDOUT_FILENO)
    }
  }
}
