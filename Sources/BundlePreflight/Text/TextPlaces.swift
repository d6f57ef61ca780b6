/// A place in a text.
struct TextPlace: Hashable, Comparable, Sendable {
  /// From 1. Lines end in LF, CR LF, or CR.
  var line = 1
  /// In characters (Unicode scalars), from 1.
  var column = 1

  static func < (one: TextPlace, other: TextPlace) -> Bool {
    (one.line, one.column) < (other.line, other.column)
  }
}

/// A walk over a text that computes the places of increasing offsets.
struct TextPlaces {
  private let bytes: [UInt8]
  private var at = 0
  private var place = TextPlace()

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The place of `offset`, which must not be smaller than the last one.
  mutating func place(of offset: Int) -> TextPlace {
    while at < min(offset, bytes.count) { step() }
    return place
  }

  /// The offset of a place, which must not be before the last one; nil if there is no such place.
  mutating func offset(of other: TextPlace) -> Int? {
    while at < bytes.count, place < other { step() }
    return at < bytes.count && place == other ? at : nil
  }

  private mutating func step() {
    let byte = bytes[at]
    let isReturnAlone = byte == 0x0D && !(at + 1 < bytes.count && bytes[at + 1] == 0x0A)
    at += 1
    if byte == 0x0A || isReturnAlone {
      place.line += 1
      place.column = 1
    } else if at >= bytes.count || bytes[at] & 0xC0 != 0x80 || byte < 0x80 {
      // Not in the middle of a character.
      place.column += 1
    }
  }
}
