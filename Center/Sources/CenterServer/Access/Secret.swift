import Glibc

/// Text that nobody can guess: 32 random bytes as hexadecimal digits.
enum Secret {
  private static let byteCount = 32

  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<byteCount).reduce(into: "") { text, _ in
      let byte = UInt8.random(in: .min ... .max, using: &generator)
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }

  /// Whether two texts are the same. Every byte is compared, wherever they differ.
  static func isSame(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
