import Glibc
import SystemPackage

/// A temporary file without a name, for bytes that come from a pipe or go into one.
///
/// It is made in `$TMPDIR`, else in `/tmp`, and the kernel deletes it with its last descriptor.
public final class SpoolFile: ByteSink {
  let descriptor: FileDescriptor
  private let path: String
  /// Bytes from the start to the last one written.
  public private(set) var byteCount: Int64 = 0

  /// - Parameter path: the name for it in errors: `-`.
  /// - Throws: ``FileError`` where neither folder can hold it.
  public init(standingFor path: String) throws(FileError) {
    self.path = path
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    do {
      // <fcntl.h>: O_TMPFILE is __O_TMPFILE | O_DIRECTORY, a macro that Swift cannot import.
      descriptor = try .open(
        FilePath(folder.isEmpty ? "/tmp" : folder), .readWrite,
        options: [.init(rawValue: 0o20_000_000 | O_DIRECTORY), .closeOnExec],
        permissions: .ownerReadWrite)
    } catch { throw FileError(.write, path, errno: error as? Errno ?? .ioError) }
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

  /// Takes all that can be read from `input`.
  func fill(from input: FileDescriptor) throws(FileError) {
    try Self.copy(from: input, to: descriptor, FileError.Operation.read, path)
  }

  /// Writes all bytes to `output`, which may be a pipe.
  /// - Throws: ``FileError`` where the reader has gone or the disk is full.
  public func copy(toDescriptor output: Int32) throws(FileError) {
    do { try descriptor.seek(offset: 0, from: .start) } catch {
      throw FileError(.read, path, errno: error as? Errno ?? .ioError)
    }
    try Self.copy(from: descriptor, to: FileDescriptor(rawValue: output), .write, path)
  }

  private static func copy(
    from input: FileDescriptor, to output: FileDescriptor, _ operation: FileError.Operation,
    _ path: String
  ) throws(FileError) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    do {
      while true {
        let count = try unsafe bytes.withUnsafeMutableBytes { try unsafe input.read(into: $0) }
        if count == 0 { return }
        _ = try unsafe bytes.withUnsafeBytes {
          try unsafe output.writeAll(UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
      }
    } catch { throw FileError(operation, path, errno: error as? Errno ?? .ioError) }
  }
}
