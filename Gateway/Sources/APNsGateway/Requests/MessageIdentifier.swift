import Foundation

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
    guard let sent, !sent.isEmpty, sent.utf8.count <= 64 else {
      return canonical(UUID().uuidString)
    }
    return sent
  }

  /// In lowercase, as it goes to the device.
  static func canonical(_ text: String) -> String {
    text.utf8.contains { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }
      ? text.lowercased() : text
  }
}
