/// Bytes as hexadecimal digits, two for each: in lower case when written.
public enum Hexadecimal {
  /// The digits of bytes.
  @inlinable
  public static func text(_ bytes: some Collection<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
      var index = 0
      for byte in bytes {
        buffer[index] = digit(byte >> 4)
        buffer[index + 1] = digit(byte & 15)
        index += 2
      }
      return index
    }
  }

  /// 16 digits.
  public static func text(_ number: UInt64) -> String {
    withUnsafeBytes(of: number.bigEndian) { text($0) }
  }

  /// The bytes of digits; nil where a character is not a digit, or one is missing.
  /// - Parameters:
  ///   - text: the digits.
  ///   - takesCapitals: whether `A` is a digit, too.
  @inlinable
  public static func bytes(
    _ text: some StringProtocol, takesCapitals: Bool = false
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text.utf8 {
      guard let value = value(of: character, takesCapitals: takesCapitals) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }

  /// The number in 16 digits; nil for any other count, or a character that is not a digit.
  /// - Parameters:
  ///   - text: the digits.
  ///   - takesCapitals: whether `A` is a digit, too.
  @inlinable
  public static func number(
    _ text: some StringProtocol, takesCapitals: Bool = false
  ) -> UInt64? {
    guard text.utf8.count == 16, let bytes = bytes(text, takesCapitals: takesCapitals) else {
      return nil
    }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The value of an ASCII digit, 0...15.
  /// - Parameters:
  ///   - digit: the character.
  ///   - takesCapitals: whether `A` is a digit, too.
  @inlinable
  public static func value(of digit: UInt8, takesCapitals: Bool = false) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F") where takesCapitals: digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  @usableFromInline
  static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
