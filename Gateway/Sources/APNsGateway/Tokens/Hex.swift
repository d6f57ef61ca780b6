/// Hexadecimal digits: lowercase when written, either when read.
package enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  package static func text(_ bytes: some Collection<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
      var index = 0
      for byte in bytes {
        buffer[index] = digits[Int(byte >> 4)]
        buffer[index + 1] = digits[Int(byte & 15)]
        index += 2
      }
      return index
    }
  }

  /// 16 digits.
  package static func text(_ number: UInt64) -> String {
    withUnsafeBytes(of: number.bigEndian) { text($0) }
  }

  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text.utf8 {
      guard let value = value(of: digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }

  /// 16 digits, no more and no fewer.
  package static func number(_ text: some StringProtocol) -> UInt64? {
    guard text.utf8.count == 16, let bytes = bytes(text) else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
