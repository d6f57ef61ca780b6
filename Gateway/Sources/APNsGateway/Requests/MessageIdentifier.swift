/// The name of a push, `apns-id`: a UUID as 8-4-4-4-12 hexadecimal digits.
package enum MessageIdentifier {
  package static func isValid(_ text: String) -> Bool {
    guard text.utf8.count == 36 else { return false }
    return text.utf8.enumerated().allSatisfy { index, byte in
      switch index {
      case 8, 13, 18, 23: byte == UInt8(ascii: "-")
      default: Hex.value(of: byte) != nil
      }
    }
  }

  /// What the answer carries: what was sent, for that is how libraries find their request again,
  /// or a new one.
  package static func answering(_ sent: String?) -> String {
    guard let sent, !sent.isEmpty, sent.utf8.count <= 64 else { return random() }
    return sent
  }

  /// A UUID of random numbers (RFC 9562 §5.4). Foundation's opens a file for each.
  static func random() -> String {
    let high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
    let low = UInt64.random(in: .min ... .max) & ~(3 << 62) | 2 << 62
    let digits = Hex.text(high) + Hex.text(low)
    var text = ""
    text.reserveCapacity(36)
    for (index, digit) in digits.utf8.enumerated() {
      if index == 8 || index == 12 || index == 16 || index == 20 { text += "-" }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }

  /// In lowercase, as it goes to the device.
  static func canonical(_ text: String) -> String {
    text.utf8.contains { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }
      ? text.lowercased() : text
  }
}
