import Foundation
import RemoteNotifications

/// A stored seal key.
package struct SealKeyRecord: Codable, Equatable, Sendable {
  /// 32 bytes, as 64 hexadecimal digits.
  private var digits: String
  /// The time from which its tokens are invalid, in milliseconds since 1970.
  package var retired: Int64?

  private enum CodingKeys: String, CodingKey {
    case digits = "key"
    case retired
  }

  /// A key of 32 bytes.
  package init(key: [UInt8], retired: Int64? = nil) {
    digits = Hexadecimal.text(key)
    self.retired = retired
  }

  /// A new key, from the system's random numbers.
  package static func random() -> Self {
    Self(key: (0..<32).map { _ in UInt8.random(in: .min ... .max) })
  }

  package var key: [UInt8] { Hexadecimal.bytes(digits, takesCapitals: true) ?? [] }
}
