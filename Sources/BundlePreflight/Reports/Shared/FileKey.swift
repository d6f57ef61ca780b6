/// A file's name as a key: its bytes.
///
/// Strings are equal by Unicode's rules; a file system distinguishes `é` from `e` with a combining
/// accent.
struct FileKey: Hashable, Comparable {
  private let bytes: [UInt8]

  init(_ file: String) { bytes = Array(file.utf8) }

  static func < (left: FileKey, right: FileKey) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
