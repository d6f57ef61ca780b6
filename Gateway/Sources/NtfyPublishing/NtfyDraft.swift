import Foundation

/// A message as JSON, which is published with `POST /`. Its values take precedence over the
/// headers.
package struct NtfyDraft: Decodable, Sendable {
  package var topic: String
  private var title: String?
  private var message: String?
  private var tags: [String]?
  private var priority: Priority?
  private var click: String?
  private var icon: String?
  private var attach: String?
  private var filename: String?
  private var email: String?
  private var call: String?
  private var delay: String?
  private var cache: String?
  private var markdown: Bool?
  private var sequence: String?
  var actions: [NtfyAction]?

  private enum CodingKeys: String, CodingKey {
    case topic, title, message, tags, priority, click, icon, attach, filename, email, call, delay
    case cache, markdown, actions
    case sequence = "sequence_id"
  }

  /// A number, 0 for none; some clients send it as a string.
  private struct Priority: Decodable, Sendable {
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        text = number == 0 ? "" : String(number)
      } else {
        text = try container.decode(String.self)
      }
    }
  }

  /// - Throws: ``NtfyError`` if the body is not a message.
  package init(_ call: NtfyCall) throws(NtfyError) {
    guard call.length <= call.body.count else {
      throw NtfyError(
        41_303, "JSON body too large: \(call.length) bytes, \(NtfyCall.keptBytes) are allowed")
    }
    guard String(validating: call.body, as: UTF8.self) != nil else { throw .notUTF8 }
    guard let draft = try? JSONDecoder().decode(Self.self, from: Data(call.body)) else {
      throw .badJSON
    }
    self = draft
  }

  func fill(_ parameters: inout NtfyParameters) {
    parameters.set("x-title", title)
    parameters.set("x-message", message)
    parameters.set("x-tags", tags?.joined(separator: ","))
    parameters.set("x-priority", priority?.text)
    parameters.set("x-click", click)
    parameters.set("x-icon", icon)
    parameters.set("x-attach", attach)
    parameters.set("x-filename", filename)
    parameters.set("x-email", email)
    parameters.set("x-call", call)
    parameters.set("x-delay", delay)
    parameters.set("x-cache", cache)
    parameters.set("x-sequence-id", sequence)
    if let markdown { parameters.set("x-markdown", markdown ? "yes" : "no") }
  }
}
