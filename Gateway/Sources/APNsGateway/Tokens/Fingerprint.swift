import Crypto
import RemoteNotifications

/// SHA-256 as text: certificates and tokens are kept and compared by it.
enum Fingerprint {
  /// 64 lowercase hexadecimal digits.
  static func text(_ bytes: [UInt8]) -> String { Hexadecimal.text(Array(SHA256.hash(data: bytes))) }
}
