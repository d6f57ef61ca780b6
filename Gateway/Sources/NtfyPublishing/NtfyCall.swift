import RequestParsing

/// A request of one of ntfy's clients, in any version of HTTP.
package struct NtfyCall: Sendable {
  package var method: String
  /// The path with the query.
  package var path: String
  /// The headers by their names in lower case; the first one of a name counts.
  var headers: [String: String] = [:]
  /// The part of the body that was kept.
  package var body: [UInt8]
  /// The length of the whole body in bytes.
  package var length: Int

  package init(
    method: String, path: String, headers: some Sequence<(name: String, value: String)>,
    body: [UInt8], length: Int
  ) {
    self.method = method
    self.path = path
    self.body = body
    self.length = length
    for (name, value) in headers {
      let name = name.lowercased()
      if self.headers[name] == nil { self.headers[name] = value }
    }
  }

  /// The maximum number of bytes of a body that are kept: ntfy's own limit for JSON, twice that of
  /// a message.
  package static let keptBytes = 8_192

  var target: RequestTarget { RequestTarget(path) }

  /// The access token: from `Authorization`, or from `?auth=`, which is the same in base 64. If the
  /// call has a name and a password, the password is the token.
  package var token: String? {
    if let header = headers["authorization"] { return NtfyCredential.token(header) }
    guard let text = target["auth"].flatMap(NtfyCredential.decoded) else { return nil }
    return NtfyCredential.token(text)
  }
}

/// The meaning of a path.
package enum NtfyRoute: Equatable, Sendable {
  /// A message to a topic, in the body and the headers.
  case topic(String)
  /// A message in JSON.
  case json

  /// Nil for a path without a meaning here.
  package init?(method: String, path: String) {
    let parts = RequestTarget(path).segments
    let isSending = method == "POST" || method == "PUT"
    guard let first = parts.first, let last = parts.last else { return nil }
    switch parts.count {
    case 1 where isSending: self = first.isEmpty ? .json : .topic(String(first))
    case 2 where (isSending || method == "GET") && Self.verbs.contains(String(last)):
      self = .topic(String(first))
    default: return nil
    }
  }

  /// Whether a path belongs to ntfy and not to Apple's protocol.
  package static func isMeant(_ path: String) -> Bool {
    let parts = RequestTarget(path).segments
    guard let last = parts.last else { return false }
    return parts.count == 1 || parts.count == 2 && (verbs + others).contains(String(last))
  }

  private static let verbs = ["publish", "send", "trigger"]
  private static let others = ["json", "sse", "raw", "ws", "auth"]
}

/// The rule for a topic's name in ntfy.
package enum NtfyName {
  /// 1 to 64 letters, digits, `-` and `_`.
  package static func isValid(_ text: some StringProtocol) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
