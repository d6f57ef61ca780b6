import AudioFormats
import CLinux
import Files
import Glibc

/// Reads files beneath a folder, whatever an app has put there.
///
/// The folder's own path is trusted, everything beneath it is not. Links are not followed and files
/// outside cannot be reached. A pipe or a device neither blocks nor is read. A file is read up to
/// the length that it had when it was opened.
struct SoundFileReader: Sendable {
  /// The treatment of symbolic links beneath the folder.
  enum Links: Sendable {
    case refused
    /// Followed while they stay beneath the folder.
    case within
  }

  /// Bytes of the largest file that is read.
  var byteLimit: Int64 = 16 << 20
  /// Whether `openat2` is tried. If the kernel lacks it or a sandbox forbids it, each step is
  /// opened separately, and links are never followed.
  var usesOpenat2 = true

  /// The content of `path`, a relative path of plain names, beneath `folder`.
  /// - Returns: nil if there is no such file, or a folder on its path may not be searched.
  func read(
    _ path: [PlainName], beneath folder: String, links: Links = .refused
  ) throws(SoundFileRefusal) -> [UInt8]? {
    let base = open(folder, Self.findFlag | O_DIRECTORY | O_CLOEXEC)
    guard base >= 0 else { return errno == EACCES ? nil : try Self.absence(errno) }
    defer { close(base) }
    let file = openFile(path, base, links, Self.fileFlags)
    guard file >= 0 else {
      return errno == EACCES ? try absenceOfDenied(path, base, links) : try Self.absence(errno)
    }
    defer { close(file) }
    return try content(of: file)
  }

  /// Finds a file without opening it.
  private static let findFlag = tocsin_o_path
  private static let fileFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC

  /// - Returns: a descriptor, or -1 with `errno`.
  private func openFile(
    _ path: [PlainName], _ base: Int32, _ links: Links, _ flags: Int32
  ) -> Int32 {
    guard usesOpenat2 else { return walk(path, base, flags) }
    var resolve = UInt(RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS)
    if links == .refused { resolve |= UInt(RESOLVE_NO_SYMLINKS) }
    let joined = path.map(\.text).joined(separator: "/")
    let file = tocsin_openat2(base, joined, flags, resolve)
    // Some sandboxes answer EPERM for calls that they do not know.
    return file < 0 && (errno == ENOSYS || errno == EPERM) ? walk(path, base, flags) : file
  }

  private func walk(_ path: [PlainName], _ base: Int32, _ flags: Int32) -> Int32 {
    var folder = fcntl(base, F_DUPFD_CLOEXEC, 0)
    for name in path.dropLast() where folder >= 0 {
      let next = openat(folder, name.text, Self.findFlag | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let failure = next < 0 ? Self.failure(of: name, in: folder) : 0
      close(folder)
      errno = failure
      folder = next
    }
    guard folder >= 0, let name = path.last else { return -1 }
    let file = openat(folder, name.text, flags | O_NOFOLLOW)
    let failure = errno
    close(folder)
    errno = failure
    return file
  }

  /// A link is "no folder" to the kernel here, and must not pass for an absent file.
  private static func failure(of name: PlainName, in folder: Int32) -> Int32 {
    let failure = errno
    var status = stat()
    let isLink =
      fstatat(folder, name.text, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
    return isLink ? ELOOP : failure
  }

  private func content(of file: Int32) throws(SoundFileRefusal) -> [UInt8] {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(errno) }
    if let kind = FileKind(ofNotRegular: status.st_mode) { throw .notRegular(kind) }
    guard status.st_size <= byteLimit else { throw .tooLarge(byteCount: Int64(status.st_size)) }
    let count = Int(status.st_size)
    var failure: SoundFileRefusal?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let read = pread(file, buffer.baseAddress.map { $0 + done }, count - done, done)
        if read < 0, errno == EINTR { continue }
        guard read > 0 else {
          failure = read == 0 ? .endedEarly : .system(errno)
          return
        }
        done += read
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Tells a file that may not be read from a folder that may not be looked into.
  private func absenceOfDenied(
    _ path: [PlainName], _ base: Int32, _ links: Links
  ) throws(SoundFileRefusal) -> [UInt8]? {
    // Finding a file does not need the right to read it.
    let file = openFile(path, base, links, Self.findFlag | O_CLOEXEC)
    guard file >= 0 else { return nil }
    close(file)
    throw .permissionDenied
  }

  /// nil if `code` means that the file does not exist.
  private static func absence(_ code: Int32) throws(SoundFileRefusal) -> [UInt8]? {
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG: return nil
    case ELOOP, EXDEV: throw .link
    case EPERM: throw .permissionDenied
    case ENXIO: throw .notRegular(.socket)
    default: throw .system(code)
    }
  }
}

extension FileKind {
  fileprivate init?(ofNotRegular mode: mode_t) {
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
