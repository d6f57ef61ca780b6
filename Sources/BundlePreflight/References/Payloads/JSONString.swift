/// The text of JSON's strings.
enum JSONString {
  /// The text between the quotation mark at `start` and the next one; a `JSONReader` has already
  /// checked the string.
  static func text(_ bytes: [UInt8], at start: Int) -> String {
    var units: [UInt8] = []
    var at = start + 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      guard bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count else {
        units.append(bytes[at])
        at += 1
        continue
      }
      if let unit = unit(bytes, at: at) {
        at += 6
        let trail = UTF16.isLeadSurrogate(unit) ? Self.unit(bytes, at: at) : nil
        if trail != nil { at += 6 }
        units += String(decoding: [unit] + (trail.map { [$0] } ?? []), as: UTF16.self).utf8
      } else {
        units.append(escapes[bytes[at + 1]] ?? bytes[at + 1])
        at += 2
      }
    }
    return String(decoding: units, as: UTF8.self)
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
    UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]

  /// The UTF-16 unit of the escape `\uXXXX` at `at`; nil if there is none.
  static func unit(_ bytes: [UInt8], at: Int) -> UInt16? {
    guard at + 6 <= bytes.count, bytes[at] == UInt8(ascii: "\\"),
      bytes[at + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[(at + 2)..<(at + 6)] {
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
        return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
