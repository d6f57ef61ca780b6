import Crypto
import Foundation

/// A provider's token that was read but not verified yet: a JSON Web Token (RFC 7519) signed with
/// ES256 (RFC 7518 §3.4).
struct ProviderToken {
  let keyIdentifier: String
  let team: String
  /// Seconds since 1970.
  let issued: Int64
  private let signed: String
  private let signature: [UInt8]

  /// nil if the text is not a token of this kind.
  init?(_ text: Substring) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count <= 4_096, parts.count == 3,
      let header = Base64URL.bytes(parts[0]), let claims = Base64URL.bytes(parts[1]),
      let signature = Base64URL.bytes(parts[2]), signature.count == 64,
      let head = try? JSONDecoder().decode(Header.self, from: Data(header)), head.alg == "ES256",
      let body = try? JSONDecoder().decode(Claims.self, from: Data(claims))
    else { return nil }
    keyIdentifier = head.kid
    team = body.iss
    issued = body.iat.seconds
    signed = "\(parts[0]).\(parts[1])"
    self.signature = signature
  }

  func isSigned(by key: P256.Signing.PublicKey) -> Bool {
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
      return false
    }
    return key.isValidSignature(signature, for: Data(signed.utf8))
  }

  private struct Header: Decodable {
    var alg: String
    var kid: String
  }

  private struct Claims: Decodable {
    var iss: String
    var iat: Moment
  }

  /// Some libraries write the time as a number, some as a string; Apple's examples have both.
  private struct Moment: Decodable {
    var seconds: Int64

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let number = try? container.decode(Double.self)
      let value = try number ?? Double(container.decode(String.self))
      guard let value, let seconds = Int64(exactly: value.rounded(.down)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a moment")
      }
      self.seconds = seconds
    }
  }
}

/// Base 64 with the URL-safe alphabet and without padding (RFC 4648 §5).
package enum Base64URL {
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else {
      return nil
    }
    var plain = text.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
    return Data(base64Encoded: plain).map(Array.init)
  }

  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }
}
