import FoundationEssentials
import Glibc

/// The one way in which files and folders of a store are made and opened.
///
/// A file is opened only if it is a regular one: a link is not followed, a pipe is not waited for.
/// What is made belongs to the owner of the folder in which it is made, whoever makes it.
package enum StoreFile {
  /// The reason why a file was not opened.
  package enum Fault: Error {
    /// The kernel's error number.
    case system(Int32)
    /// What there is instead of a file, such as "a pipe".
    case kind(String)
  }

  /// What a file is opened for.
  package enum Access {
    case reading
    case readingAndWriting

    fileprivate var flags: Int32 { self == .reading ? O_RDONLY : O_RDWR }
  }

  private static let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY

  /// Opens a file.
  /// - Returns: its descriptor, which the caller must close.
  package static func open(_ path: String, for access: Access) throws(Fault) -> Int32 {
    // Before it is opened: to open some devices is to use them.
    if let kind = wrongKind(at: path) { throw .kind(kind) }
    let descriptor = Glibc.open(path, access.flags | flags)
    guard descriptor >= 0 else { throw .system(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .kind(name(of: status.st_mode))
    }
    return descriptor
  }

  /// Opens a file for reading and writing, and makes it where it is missing.
  /// - Returns: its descriptor, which the caller must close.
  package static func openOrMake(_ path: String) throws(Fault) -> Int32 {
    for _ in 0..<100 {
      do {
        return try open(path, for: .readingAndWriting)
      } catch .system(ENOENT) {}
      do {
        return try make(path)
      } catch .system(EEXIST) {}
    }
    throw .system(EEXIST)
  }

  /// Makes a file that only its owner may read.
  /// - Returns: its descriptor, which the caller must close.
  /// - Throws: `Fault.system(EEXIST)` where there is something of this name.
  package static func make(_ path: String) throws(Fault) -> Int32 {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | flags, 0o600)
    guard descriptor >= 0 else { throw .system(errno) }
    guard give(descriptor, toOwnerOf: parent(of: path)) else {
      let reason = errno
      close(descriptor)
      unlink(path)
      throw .system(reason)
    }
    return descriptor
  }

  /// Makes a folder that only its owner may use, and those above it where they are missing.
  package static func makeFolder(_ path: String) throws(Fault) {
    var isMade = mkdir(path, 0o700) == 0
    var reason = errno
    if !isMade, reason == ENOENT, path.contains("/") {
      try makeFolder(parent(of: path))
      // In a folder of the kernel it may be refused for good.
      isMade = mkdir(path, 0o700) == 0
      reason = errno
    }
    if isMade { return try giveFolder(path) }
    var status = stat()
    guard reason == EEXIST, stat(path, &status) == 0 else { throw .system(reason) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .kind(name(of: status.st_mode)) }
  }

  private static func giveFolder(_ path: String) throws(Fault) {
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    guard give(descriptor, toOwnerOf: parent(of: path)) else { throw .system(errno) }
  }

  /// Replaces a file by one with these bytes, which are on the disk when this returns.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(Fault) {
    if let kind = wrongKind(at: path) { throw .kind(kind) }
    let fresh = path + ".new-" + UUID().uuidString
    let descriptor = try make(fresh)
    defer { close(descriptor) }
    var isWritten = true
    var written = 0
    while isWritten, written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      isWritten = count > 0
      written += max(0, count)
    }
    guard isWritten, fsync(descriptor) == 0, rename(fresh, path) == 0 else {
      let reason = errno
      unlink(fresh)
      throw .system(reason)
    }
  }

  /// The text of a file; nil where there is none, or it cannot be read.
  package static func text(of path: String, limit: Int = 1 << 16) -> String? {
    guard let descriptor = try? open(path, for: .reading) else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return count < 0 ? nil : String(validating: bytes[..<count], as: UTF8.self)
  }

  // MARK: Kinds

  /// What there is at a path instead of a file; nil where there is a file, or nothing.
  package static func wrongKind(at path: String) -> String? { wrongKind(at: path, wanted: S_IFREG) }

  /// What there is at a path instead of `wanted`, a kind of file as in inode(7); nil where it is
  /// that, or there is nothing.
  static func wrongKind(at path: String, wanted: mode_t) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != wanted else { return nil }
    return name(of: status.st_mode)
  }

  private static func name(of mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFREG: "a file"
    case S_IFDIR: "a folder"
    case S_IFLNK: "a symbolic link"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "something else"
    }
  }

  // MARK: Owners

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Gives what root has just made to the owner of its folder; others cannot make anything in a
  /// folder that is not theirs.
  /// - Returns: false where the kernel refuses; `errno` says why.
  private static func give(_ descriptor: Int32, toOwnerOf folder: String) -> Bool {
    guard geteuid() == 0 else { return true }
    var (owner, made) = (stat(), stat())
    guard stat(folder, &owner) == 0, fstat(descriptor, &made) == 0 else { return false }
    if made.st_uid == owner.st_uid { return true }
    return fchown(descriptor, owner.st_uid, owner.st_gid) == 0
  }

  /// `O_PATH` and `AT_EMPTY_PATH` (open(2), fchownat(2)), which Swift's Glibc leaves out.
  private static let (locating, emptyPath): (Int32, Int32) = (0o10000000, 0x1000)

  /// Gives a socket that root has just bound to the owner of its folder.
  static func giveSocket(_ path: String) {
    guard geteuid() == 0 else { return }
    // The owner of the folder may put another file there meanwhile: only a socket of root's with
    // no other name is given away.
    let descriptor = Glibc.open(path, Self.locating | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var (owner, made) = (stat(), stat())
    guard stat(parent(of: path), &owner) == 0, fstat(descriptor, &made) == 0,
      made.st_mode & S_IFMT == S_IFSOCK, made.st_uid == 0, made.st_nlink == 1
    else { return }
    fchownat(descriptor, "", owner.st_uid, owner.st_gid, Self.emptyPath)
  }
}

extension StoreError {
  /// - Parameter call: what was tried, such as "make".
  init(_ fault: StoreFile.Fault, _ call: String, _ path: String) {
    self =
      switch fault {
      case .kind(let kind): .unusable("'\(path)' is \(kind): move it away")
      case .system(EROFS), .system(EACCES), .system(EPERM), .system(EBADF): .readOnly(path)
      case .system(ENOSPC), .system(EDQUOT): .full
      case .system(EIO): .io("cannot \(call) \(path)")
      case .system(let code): .other("cannot \(call) \(path): \(String(cString: strerror(code)))")
      }
  }
}
