extension UInt8 {
  /// Whether a name may contain this byte: a letter, a digit, `_`, or a part of a character beyond
  /// ASCII.
  var isWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// The same for a language that also allows some marks in names.
  func isWord(or marks: StaticString) -> Bool {
    isWord || marks.withUTF8Buffer { $0.contains(self) }
  }
}
