import AudioTypes
import CArchive
import Files
import Glibc

/// One pass over an archive, entry by entry; nothing is ever unpacked to disk.
final class ArchiveReader {
  /// Why an archive cannot be read, as the end of a sentence.
  struct Failure: Error { let reason: String }

  /// An entry's header.
  struct Entry {
    /// As it stands in the archive: it may lead anywhere.
    let path: String
    /// nil where the header does not say.
    let byteCount: Int64?
    let isRegular: Bool
    let isFolder: Bool
    let isEncrypted: Bool
  }

  private let library: ArchiveLibrary
  private let archive: ArchiveLibrary.Archive
  private let descriptor: Int32
  private static let blockSize = 65_536

  /// Opens the regular file `path`.
  init(path: String) throws {
    guard let library = ArchiveLibrary.shared else {
      throw Failure(reason: "libarchive is not installed: apt-get install libarchive13")
    }
    // Says in our words what is not a regular file, and never blocks on a pipe.
    _ = try FileSource(path: path)
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0, let archive = library.make() else {
      throw Failure(reason: "it cannot be opened: \(String(cString: strerror(errno)).lowercased())")
    }
    self.library = library
    self.archive = archive
    for support in library.supports { _ = support(archive) }
    guard library.openDescriptor(archive, descriptor, Self.blockSize) == ARCHIVE_OK else {
      throw failure("it is not a zip or tar archive")
    }
  }

  deinit {
    _ = library.free(archive)
    close(descriptor)
  }

  /// Whether the whole file is compressed, so that skipping an entry has to inflate it.
  var isCompressedStream: Bool { library.filterCount(archive) > 1 }

  /// The next entry; nil at the end.
  func next() throws(Failure) -> Entry? {
    var entry: OpaquePointer?
    let status = library.nextHeader(archive, &entry)
    if status == ARCHIVE_EOF { return nil }
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
      throw failure("its headers are damaged")
    }
    let type = library.fileType(entry)
    return Entry(
      path: path(of: entry),
      byteCount: library.sizeIsSet(entry) != 0 ? library.size(entry) : nil,
      isRegular: type == S_IFREG, isFolder: type == S_IFDIR,
      isEncrypted: library.isEncrypted(entry) != 0)
  }

  private func path(of entry: OpaquePointer) -> String {
    let text = library.pathUTF8(entry) ?? library.pathBytes(entry)
    return text.map { String(cString: $0) } ?? ""
  }

  /// The content of the entry that `next()` gave; nil where it has more than `limit` bytes,
  /// whatever its header says.
  func content(limit: Int) throws(Failure) -> [UInt8]? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    while true {
      let count = block.withUnsafeMutableBytes {
        library.readData(archive, $0.baseAddress, $0.count)
      }
      guard count >= 0 else { throw failure("an entry is damaged") }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { return nil }
      bytes.append(contentsOf: block[..<count])
    }
  }

  private func failure(_ what: String) -> Failure {
    let detail = library.errorText(archive).map { ": " + printable(String(cString: $0)) } ?? ""
    return Failure(reason: what + detail)
  }
}
