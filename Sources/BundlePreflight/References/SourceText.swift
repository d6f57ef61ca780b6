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

/// A walk over a text that computes the lines and columns of increasing offsets.
struct TextPositions {
  private let bytes: [UInt8]
  private var at = 0
  private(set) var line = 1
  /// In code points.
  private(set) var column = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Moves to `offset`, which must not be smaller than the last one.
  mutating func advance(to offset: Int) {
    while at < min(offset, bytes.count) { step() }
  }

  /// Moves to a place, which must not be before the last one.
  /// - Returns: its offset; nil if there is no such place.
  mutating func advance(toLine line: Int, column: Int) -> Int? {
    while at < bytes.count, (self.line, self.column) < (line, column) { step() }
    return at < bytes.count && (self.line, self.column) == (line, column) ? at : nil
  }

  /// Lines end in LF, CR LF, or CR.
  private mutating func step() {
    let byte = bytes[at]
    let isReturnAlone = byte == 0x0D && !(at + 1 < bytes.count && bytes[at + 1] == 0x0A)
    at += 1
    if byte == 0x0A || isReturnAlone {
      line += 1
      column = 1
    } else if at >= bytes.count || bytes[at] & 0xC0 != 0x80 || byte < 0x80 {
      // Not in the middle of a character.
      column += 1
    }
  }
}
