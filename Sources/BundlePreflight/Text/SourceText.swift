/// A text file converted to UTF-8.
struct SourceText: Sendable {
  let bytes: [UInt8]

  /// Removes the byte order mark. UTF-16 is recognized by its mark or, as in JSON readers, by the
  /// zero bytes next to its first characters (RFC 4627, section 3).
  init(_ bytes: [UInt8]) {
    let start = Array(bytes.prefix(4))
    if start.starts(with: [0xFE, 0xFF]) {
      self.bytes = Self.utf8(bytes[2...], isBigEndian: true)
    } else if start.starts(with: [0xFF, 0xFE]) {
      self.bytes = Self.utf8(bytes[2...], isBigEndian: false)
    } else if start.count == 4, start[0] == 0, start[1] != 0, start[2] == 0 {
      self.bytes = Self.utf8(bytes[...], isBigEndian: true)
    } else if start.count == 4, start[0] != 0, start[1] == 0, start[3] == 0 {
      self.bytes = Self.utf8(bytes[...], isBigEndian: false)
    } else {
      self.bytes = bytes.withoutByteOrderMark
    }
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { at in
      let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

extension [UInt8] {
  /// UTF-8 without the mark that some editors write before it.
  var withoutByteOrderMark: [UInt8] {
    starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
  }
}
