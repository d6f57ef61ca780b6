import Foundation

/// A refusal with one of ntfy's codes, whose first three digits are the HTTP status.
package struct NtfyError: Error, Equatable, Sendable {
  package var code: Int
  /// The error in words.
  package var text: String

  package init(_ code: Int, _ text: String) {
    self.code = code
    self.text = text
  }

  package var status: Int { code / 100 }

  /// The body of the answer, as ntfy's clients read it.
  package var json: String {
    NtfyJSON.text(Body(code: code, http: status, error: text))
  }

  private struct Body: Encodable {
    var code: Int
    var http: Int
    var error: String
  }
}

extension NtfyError {
  static let emailDisabled = Self(40_001, "e-mail notifications are not enabled")
  static let delayed = Self(
    40_004, "invalid delay parameter: this server delivers at once; send the message when it is due"
  )
  static let badPriority = Self(40_007, "invalid priority parameter: 1 to 5, or a name")
  static let badTopic = Self(40_009, "invalid request: topic invalid")
  static let notUTF8 = Self(40_011, "invalid message: message must be UTF-8 encoded")
  static let badAttachment = Self(40_013, "invalid request: attachment URL is invalid")
  static let noFiles = Self(
    40_014, "invalid request: attachments not allowed: this server stores no files")
  static let badJSON = Self(40_017, "invalid request: request body must be message JSON")
  static let badIcon = Self(40_021, "invalid request: icon URL is invalid")
  static let callsDisabled = Self(40_032, "invalid request: calling is disabled")
  static let noTemplates = Self(40_000, "invalid request: this server knows no templates")
  static let badSequence = Self(
    40_049, "invalid request: sequence ID invalid: 1 to 64 letters, digits, - and _")
  package static let notFound = Self(
    40_401,
    "page not found: messages are published with PUT or POST to /<topic>, POST to /, or GET of "
      + "/<topic>/publish")
  package static let unauthorized = Self(40_101, "unauthorized: no topic has this access token")
  package static let forbidden = Self(
    40_301, "forbidden: the topic does not exist, or needs its access token")
  package static let revoked = Self(40_301, "forbidden: the topic's boxes are revoked")
  package static let limited = Self(42_901, "limit reached: too many requests")
  package static let unavailable = Self(
    50_301, "service unavailable: the message is not stored; try again")

  static func badActions(_ text: String) -> Self {
    Self(40_018, "invalid request: actions invalid: \(text)")
  }

  /// - Parameter maximum: the maximum size of a push in bytes.
  package static func tooLarge(_ count: Int, maximum: Int) -> Self {
    Self(41_301, "message too large: it makes a push of \(count) bytes, \(maximum) are allowed")
  }
}

/// JSON whose keys have a fixed order.
enum NtfyJSON {
  static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // The value has only strings and numbers, so that encoding cannot fail.
    guard let data = try? encoder.encode(value) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}
