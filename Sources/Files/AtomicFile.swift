import Glibc
public import SystemPackage

/// A file that appears under its name complete, or not at all.
///
/// It is written without a name in the folder of its target (`O_TMPFILE`), synced, linked and
/// renamed over the target. Whatever happens before `commit()` (an error, a kill, a power cut)
/// leaves the old file, and the kernel deletes the nameless one. A kill between link and rename
/// leaves `.NAME.tocsin-part`, which the next output of that name removes.
///
/// Some file systems, such as vfat and NFS, have no nameless files. There the file is written as
/// `.NAME.tocsin-part-` and eight random digits: an error removes it, and a kill leaves it.
public final class AtomicFile: ByteSink {
  /// A place for a file, however its path is spelled.
  public struct Target: Hashable, Sendable {
    let folder: FileIdentity
    let name: String

    init(folder: FileIdentity, name: String) { (self.folder, self.name) = (folder, name) }

    /// The place that `path` names; nil where its folder is not there.
    public init?(_ path: String) {
      let path = FilePath(path)
      let parent = path.removingLastComponent()
      var status = Glibc.stat()
      guard let name = path.lastComponent?.string,
        unsafe stat(parent.isEmpty ? "." : parent.string, &status) == 0
      else { return nil }
      self.init(folder: FileIdentity(status), name: name)
    }
  }

  /// The final place of the file.
  public let target: Target
  private let path: String
  private let folder: FileDescriptor
  private let name: String
  private let file: FileDescriptor
  /// Whether something has the name already.
  private let replaces: Bool
  /// The name of the temporary file, if the file system does not support nameless ones.
  private var temporaryName: String?

  /// Bytes from the start to the last one written.
  public private(set) var byteCount: Int64 = 0

  /// A new file that will replace the one at `path`.
  /// - Parameters:
  ///   - path: the name that the file gets.
  ///   - inputs: files that must not be the target, however that is spelled.
  ///   - followsLinks: whether a symbolic link at `path` stays, and its destination is replaced.
  /// - Throws: ``FileError`` if the folder does not exist or is not writable, or the target is one
  ///   of the inputs.
  public init(
    path: String, inputs: [FileIdentity] = [], followsLinks: Bool = false
  ) throws(FileError) {
    let mode = try Self.modeOfReplaced(path, inputs: inputs)
    guard !path.isEmpty else { throw FileError(.write, path, .notFound) }
    let target = followsLinks ? try Self.followingLinks(FilePath(path)) : FilePath(path)
    guard let name = target.lastComponent?.string, name != "..", name != ".",
      !path.hasSuffix("/")
    else {
      throw FileError(.write, path, .notRegular(.directory))
    }
    let parent = target.removingLastComponent()
    let folder: FileDescriptor
    do {
      folder = try .open(
        parent.isEmpty ? "." : parent, .readOnly, options: [.directory, .closeOnExec])
    } catch { throw FileError(.write, path, errno: error as? Errno ?? .ioError) }
    do {
      (file, temporaryName) = try Self.create(in: folder, for: name)
    } catch {
      try? folder.close()
      throw FileError(.write, path, errno: error as? Errno ?? .ioError)
    }
    var status = Glibc.stat()
    _ = unsafe fstat(folder.rawValue, &status)
    self.target = Target(folder: FileIdentity(status), name: name)
    self.path = path
    self.name = name
    self.folder = folder
    replaces = mode != nil
    if let mode { fchmod(file.rawValue, mode & 0o7777) }
  }

  deinit {
    // The name first: closing the file gives up its lock.
    if let temporaryName { unsafe unlinkat(folder.rawValue, temporaryName, 0) }
    try? file.close()
    try? folder.close()
  }

  /// Writes into the file without a name, which grows as needed.
  /// - Throws: ``FileError``, such as for a full disk.
  public func write(_ bytes: [UInt8], at offset: Int64) throws(FileError) {
    do {
      _ = try unsafe bytes.withUnsafeBytes {
        try unsafe file.writeAll(toAbsoluteOffset: offset, $0)
      }
    } catch { throw failure(error as? Errno ?? .ioError) }
    byteCount = max(byteCount, offset + Int64(bytes.count))
  }

  /// For another program that writes the file; `measure()` follows.
  public var descriptor: FileDescriptor { file }

  /// The file without a name, as it is now, for reading.
  /// - Throws: ``FileError`` where it cannot be opened a second time.
  public func reader() throws(FileError) -> FileSource {
    try FileSource(path: "/proc/self/fd/\(file.rawValue)")
  }

  /// Reads the size of the file after another program wrote it.
  /// - Throws: ``FileError`` where the size cannot be read.
  public func measure() throws(FileError) {
    var status = Glibc.stat()
    guard unsafe fstat(file.rawValue, &status) == 0 else { throw failure(Errno(rawValue: errno)) }
    byteCount = Int64(status.st_size)
  }

  /// Makes the bytes durable and gives them their name.
  /// - Throws: ``FileError``; the old file at the path stays.
  public func commit() throws(FileError) {
    guard fsync(file.rawValue) == 0 else { throw failure(Errno(rawValue: errno)) }
    if temporaryName != nil {
      try rename()
    } else if replaces || !link(as: name) {
      try linkAndRename()
    }
    // Some file systems cannot sync a folder; the file itself is safe by then.
    fsync(folder.rawValue)
  }

