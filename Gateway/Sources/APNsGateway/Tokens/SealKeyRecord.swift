import Foundation

/// A seal key as it is kept.
package struct SealKeyRecord: Codable, Equatable, Sendable {
  /// 32 bytes, as 64 hexadecimal digits.
  private var digits: String
  /// Since when its tokens are not valid any more, in milliseconds since 1970.
  package var retired: Int64?

  private enum CodingKeys: String, CodingKey {
    case digits = "key"
    case retired
  }

  /// A key of 32 bytes.
  package init(key: [UInt8], retired: Int64? = nil) {
    digits = Hex.text(key)
    self.retired = retired
  }

  /// A new key, by the system's random numbers.
  package static func random() -> Self {
    Self(key: (0..<32).map { _ in UInt8.random(in: .min ... .max) })
  }

  package var key: [UInt8] { Hex.bytes(digits) ?? [] }
}
