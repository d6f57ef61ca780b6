/// The escapes in the string literals of a family of languages.
struct StringEscapes: Sendable {
  /// The characters that stand for another one, by the byte after the backslash.
  private let controls: [UInt8: UInt8]
  /// The numbers of hexadecimal digits after `u`, `U` and `x`.
  private let digitCounts: [UInt8: Int]
  /// Whether a line's end after a backslash is left out.
  private var joinsLines = false
  /// The bytes that may stand after a backslash for themselves; nil for all.
  private var others: [UInt8]?

  private init(
    _ controls: KeyValuePairs<Unicode.Scalar, UInt8>, _ digitCounts: [Unicode.Scalar: Int]
  ) {
    self.controls = Dictionary(
      uniqueKeysWithValues: controls.map { (UInt8(ascii: $0.key), $0.value) })
    self.digitCounts = Dictionary(
      uniqueKeysWithValues: digitCounts.map { (UInt8(ascii: $0.key), $0.value) })
  }

  static let c = StringEscapes(
    ["n": 0x0A, "r": 0x0D, "t": 0x09, "0": 0, "b": 0x08, "f": 0x0C], ["u": 4, "U": 8, "x": 2])
  /// JavaScript, JSON5, and what is JSON of them.
  static let javaScript = {
    var escapes = StringEscapes(
      ["n": 0x0A, "r": 0x0D, "t": 0x09, "0": 0, "b": 0x08, "f": 0x0C, "v": 0x0B], ["u": 4, "x": 2])
    escapes.joinsLines = true
    return escapes
  }()
  /// Swift and Kotlin, whose compilers refuse an unknown escape.
  static let strict = {
    var escapes = StringEscapes(["n": 0x0A, "r": 0x0D, "t": 0x09, "0": 0, "b": 0x08], ["u": 4])
    escapes.others = Array("\\\"'$".utf8)
    return escapes
  }()
  /// Property lists in the old style.
  static let propertyList = StringEscapes(["n": 0x0A, "r": 0x0D, "t": 0x09], ["U": 4])

  /// The text for the content of a literal; what an escape does not describe is U+FFFD.
  /// - Parameter hashCount: the number of `#` after the backslash of each escape.
  /// - Returns: the text, and whether the language has all of its escapes.
  func decoded(
    _ content: ArraySlice<UInt8>, hashCount: Int = 0
  ) -> (text: String, isValid: Bool) {
    guard content.contains(UInt8(ascii: "\\")) else {
      return (String(decoding: content, as: UTF8.self), true)
    }
    var text: [UInt8] = []
    var isValid = true
    var rest = content
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), rest.count >= hashCount,
        rest.prefix(hashCount).allSatisfy({ $0 == UInt8(ascii: "#") })
      else {
        text.append(byte)
        continue
      }
      rest.removeFirst(hashCount)
      guard let escape = rest.popFirst() else { return (Self.string(text), false) }
      if let control = controls[escape] {
        text.append(control)
      } else if let count = digitCounts[escape] {
        let character = Self.character(&rest, after: escape, digitCount: count)
        text += (character ?? "\u{FFFD}").utf8
        isValid = isValid && character != nil
      } else if !(joinsLines && escape == 0x0A) {
        text.append(escape)
        isValid = isValid && others?.contains(escape) ?? true
      }
    }
    return (Self.string(text), isValid)
  }

  private static func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Reads `{XXXX}` or `digitCount` digits; a character beyond the first plane may be two escapes
  /// of four digits (RFC 8259, section 7).
  private static func character(
    _ rest: inout ArraySlice<UInt8>, after mark: UInt8, digitCount: Int
  ) -> String? {
    if rest.first == UInt8(ascii: "{") {
      rest.removeFirst()
      let digits = rest.prefix { hexadecimal($0) != nil }
      rest = rest.dropFirst(digits.count)
      guard rest.first == UInt8(ascii: "}") else { return nil }
      rest.removeFirst()
      return UInt32(string(Array(digits)), radix: 16).flatMap(Unicode.Scalar.init).map(String.init)
    }
    guard let first = number(&rest, digitCount) else { return nil }
    guard digitCount == 4, UTF16.isLeadSurrogate(UInt16(first)),
      rest.first == UInt8(ascii: "\\"), rest.dropFirst().first == mark
    else { return Unicode.Scalar(first).map(String.init) }
    rest = rest.dropFirst(2)
    guard let second = number(&rest, 4), UTF16.isTrailSurrogate(UInt16(second)) else { return nil }
    return String(decoding: [UInt16(first), UInt16(second)], as: UTF16.self)
  }

  /// The number of exactly `count` digits.
  static func number(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> UInt32? {
    let digits = rest.prefix(count)
    var number: UInt32 = 0
    for byte in digits {
      guard let digit = hexadecimal(byte) else { return nil }
      number = number << 4 | UInt32(digit)
    }
    guard digits.count == count else { return nil }
    rest = rest.dropFirst(count)
    return number
  }

  /// The value of a digit; nil for another byte.
  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
