/// A file's name as a key: its bytes.
///
/// Strings are equal where Unicode says so; a file system tells `é` from `e` with an accent on it.
struct FileKey: Hashable, Comparable {
  private let bytes: [UInt8]

  init(_ file: String) { bytes = Array(file.utf8) }

  static func < (left: FileKey, right: FileKey) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
