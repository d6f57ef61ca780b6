/// Percent-encoded text (RFC 3986 §2.1).
public enum PercentEncoding {
  /// Decodes `%` with two hexadecimal digits to one byte; all other bytes stay as they are.
  /// - Parameters:
  ///   - text: the encoded text.
  ///   - isForm: whether `+` is a space, as in `application/x-www-form-urlencoded`.
  /// - Returns: nil where `%` is not followed by two digits, or the bytes are not UTF-8.
  public static func decode(_ text: some StringProtocol, isForm: Bool = false) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
          return nil
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
