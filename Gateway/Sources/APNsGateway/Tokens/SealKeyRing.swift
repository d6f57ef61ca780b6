@preconcurrency import Crypto
import Foundation
package import RemoteNotifications

/// The keys that seal device tokens.
///
/// A token is 32 bytes, as 64 hexadecimal digits: 16 bytes of a keyed hash of the address, and the
/// address, encrypted with a pad derived from that hash. The same address always has the same
/// token, and no table of tokens is needed.
package struct SealKeyRing: Sendable {
  /// The keys in use, the newest first. The newest seals; all can open.
  private let current: [SealKey]
  private let retired: [SealKey]
  /// The key from which device keys are derived. It is the very first one, because a device keeps
  /// the key of its enrolment.
  private let root: SymmetricKey
  private let opened = OpenedTokens()

  /// - Parameter keys: the oldest first.
  /// - Throws: ``GatewayError`` if none of them is in use.
  package init(_ keys: [SealKeyRecord]) throws(GatewayError) {
    guard let first = keys.first, keys.contains(where: { $0.retired == nil }) else {
      throw GatewayError("No seal key is in use: device tokens cannot be made.")
    }
    root = SymmetricKey(data: first.key)
    current = keys.reversed().filter { $0.retired == nil }.map(SealKey.init)
    retired = keys.reversed().filter { $0.retired != nil }.map(SealKey.init)
  }

  /// The device token, 64 hexadecimal digits.
  package func seal(_ address: DeviceAddress) -> String {
    current[0].seal(address)
  }

  /// The address in a device token.
  func open(_ text: some StringProtocol) throws(Refusal) -> DeviceAddress {
    let token = Substring(text)
    if let address = opened[token] { return address }
    guard token.utf8.count == 64, let bytes = Hexadecimal.bytes(token, takesCapitals: true) else {
      throw Refusal(.badDeviceToken)
    }
    for key in current {
      if let address = key.open(bytes) {
        opened[token] = address
        return address
      }
    }
    for key in retired where key.open(bytes) != nil {
      throw Refusal(.expiredToken, timestamp: key.retired)
    }
    throw Refusal(.badDeviceToken)
  }

  /// The key with which a device verifies its pushes, 32 bytes.
  package func deviceKey(_ device: UInt64) -> DeviceKey {
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: root, info: Array("tocsin device key \(Hexadecimal.text(device))".utf8),
      outputByteCount: DeviceKey.byteCount)
    guard let key = key.withUnsafeBytes({ DeviceKey(bytes: Array($0)) }) else {
      preconditionFailure("HKDF gave another number of bytes than it was asked for")
    }
    return key
  }
}

private struct SealKey: Sendable {
  let retired: Int64?
  private let hashKey: SymmetricKey
  private let padKey: SymmetricKey

  init(_ record: SealKeyRecord) {
    let key = SymmetricKey(data: record.key)
    func derive(_ info: String) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array(info.utf8), outputByteCount: 32)
    }
    hashKey = derive("tocsin token hash")
    padKey = derive("tocsin token pad")
    retired = record.retired
  }

  func seal(_ address: DeviceAddress) -> String {
    let plain = address.bytes
    let hash = Array(HMAC<SHA256>.authenticationCode(for: plain, using: hashKey).prefix(16))
    return Hexadecimal.text(hash + padded(plain[...], by: hash))
  }

  func open(_ token: [UInt8]) -> DeviceAddress? {
    let hash = Array(token.prefix(16))
    let plain = padded(token.suffix(16), by: hash)
    let expected = HMAC<SHA256>.authenticationCode(for: plain, using: hashKey)
    guard zip(expected, hash).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0 else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return DeviceAddress(device: number(plain[..<8]), app: number(plain[8...]))
  }

  private func padded(_ bytes: ArraySlice<UInt8>, by hash: [UInt8]) -> [UInt8] {
    let pad = HMAC<SHA256>.authenticationCode(for: hash, using: padKey)
    return zip(bytes, pad).map { $0 ^ $1 }
  }
}
