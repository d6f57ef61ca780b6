import Glibc
import SystemPackage

/// Keeps the content of the file at `path` under another name beside it, before something replaces
/// the file: `NAME.orig`, or `NAME.orig-2` and so on where that is taken. No existing file is
/// replaced.
///
/// The new name is a hard link, which appears at once; a file system without hard links gets a copy.
/// - Parameter path: a regular file, not a link.
/// - Returns: the path of the kept file.
/// - Throws: ``FileError`` where the folder cannot be written.
public func keepOriginal(of path: String) throws(FileError) -> String {
  for number in 1...10_000 {
    let kept = path + ".orig" + (number == 1 ? "" : "-\(number)")
    if unsafe link(path, kept) == 0 { return kept }
    switch errno {
    case EEXIST: continue
    // link(2): the file system has no hard links, the file has too many, or is another user's.
    case EPERM, EOPNOTSUPP, EMLINK, ENOSYS:
      if try copyOriginal(path, to: kept) { return kept }
    case let code: throw FileError(.write, kept, errno: Errno(rawValue: code))
    }
  }
  throw FileError(.write, path + ".orig", errno: .fileExists)
}

/// Copies the file to the new name `kept`.
/// - Returns: false where the name is taken.
private func copyOriginal(_ path: String, to kept: String) throws(FileError) -> Bool {
  let source = try FileSource(path: path)
  let copy: FileDescriptor
  do {
    copy = try .open(
      FilePath(kept), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: .ownerReadWrite)
  } catch {
    if error as? Errno == .fileExists { return false }
    throw FileError(.write, kept, errno: error as? Errno ?? .ioError)
  }
  defer { try? copy.close() }
  do throws(FileError) {
    try fill(copy, with: source, as: kept)
  } catch {
    unsafe unlink(kept)
    throw error
  }
  return true
}

private func fill(
  _ copy: FileDescriptor, with source: FileSource, as kept: String
) throws(FileError) {
  var status = Glibc.stat()
  if unsafe fstat(source.descriptor.rawValue, &status) == 0 {
    fchmod(copy.rawValue, status.st_mode & 0o7777)
  }
  var bytes: [UInt8] = []
  var offset: Int64 = 0
  while offset < source.byteCount {
    try source.read(at: offset, count: 1 << 18, into: &bytes)
    do {
      _ = try unsafe bytes.withUnsafeBytes {
        try unsafe copy.writeAll(toAbsoluteOffset: offset, $0)
      }
    } catch { throw FileError(.write, kept, errno: error as? Errno ?? .ioError) }
    offset += Int64(bytes.count)
  }
  guard fsync(copy.rawValue) == 0 else {
    throw FileError(.write, kept, errno: Errno(rawValue: errno))
  }
}
