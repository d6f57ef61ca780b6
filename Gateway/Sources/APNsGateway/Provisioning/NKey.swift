@preconcurrency import Crypto
import Foundation

/// A NATS key: Ed25519, written in base 32 with a letter for its kind and a checksum.
package struct NKey: Sendable {
  /// The kind of the key's owner, with the letter that its public form begins with.
  package enum Kind: UInt8, Sendable {
    case account = 0  // A
    case operatorKey = 14  // O
    case user = 20  // U
  }

  private let kind: Kind
  private let key: Curve25519.Signing.PrivateKey

  /// A new key.
  package init(_ kind: Kind) {
    self.kind = kind
    key = Curve25519.Signing.PrivateKey()
  }

  /// - Throws: ``GatewayError`` if the seed is not valid.
  package init(seed: String) throws(GatewayError) {
    let bytes = Base32.bytes(seed.trimmingCharacters(in: .whitespacesAndNewlines))
    guard let bytes, bytes.count == 36,
      Self.checksum(bytes.dropLast(2)) == Array(bytes.suffix(2)),
      bytes[0] & 0xF8 == Self.seedPrefix << 3,
      let kind = Kind(rawValue: (bytes[0] & 7) << 2 | bytes[1] >> 6),
      let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes[2..<34])
    else { throw GatewayError("The text is not a seed of NATS.") }
    self.kind = kind
    self.key = key
  }

  /// 56 letters and digits.
  package var publicKey: String {
    encode([kind.rawValue << 3] + key.publicKey.rawRepresentation)
  }

  /// The secret, 58 letters and digits.
  package var seed: String {
    let prefix = [Self.seedPrefix << 3 | kind.rawValue >> 2, (kind.rawValue & 3) << 6]
    return encode(prefix + key.rawRepresentation)
  }

  /// The signature of the bytes, 64 bytes.
  /// - Throws: ``GatewayError`` if the system has no random numbers.
  package func sign(_ bytes: [UInt8]) throws(GatewayError) -> [UInt8] {
    guard let signature = try? key.signature(for: bytes) else {
      throw GatewayError("The token could not be signed.")
    }
    return Array(signature)
  }

  private static let seedPrefix: UInt8 = 18  // S

  private func encode(_ bytes: [UInt8]) -> String {
    Base32.text(bytes + Self.checksum(bytes[...]))
  }

  /// CRC-16 with the polynomial 0x1021, from 0 (XMODEM), the low byte first.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var sum: UInt16 = 0
    for byte in bytes {
      sum ^= UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x1021 : sum << 1 }
    }
    return [UInt8(sum & 0xFF), UInt8(sum >> 8)]
  }
}

/// Base 32 without padding (RFC 4648 §6).
enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet[Int(bits >> UInt32(count) & 31)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << UInt32(5 - count) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for letter in text.utf8 {
      guard let value = alphabet.firstIndex(of: letter) else { return nil }
      bits = bits << 5 | UInt32(value)
      count += 5
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
