import Foundation

/// The token in an `Authorization` field.
enum NtfyCredential {
  /// `Bearer TOKEN`; or `Basic …` with the token as the password, or as the name if there is no
  /// password.
  static func token(_ authorization: String) -> String? {
    let parts = authorization.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    switch parts[0].lowercased() {
    case "bearer": return String(parts[1])
    case "basic":
      guard let text = decoded(String(parts[1])),
        let colon = text.firstIndex(of: ":")
      else { return nil }
      let password = text[text.index(after: colon)...]
      return String(password.isEmpty ? text[..<colon] : password)
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
