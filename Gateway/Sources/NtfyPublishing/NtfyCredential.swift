import Foundation
import RequestParsing

/// The token in an `Authorization` field.
enum NtfyCredential {
  /// `Bearer TOKEN`; or `Basic …` with the token as the password, or as the name if there is no
  /// password.
  static func token(_ authorization: String) -> String? {
    let (scheme, credential) = authorization.drop { $0 == " " }.cut(at: " ")
    guard let credential, !credential.isEmpty else { return nil }
    switch scheme.lowercased() {
    case "bearer": return String(credential)
    case "basic":
      guard let text = decoded(String(credential)) else { return nil }
      let (name, password) = text.cut(at: ":")
      return password.map { String($0.isEmpty ? name : $0) }
    default: return nil
    }
  }

  /// Base 64 with either alphabet, with or without padding (RFC 4648 §4, §5), of a text in UTF-8.
  static func decoded(_ text: String) -> String? {
    var plain = text.replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    while plain.hasSuffix("=") { plain.removeLast() }
    plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
    return Data(base64Encoded: plain).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
