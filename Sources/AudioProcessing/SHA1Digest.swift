import CNettle

/// Computes the SHA-1 of bytes that are added piece by piece, through nettle.
public struct SHA1Digest {
  private var context = sha1_ctx()
  /// Bytes of a digest (FIPS 180-4, §1).
  public static let byteCount = 20

  /// The digest of no bytes, to which others are added.
  /// - Throws: ``DigestError`` where nettle is not installed.
  public init() throws(DigestError) {
    guard tocsin_has_nettle() != 0 else { throw .libraryMissing }
    unsafe nettle_sha1_init(&context)
  }

  /// Takes the bytes that follow.
  public mutating func add(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe nettle_sha1_update(&context, buffer.count, base)
    }
  }

  /// The digest of all bytes so far.
  public var value: [UInt8] {
    var context = context
    var digest = [UInt8](repeating: 0, count: Self.byteCount)
    unsafe nettle_sha1_digest(&context, Self.byteCount, &digest)
    return digest
  }
}

/// The reason why no digest can be computed.
public enum DigestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// libnettle is not installed.
  case libraryMissing

  /// The reason and the remedy, as a sentence without a full stop.
  public var description: String { "no hash: libnettle is not installed (libnettle8)" }
}
