import CArchive
import Files
import Glibc

/// libarchive, loaded when the first archive is opened.
///
/// Most runs open none, and it brings a dozen other libraries: they start without them, and work
/// where it is not installed. Its header still checks every call.
struct ArchiveLibrary: Sendable {
  typealias Archive = OpaquePointer
  typealias Make = @convention(c) () -> Archive?
  typealias Call = @convention(c) (Archive?) -> Int32
  typealias OpenDescriptor = @convention(c) (Archive?, Int32, Int) -> Int32
  typealias NextHeader =
    @convention(c) (Archive?, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  typealias ReadData = @convention(c) (Archive?, UnsafeMutableRawPointer?, Int) -> Int
  typealias ArchiveText = @convention(c) (Archive?) -> UnsafePointer<CChar>?
  typealias Position = @convention(c) (Archive?, Int32) -> Int64
  typealias EntryText = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
  typealias EntryNumber = @convention(c) (OpaquePointer?) -> Int64
  typealias EntryFlag = @convention(c) (OpaquePointer?) -> Int32
  typealias EntryType = @convention(c) (OpaquePointer?) -> mode_t

  let make: Make
  let free: Call
  /// What is understood: zip and tar, and the compressions of tar files.
  let supports: [Call]
  let openDescriptor: OpenDescriptor
  let nextHeader: NextHeader
  let readData: ReadData
  let errorText: ArchiveText
  let filterCount: Call
  let filterBytes: Position
  let pathUTF8: EntryText
  let pathBytes: EntryText
  let size: EntryNumber
  let sizeIsSet: EntryFlag
  let isEncrypted: EntryFlag
  let fileType: EntryType

  /// The library by the name of its binary interface; nil where it is not installed.
  static let shared = ArchiveLibrary("libarchive.so.13")

  private init?(_ name: String) {
    guard let library = SharedLibrary(name) else { return nil }
    let supports: [Call] = [
      "archive_read_support_format_zip", "archive_read_support_format_tar",
      "archive_read_support_filter_gzip", "archive_read_support_filter_bzip2",
      "archive_read_support_filter_xz", "archive_read_support_filter_zstd",
    ].compactMap { library.function($0) }
    guard let make: Make = library.function("archive_read_new"),
      let free: Call = library.function("archive_read_free"),
      let openDescriptor: OpenDescriptor = library.function("archive_read_open_fd"),
      let nextHeader: NextHeader = library.function("archive_read_next_header"),
      let readData: ReadData = library.function("archive_read_data"),
      let errorText: ArchiveText = library.function("archive_error_string"),
      let filterCount: Call = library.function("archive_filter_count"),
      let filterBytes: Position = library.function("archive_filter_bytes"),
      let pathUTF8: EntryText = library.function("archive_entry_pathname_utf8"),
      let pathBytes: EntryText = library.function("archive_entry_pathname"),
      let size: EntryNumber = library.function("archive_entry_size"),
      let sizeIsSet: EntryFlag = library.function("archive_entry_size_is_set"),
      let isEncrypted: EntryFlag = library.function("archive_entry_is_encrypted"),
      let fileType: EntryType = library.function("archive_entry_filetype"), supports.count == 6
    else { return nil }
    (self.make, self.free, self.supports) = (make, free, supports)
    (self.openDescriptor, self.nextHeader, self.readData) = (openDescriptor, nextHeader, readData)
    (self.errorText, self.filterCount, self.filterBytes) = (errorText, filterCount, filterBytes)
    (self.pathUTF8, self.pathBytes, self.size) = (pathUTF8, pathBytes, size)
    (self.sizeIsSet, self.isEncrypted, self.fileType) = (sizeIsSet, isEncrypted, fileType)
  }
}
