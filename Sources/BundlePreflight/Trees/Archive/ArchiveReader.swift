import AudioFormats
import CArchive
import Files
import Glibc

/// One pass over an archive, entry by entry; nothing is ever unpacked to disk.
final class ArchiveReader {
  /// The reason why an archive cannot be read, as the end of a sentence.
  struct Failure: Error { let reason: String }

  /// An entry's header.
  struct Entry {
    /// The path as it is in the archive: it may lead anywhere.
    let path: String
    /// The size from the header; nil if it has none.
    let byteCount: Int64?
    let isRegular: Bool
    let isFolder: Bool
    let isEncrypted: Bool
  }

  private let archive: OpaquePointer
  private let descriptor: Int32
  private static let blockSize = 65_536
  /// The supported formats: zip and tar, and the compressions of tar files.
  private static let supports: [@convention(c) (OpaquePointer?) -> Int32] = [
    archive_read_support_format_zip, archive_read_support_format_tar,
    archive_read_support_filter_gzip, archive_read_support_filter_bzip2,
    archive_read_support_filter_xz, archive_read_support_filter_zstd,
  ]

  /// Opens the regular file `path`.
  init(path: String) throws {
    guard tocsin_has_archive() != 0 else {
      throw Failure(reason: "libarchive is not installed: apt-get install libarchive13")
    }
    // Reports anything but a regular file in our own words, and never blocks on a pipe.
    _ = try FileSource(path: path)
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0, let archive = archive_read_new() else {
      throw Failure(reason: "it cannot be opened: \(String(cString: strerror(errno)).lowercased())")
    }
    self.archive = archive
    for support in Self.supports { _ = support(archive) }
    guard archive_read_open_fd(archive, descriptor, Self.blockSize) == ARCHIVE_OK else {
      throw failure("it is not a zip or tar archive")
    }
  }

  deinit {
    _ = archive_read_free(archive)
    close(descriptor)
  }

  /// Whether the whole file is compressed, so that skipping an entry has to inflate it.
  var isCompressedStream: Bool { archive_filter_count(archive) > 1 }

  /// The next entry; nil at the end.
  func next() throws(Failure) -> Entry? {
    var entry: OpaquePointer?
    let status = archive_read_next_header(archive, &entry)
    if status == ARCHIVE_EOF { return nil }
    guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
      throw failure("its headers are damaged")
    }
    let type = archive_entry_filetype(entry)
    return Entry(
      path: path(of: entry),
      byteCount: archive_entry_size_is_set(entry) != 0 ? archive_entry_size(entry) : nil,
      isRegular: type == S_IFREG, isFolder: type == S_IFDIR,
      isEncrypted: archive_entry_is_encrypted(entry) != 0)
  }

  private func path(of entry: OpaquePointer) -> String {
    let text = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
    return text.map { String(cString: $0) } ?? ""
  }

  /// The content of the entry that `next()` returned; nil if it has more than `limit` bytes, even
  /// if its header says less.
  func content(limit: Int) throws(Failure) -> [UInt8]? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    while true {
      let count = block.withUnsafeMutableBytes {
        archive_read_data(archive, $0.baseAddress, $0.count)
      }
      guard count >= 0 else { throw failure("an entry is damaged") }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { return nil }
      bytes.append(contentsOf: block[..<count])
    }
  }

  private func failure(_ what: String) -> Failure {
    let detail = archive_error_string(archive).map { ": " + printable(String(cString: $0)) } ?? ""
    return Failure(reason: what + detail)
  }
}
