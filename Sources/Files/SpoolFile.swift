import Glibc
import SystemPackage

/// A temporary file without a name, for bytes that come from a pipe or go into one.
///
/// It is made in `$TMPDIR`, else in `/tmp`, and the kernel deletes it with its last descriptor.
public final class SpoolFile: ByteSink {
  let descriptor: FileDescriptor
  private let path: String
  private let folder: String
  /// Bytes from the start to the last one written.
  public private(set) var byteCount: Int64 = 0

  /// - Parameter path: the name for it in errors: `-`.
  /// - Throws: ``FileError`` where neither folder can hold it.
  public convenience init(standingFor path: String) throws(FileError) {
    try self.init(standingFor: path, for: .write)
  }

  /// - Parameters:
  ///   - operation: the operation that fails where no file can be made.
  ///   - usesNameless: whether the kernel is asked for a file without a name first.
  init(
    standingFor path: String, for operation: FileError.Operation, usesNameless: Bool = true
  ) throws(FileError) {
    self.path = path
    let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    folder = named.isEmpty ? "/tmp" : named
    do {
      descriptor = try usesNameless ? Self.nameless(in: folder) : Self.unlinked(in: folder)
    } catch {
      let code = error as? Errno ?? .ioError
      throw FileError(operation, path, .noTemporaryFile(folder: folder, code.rawValue))
    }
  }

  private static func nameless(in folder: String) throws -> FileDescriptor {
    do {
      // <fcntl.h>: O_TMPFILE is __O_TMPFILE | O_DIRECTORY, a macro that Swift cannot import.
      return try .open(
        FilePath(folder), .readWrite,
        options: [.init(rawValue: 0o20_000_000 | O_DIRECTORY), .closeOnExec],
        permissions: .ownerReadWrite)
    } catch Errno.notSupported, Errno.isDirectory, Errno.invalidArgument {
      return try unlinked(in: folder)
    }
  }

  /// A file that loses its name at once, for file systems without nameless ones.
  private static func unlinked(in folder: String) throws -> FileDescriptor {
    let path = FilePath(folder)
      .appending("tocsin-" + hexadecimal(UInt64.random(in: 0 ... .max), digits: 16))
    let descriptor = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: .ownerReadWrite)
    _ = unsafe unlink(path.string)
    return descriptor
  }

  deinit { try? descriptor.close() }

  /// Puts `bytes` at `offset`.
  /// - Throws: ``FileError``, such as for a full disk.
  public func write(_ bytes: [UInt8], at offset: Int64) throws(FileError) {
    do {
      _ = try unsafe bytes.withUnsafeBytes {
        try unsafe descriptor.writeAll(toAbsoluteOffset: offset, $0)
      }
    } catch { throw FileError(.write, path, errno: error as? Errno ?? .ioError) }
    byteCount = max(byteCount, offset + Int64(bytes.count))
  }

  /// Bytes that are taken without a look at the disk: most sounds have fewer.
  private static let freeByteCount: Int64 = 1 << 20
  /// Bytes of the disk that stay free for others, or a 16th of a smaller one.
  private static let reserve: UInt64 = 64 << 20

  /// Takes all that can be read from `input`.
  /// - Parameters:
  ///   - maximum: the most bytes; nil takes as many as the disk has room for.
  ///   - reserve: bytes of the disk that stay free; nil is 64 MiB, or a 16th of a smaller disk.
  func fill(
    from input: FileDescriptor, maximum: Int64? = nil, reserve: UInt64? = nil
  ) throws(FileError) {
    var taken: Int64 = 0
    try Self.copy(from: input, to: descriptor, .read, path) { (count) throws(FileError) in
      taken += Int64(count)
      if let maximum, taken > maximum { throw FileError(.read, path, .tooLarge(maximum: maximum)) }
      guard taken <= Self.freeByteCount || hasRoom(for: count, reserve) else {
        throw FileError(.read, path, .noRoom(folder: folder))
      }
    }
  }

  /// Whether the disk has room for `count` bytes and the reserve; true for a disk without a size.
  private func hasRoom(for count: Int, _ reserve: UInt64?) -> Bool {
    var status = statvfs()
    guard unsafe fstatvfs(descriptor.rawValue, &status) == 0, status.f_blocks > 0 else {
      return true
    }
    let blockSize = Double(status.f_frsize)
    let kept =
      reserve.map(Double.init)
      ?? min(Double(Self.reserve), Double(status.f_blocks) * blockSize / 16)
    return Double(status.f_bavail) * blockSize >= kept + Double(count)
  }

  /// Writes all bytes to `output`, which may be a pipe.
  /// - Throws: ``FileError`` where the reader has gone or the disk is full.
  public func copy(toDescriptor output: Int32) throws(FileError) {
    do { try descriptor.seek(offset: 0, from: .start) } catch {
      throw FileError(.read, path, errno: error as? Errno ?? .ioError)
    }
    try Self.copy(from: descriptor, to: FileDescriptor(rawValue: output), .write, path)
  }

  /// - Parameter check: called with the number of bytes before they are written.
  private static func copy(
    from input: FileDescriptor, to output: FileDescriptor, _ operation: FileError.Operation,
    _ path: String, check: (Int) throws(FileError) -> Void = { _ in }
  ) throws(FileError) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    do {
      while true {
        let count = try unsafe bytes.withUnsafeMutableBytes { try unsafe input.read(into: $0) }
        if count == 0 { return }
        try check(count)
        _ = try unsafe bytes.withUnsafeBytes {
          try unsafe output.writeAll(UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
      }
    } catch let error as FileError { throw error } catch {
      throw FileError(operation, path, errno: error as? Errno ?? .ioError)
    }
  }
}
