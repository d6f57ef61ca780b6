/// Bytes as lower-case hexadecimal digits, two for each.
enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// 16 digits.
  static func text(_ number: UInt64) -> String {
    withUnsafeBytes(of: number.bigEndian) { text($0) }
  }

  /// Nil where a character is none of these digits, or one is missing.
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let values = text.utf8.compactMap { character in digits.firstIndex(of: character) }
    guard values.count == text.utf8.count, values.count % 2 == 0 else { return nil }
    return stride(from: 0, to: values.count, by: 2).map {
      UInt8(values[$0] << 4 | values[$0 + 1])
    }
  }
}