  /// Replaces the file that has the name: `link` cannot do that, `rename` can.
  ///
  /// The name between the two is always the same for one output, so that the next run removes the
  /// file that a kill at this moment leaves. A run that is alive holds the lock of its file. Others
  /// wait for its name and never remove it, since a nameless file can be linked only once.
  private func linkAndRename() throws(FileError) {
    let temporary = Self.partName(for: name)
    guard flock(file.rawValue, LOCK_EX) == 0 else { throw failure(Errno(rawValue: errno)) }
    for _ in 0..<10_000 {
      if link(as: temporary) {
        temporaryName = temporary
        return try rename()
      }
      guard errno == EEXIST else { throw failure(Errno(rawValue: errno)) }
      if !removeLeftover(temporary) { usleep(1_000) }
    }
    throw failure(.fileExists)
  }

  /// Takes away the file `temporary`, unless the run that made it is alive.
  private func removeLeftover(_ temporary: String) -> Bool {
    let there = FilePath("/proc/self/fd/\(folder.rawValue)").appending(temporary)
    guard
      let leftover = try? FileDescriptor.open(
        there, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
    else { return errno == ENOENT }
    defer { try? leftover.close() }
    guard flock(leftover.rawValue, LOCK_EX | LOCK_NB) == 0 else { return false }
    // Under the lock, other runs do not remove the name; it may have been removed before.
    var (held, named) = (Glibc.stat(), Glibc.stat())
    guard unsafe fstat(leftover.rawValue, &held) == 0,
      unsafe fstatat(folder.rawValue, temporary, &named, AT_SYMLINK_NOFOLLOW) == 0,
      FileIdentity(held) == FileIdentity(named)
    else { return true }
    return unsafe unlinkat(folder.rawValue, temporary, 0) == 0
  }

  private func rename() throws(FileError) {
    guard let temporaryName,
      unsafe renameat(folder.rawValue, temporaryName, folder.rawValue, name) == 0
    else { throw failure(Errno(rawValue: errno)) }
    self.temporaryName = nil
  }

  /// Gives the nameless file the name `name`, if that is free.
  private func link(as name: String) -> Bool {
    let this = "/proc/self/fd/\(file.rawValue)"
    return unsafe linkat(AT_FDCWD, this, folder.rawValue, name, AT_SYMLINK_FOLLOW) == 0
  }

  private func failure(_ errno: Errno) -> FileError { FileError(.write, path, errno: errno) }

  private static func partName(for name: String) -> String {
    // Names may be up to 255 bytes long: leave room for the dot and the suffix.
    "." + String(decoding: name.utf8.prefix(200), as: UTF8.self) + ".tocsin-part"
  }

  private static func create(
    in folder: FileDescriptor, for name: String
  ) throws -> (FileDescriptor, String?) {
    let here = FilePath("/proc/self/fd/\(folder.rawValue)")
    let permissions = FilePermissions(rawValue: 0o666)
    // <fcntl.h>: O_TMPFILE is __O_TMPFILE | O_DIRECTORY, a macro that Swift cannot import.
    let nameless = FileDescriptor.OpenOptions(rawValue: 0o20_000_000 | O_DIRECTORY)
    do {
      return (
        try .open(here, .writeOnly, options: [nameless, .closeOnExec], permissions: permissions),
        nil
      )
    } catch Errno.notSupported, Errno.isDirectory, Errno.invalidArgument {
      // Two runs may write at once here, so each has a name of its own.
      let suffix = hexadecimal(UInt64.random(in: 0...UInt64(UInt32.max)), digits: 8)
      let temporary = partName(for: name) + "-" + suffix
      return (
        try .open(
          here.appending(temporary), .writeOnly,
          options: [.create, .exclusiveCreate, .closeOnExec], permissions: permissions), temporary
      )
    }
  }

  /// The destination of the link at `path`; `path` itself if it is not a link.
  private static func followingLinks(_ path: FilePath) throws(FileError) -> FilePath {
    var path = path
    // The kernel follows 40 links at most (path_resolution(7)).
    for _ in 0...40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = unsafe readlink(path.string, &buffer, Int(PATH_MAX))
      guard count > 0 else { return path }
      let bytes = buffer[..<count].map { UInt8(bitPattern: $0) }
      let target = FilePath(String(decoding: bytes, as: UTF8.self))
      path = target.isAbsolute ? target : path.removingLastComponent().pushing(target)
    }
    throw FileError(.write, path.string, .tooManyLinks)
  }

  /// The mode of the file that will be replaced; nil if it does not exist.
  private static func modeOfReplaced(
    _ path: String, inputs: [FileIdentity]
  ) throws(FileError) -> mode_t? {
    var status = Glibc.stat()
    guard unsafe stat(path, &status) == 0 else {
      let code = Errno(rawValue: errno)
      // A missing file or a dangling link is not an error here.
      if code == .noSuchFileOrDirectory { return nil }
      throw FileError(.write, path, errno: code)
    }
    if inputs.contains(FileIdentity(status)) { throw FileError(.write, path, .sameAsInput) }
    if let kind = FileKind(notRegular: status.st_mode) {
      throw FileError(.write, path, .notRegular(kind))
    }
    return status.st_mode
  }
}
