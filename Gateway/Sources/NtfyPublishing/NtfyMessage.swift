import Foundation

/// A message in ntfy's form, which is also the answer to its publisher.
package struct NtfyMessage: Encodable, Equatable, Sendable {
  package struct Attachment: Codable, Equatable, Sendable {
    var name: String
    var url: String
  }

  /// Twelve letters and digits.
  package var id: String
  /// The identifier of a series: a later message of the series replaces this one.
  package var sequence: String?
  /// Seconds since 1970.
  package var time: Int64
  /// The time until which it is kept for a box that is off, in seconds since 1970; nil if it is not
  /// kept.
  package var expires: Int64?
  private var event: String? = "message"
  package var topic: String
  package var title: String?
  package var message: String?
  /// 1 to 5.
  package var priority: Int?
  package var tags: [String]?
  package var click: String?
  package var icon: String?
  package var actions: [NtfyAction]?
  package var attachment: Attachment?
  package var contentType: String?

  private enum CodingKeys: String, CodingKey {
    case id, time, expires, event, topic, title, message, priority, tags, click, icon, actions
    case attachment
    case sequence = "sequence_id"
    case contentType = "content_type"
  }

  /// The text of a message that is published without one.
  private static let emptyMessage = "triggered"
  /// The number of days for which the engine stores a push.
  private static let keptDays: Int64 = 30

  /// Reads the call that publishes it.
  /// - Parameters:
  ///   - draft: the content of the call's JSON, if its body is JSON.
  ///   - time: seconds since 1970.
  /// - Throws: ``NtfyError``.
  package init(
    _ call: NtfyCall, topic: String, draft: NtfyDraft? = nil, id: String, time: Int64
  ) throws(NtfyError) {
    guard NtfyName.isValid(topic) else { throw .badTopic }
    var parameters = NtfyParameters(call)
    draft?.fill(&parameters)
    try Self.refuseWhatIsMissing(parameters, isFile: call.length > 0 && draft == nil)
    self.id = id
    self.time = time
    self.topic = topic
    let isKept = parameters.flag("x-cache", "cache", otherwise: true)
    expires = isKept ? time + Self.keptDays * 86_400 : nil
    sequence = try Self.sequence(parameters)
    title = parameters.text("x-title", "title", "t")
    message = try Self.message(call, parameters, hasDraft: draft != nil)
    priority = try Self.priority(parameters)
    let tags = parameters.text("x-tags", "tags", "tag", "ta")?.split(separator: ",")
      .map { String($0).trimmed }.filter { !$0.isEmpty }
    self.tags = tags.flatMap { $0.isEmpty ? nil : $0 }
    click = parameters.text("x-click", "click")
    icon = parameters.text("x-icon", "icon")
    if let icon, !Self.isWebAddress(icon) { throw .badIcon }
    attachment = try Self.attachment(parameters)
    if let given = draft?.actions {
      actions = try NtfyActions.check(given)
    } else if let text = parameters.text("x-actions", "actions", "action") {
      actions = try NtfyActions.parse(text)
    }
    let isMarkdown = parameters.flag("x-markdown", "markdown", "md", otherwise: false)
    let type = parameters.text("content-type")?.lowercased() ?? ""
    contentType = isMarkdown || type.hasPrefix("text/markdown") ? "text/markdown" : nil
  }

  /// The same without the values that are part of the notification itself.
  var details: Self {
    var copy = self
    (copy.title, copy.message, copy.event, copy.expires) = (nil, nil, nil, nil)
    return copy
  }

  /// The answer to the publisher.
  package var json: String { NtfyJSON.text(self) }

  /// Refuses features that would otherwise be ignored silently.
  private static func refuseWhatIsMissing(
    _ parameters: NtfyParameters, isFile: Bool
  ) throws(NtfyError) {
    if parameters.text("x-delay", "delay", "x-at", "at", "x-in", "in") != nil { throw .delayed }
    if parameters.text("x-email", "x-e-mail", "email", "e-mail", "mail", "e") != nil {
      throw .emailDisabled
    }
    if parameters.text("x-call", "call") != nil { throw .callsDisabled }
    let template = parameters.text("x-template", "template", "tpl")
    if let template, !["no", "false", "0"].contains(template.lowercased()) { throw .noTemplates }
    if isFile, parameters.text("x-filename", "filename", "file", "f") != nil,
      parameters.text("x-attach", "attach", "a") == nil
    {
      throw .noFiles
    }
  }

  private static func message(
    _ call: NtfyCall, _ parameters: NtfyParameters, hasDraft: Bool
  ) throws(NtfyError) -> String {
    let said = parameters.text("x-message", "message", "m")?
      .replacingOccurrences(of: "\\n", with: "\n")
    if hasDraft || call.length == 0 { return said ?? emptyMessage }
    guard call.length <= call.body.count else {
      throw .tooLarge(call.length, maximum: NtfyPush.maximumSize)
    }
    guard let body = String(validating: call.body, as: UTF8.self) else { throw .notUTF8 }
    let text = body.trimmed
    return text.isEmpty ? said ?? emptyMessage : text
  }

  private static func priority(_ parameters: NtfyParameters) throws(NtfyError) -> Int? {
    guard let text = parameters.text("x-priority", "priority", "prio", "p")?.lowercased() else {
      return nil
    }
    switch text {
    case "1", "min": return 1
    case "2", "low": return 2
    case "3", "default": return 3
    case "4", "high": return 4
    case "5", "max", "urgent": return 5
    // HTTP's own `Priority` header (RFC 9218 §5), which browsers and proxies send.
    case _ where text.hasPrefix("u=") || text == "i": return nil
    default: throw .badPriority
    }
  }

  private static func sequence(_ parameters: NtfyParameters) throws(NtfyError) -> String? {
    let text = parameters.text("x-sequence-id", "sequence-id", "sid")
    if let text, !NtfyName.isValid(text) { throw .badSequence }
    return text
  }

  private static func attachment(
    _ parameters: NtfyParameters
  ) throws(NtfyError) -> Attachment? {
    guard let url = parameters.text("x-attach", "attach", "a") else { return nil }
    guard isWebAddress(url) else { throw .badAttachment }
    let path = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst(2)
    let name = parameters.text("x-filename", "filename", "file", "f")
    return Attachment(name: name ?? path.last.map(String.init) ?? "attachment", url: url)
  }

  private static func isWebAddress(_ text: String) -> Bool {
    let text = text.lowercased()
    return text.hasPrefix("http://") || text.hasPrefix("https://")
  }
}
