import CSystemSQLite
import Glibc

/// The files of a database that cannot be opened as one, byte by byte.
package final class DamagedFile {
  private let connection: OpaquePointer
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: UnsafePointer<sqlite3_io_methods>
  private let path: String
  private let size: Int

  /// Opens it through SQLite: a descriptor of our own would, when it is closed, take SQLite's locks
  /// from all connections of this process (POSIX.1-2017, fcntl).
  package init(_ path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      throw SQLiteError(code)
    }
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(opened, "main", SQLITE_FCNTL_FILE_POINTER, &pointer)
    var size: Int64 = 0
    guard let file = pointer, let methods = file.pointee.pMethods,
      methods.pointee.xFileSize?(file, &size) == SQLITE_OK
    else {
      sqlite3_close(opened)
      throw SQLiteError(SQLITE_IOERR)
    }
    (connection, self.file, self.methods, self.path) = (opened, file, methods, path)
    self.size = Int(size)
  }

  deinit { sqlite3_close(connection) }

  /// - Throws: where the disk fails, which is not damage of the file.
  package var bytes: ByteSource {
    ByteSource(count: size) { [self] place, count in
      var buffer = [UInt8](repeating: 0, count: count)
      let code = methods.pointee.xRead?(file, &buffer, Int32(count), Int64(place)) ?? SQLITE_IOERR
      // The file was truncated meanwhile: the rest is zeros.
      guard code == SQLITE_OK || code == SQLITE_IOERR | (2 << 8) else {
        throw SQLiteError(code)
      }
      return buffer
    }
  }

  /// The log of the database; nil where there is none. SQLite holds no locks on this file.
  package static func log(of path: String) throws -> ByteSource? {
    let descriptor = open(path + "-wal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw StoreError.io("cannot read \(path)-wal: \(String(cString: strerror(errno)))")
    }
    let file = OpenFile(descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return ByteSource(count: Int(status.st_size)) { place, count in
      try file.read(place, count)
    }
  }

  private final class OpenFile {
    private let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }

    func read(_ place: Int, _ count: Int) throws -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: count)
      var done = 0
      while done < count {
        let got = buffer.withUnsafeMutableBytes {
          pread(descriptor, $0.baseAddress.map { $0 + done }, count - done, off_t(place + done))
        }
        if got < 0, errno == EINTR { continue }
        if got < 0 {
          throw StoreError.io("cannot read the log: \(String(cString: strerror(errno)))")
        }
        if got == 0 { break }
        done += got
      }
      return Array(buffer[..<done])
    }
  }
}
