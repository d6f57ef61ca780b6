/// SHA-256 and its HMAC.
enum Digests {
  /// Bytes of a digest (FIPS 180-4, §1).
  static let byteCount = SHA256.byteCount

  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = SHA256()
    digest.add(bytes)
    return digest.value
  }

  /// The code of all parts, one after the other (RFC 2104).
  static func hmac(_ parts: [[UInt8]], key: [UInt8]) -> [UInt8] {
    let short = key.count > SHA256.blockSize ? sha256(key) : key
    let padded = short + [UInt8](repeating: 0, count: SHA256.blockSize - short.count)
    var inner = SHA256()
    inner.add(padded.map { $0 ^ 0x36 })
    for part in parts { inner.add(part) }
    return sha256(padded.map { $0 ^ 0x5C } + inner.value)
  }
}
