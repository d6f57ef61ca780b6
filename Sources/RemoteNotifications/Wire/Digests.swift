import CNettle

/// SHA-256 and its HMAC, through nettle.
enum Digests {
  /// Bytes of a digest (FIPS 180-4, §1).
  static let byteCount = 32

  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var context = sha256_ctx()
    var digest = [UInt8](repeating: 0, count: byteCount)
    nettle_sha256_init(&context)
    nettle_sha256_update(&context, bytes.count, bytes)
    nettle_sha256_digest(&context, byteCount, &digest)
    return digest
  }

  /// The code of all parts, one after the other (RFC 2104).
  static func hmac(_ parts: [[UInt8]], key: [UInt8]) -> [UInt8] {
    var context = hmac_sha256_ctx()
    var digest = [UInt8](repeating: 0, count: byteCount)
    nettle_hmac_sha256_set_key(&context, key.count, key)
    for part in parts { nettle_hmac_sha256_update(&context, part.count, part) }
    nettle_hmac_sha256_digest(&context, byteCount, &digest)
    return digest
  }
}
