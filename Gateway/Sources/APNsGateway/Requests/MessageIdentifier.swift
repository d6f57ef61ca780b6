import RemoteNotifications

/// The name of a push, `apns-id`: a UUID as 8-4-4-4-12 hexadecimal digits.
package enum MessageIdentifier {
  package static func isValid(_ text: String) -> Bool {
    guard text.utf8.count == 36 else { return false }
    return text.utf8.enumerated().allSatisfy { index, byte in
      switch index {
      case 8, 13, 18, 23: byte == UInt8(ascii: "-")
      default: Hexadecimal.value(of: byte, takesCapitals: true) != nil
      }
    }
  }

  /// The identifier in the answer: the one that was sent, because libraries find their request by
  /// it, or a new one.
  package static func answering(_ sent: String?) -> String {
    guard let sent, !sent.isEmpty, sent.utf8.count <= 64 else { return random() }
    return sent
  }

  /// A UUID of random numbers (RFC 9562 §5.4). Foundation's `UUID` opens a file for each.
  static func random() -> String {
    let high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
    let low = UInt64.random(in: .min ... .max) & ~(3 << 62) | 2 << 62
    let digits = Hexadecimal.text(high) + Hexadecimal.text(low)
    var text = ""
    text.reserveCapacity(36)
    for (index, digit) in digits.utf8.enumerated() {
      if index == 8 || index == 12 || index == 16 || index == 20 { text += "-" }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }

  /// The identifier in lower case, as it is sent to the device.
  static func canonical(_ text: String) -> String {
    text.utf8.contains { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }
      ? text.lowercased() : text
  }
}
