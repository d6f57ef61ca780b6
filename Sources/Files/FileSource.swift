import Glibc
public import SystemPackage

/// Distinguishes two files, whatever their names.
public struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
}

/// A regular file that is open for reading.
///
/// The file is opened once, without blocking, and checked on the descriptor, so neither a pipe nor
/// a swap of names can trick it. It is read, never mapped: a file that shrinks is an error, not a
/// bus fault.
public final class FileSource: ByteSource {
  /// The path that the file was opened by, for errors.
  public let path: String
  /// Size when the file was opened; bytes added later are not read.
  public let byteCount: Int64
  /// Distinguishes this file from others, whatever their names.
  public let identity: FileIdentity
  /// For another program, which reads the same file through it; open while this object lives.
  public let descriptor: FileDescriptor
  /// The first bytes, read once: they hold all headers of most files. A page, for more takes longer
  /// to copy than the few files that need it take to be read again.
  private let head: [UInt8]
  /// The place in the file of the first byte.
  private let start: Int64
  private static let headSize = 4_096

  /// Opens the file at `path`; `-` is standard input, which is read to its end first where it is
  /// not a regular file.
  /// - Parameters:
  ///   - path: the file, or `-`.
  ///   - inputLimit: the most bytes that are taken from a pipe; nil takes what the temporary
  ///     folder's disk has room for.
  /// - Throws: ``FileError`` where it cannot be opened, or is not a regular file.
  public convenience init(path: String, inputLimit: Int64? = nil) throws(FileError) {
    if path == OutputFile.standardPath {
      try self.init(standardInputAs: path, limit: inputLimit)
      return
    }
    let descriptor: FileDescriptor
    do {
      // Avoids a `FilePath`, which copies the path and normalizes its slashes.
      descriptor = try unsafe path.withCString {
        try unsafe .open(
          $0, .readOnly, options: [.nonBlocking, .closeOnExec, .init(rawValue: O_NOCTTY)])
      }
    } catch {
      throw FileError(.open, path, errno: error as? Errno ?? .ioError)
    }
    try self.init(descriptor, path: path)
  }

  private convenience init(standardInputAs path: String, limit: Int64?) throws(FileError) {
    var status = Glibc.stat()
    let isRegular =
      unsafe fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    do {
      if isRegular {
        try self.init(FileDescriptor.standardInput.duplicate(), path: path)
      } else {
        let spool = try SpoolFile(standingFor: path, for: .read)
        try spool.fill(from: .standardInput, maximum: limit)
        try self.init(spool.descriptor.duplicate(), path: path)
      }
    } catch let error as FileError { throw error } catch {
      throw FileError(.read, path, errno: error as? Errno ?? .ioError)
    }
  }

  /// The bytes of `whole` from `start` on.
  /// - Throws: ``FileError`` where there are none, or the process has no descriptor left.
  public convenience init(_ whole: FileSource, from start: Int64) throws(FileError) {
    let copy: FileDescriptor
    do { copy = try whole.descriptor.duplicate() } catch {
      throw FileError(.open, whole.path, errno: error as? Errno ?? .ioError)
    }
    try self.init(copy, path: whole.path, from: whole.start + min(max(0, start), whole.byteCount))
  }

  /// Takes an open file, which is closed with the source.
  private init(
    _ descriptor: FileDescriptor, path: String, from start: Int64 = 0
  ) throws(FileError) {
    self.path = path
    self.descriptor = descriptor
    var status = Glibc.stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else {
      throw Self.closing(descriptor, FileError(.open, path, errno: Errno(rawValue: errno)))
    }
    if let kind = FileKind(notRegular: status.st_mode) {
      throw Self.closing(descriptor, FileError(.open, path, .notRegular(kind)))
    }
    self.start = start
    byteCount = max(0, Int64(status.st_size) - start)
    identity = FileIdentity(status)
    do {
      var head: [UInt8] = []
      let count = Int(min(Int64(Self.headSize), byteCount))
      try Self.read(descriptor, path, at: start, count: count, into: &head)
      self.head = head
    } catch { throw Self.closing(descriptor, error) }
  }

  deinit { try? descriptor.close() }

  private static func closing(_ descriptor: FileDescriptor, _ error: FileError) -> FileError {
    try? descriptor.close()
    return error
  }

  /// Replaces `bytes` with up to `count` bytes from `offset` on.
  /// - Throws: ``FileError`` where the disk fails, or the file has become shorter than it was.
  public func read(at offset: Int64, count: Int, into bytes: inout [UInt8]) throws(FileError) {
    let wanted = Int(min(Int64(max(0, count)), max(0, byteCount - max(0, offset))))
    guard wanted > 0 else { return bytes.removeAll(keepingCapacity: true) }
    if offset >= 0, offset + Int64(wanted) <= Int64(head.count) {
      bytes.removeAll(keepingCapacity: true)
      bytes.append(contentsOf: head[Int(offset)..<Int(offset) + wanted])
      return
    }
    // bounded: a place in the file; the system refuses a negative one.
    let place = offset < 0 ? offset : start + offset
    try Self.read(descriptor, path, at: place, count: wanted, into: &bytes)
  }

  private static func read(
    _ descriptor: FileDescriptor, _ path: String, at offset: Int64, count: Int,
    into bytes: inout [UInt8]
  ) throws(FileError) {
    do {
      guard bytes.count != count else {
        return try unsafe bytes.withUnsafeMutableBytes {
          try unsafe fill($0, from: descriptor, path, at: offset)
        }
      }
      bytes = try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        try unsafe fill(
          UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]),
          from: descriptor, path, at: offset)
        initializedCount = count
      }
    } catch let error as FileError { throw error } catch {
      throw FileError(.read, path, errno: error as? Errno ?? .ioError)
    }
  }

  private static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from descriptor: FileDescriptor, _ path: String,
    at offset: Int64
  ) throws {
    var done = 0
    while done < buffer.count {
      let read = try unsafe descriptor.read(
        fromAbsoluteOffset: offset + Int64(done), into: .init(rebasing: buffer[done...]))
      guard read > 0 else { throw FileError(.read, path, .endedEarly) }
      done += read
    }
  }
}

extension FileIdentity {
  init(_ status: stat) {
    self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}

extension FileKind {
  /// The kind of file that `mode` describes; nil for a regular one.
  init?(notRegular mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: self = .directory
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFCHR, S_IFBLK: self = .device
    default: self = .other
    }
  }
}
