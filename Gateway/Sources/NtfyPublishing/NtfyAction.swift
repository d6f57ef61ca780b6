import Foundation

/// A button of a message. It is passed to the app unchanged.
package struct NtfyAction: Codable, Equatable, Sendable {
  var action: String
  var label: String
  var url: String?
  var clear: Bool?
  var method: String?
  var headers: [String: String]?
  var body: String?
  var intent: String?
  var extras: [String: String]?
  var value: String?

  /// - Throws: ``NtfyError`` if a field is missing.
  func checked() throws(NtfyError) -> Self {
    var action = self
    action.action = self.action.lowercased()
    action.method = method?.uppercased()
    guard ["view", "broadcast", "http", "copy"].contains(action.action) else {
      throw .badActions("action '\(self.action)' unknown")
    }
    if label.isEmpty { throw .badActions("parameter 'label' is required") }
    if ["view", "http"].contains(action.action), url?.isEmpty ?? true {
      throw .badActions("parameter 'url' is required for action '\(action.action)'")
    }
    return action
  }
}

/// The actions of a header: a JSON array, or ntfy's short form.
enum NtfyActions {
  private static let maximum = 3

  /// - Throws: ``NtfyError`` if it is neither.
  static func parse(_ text: String) throws(NtfyError) -> [NtfyAction] {
    guard text.hasPrefix("[") else {
      var actions: [NtfyAction] = []
      for fields in ShortForm.fields(text) { actions.append(try action(fields)) }
      return try check(actions)
    }
    guard let actions = try? JSONDecoder().decode([NtfyAction].self, from: Data(text.utf8)) else {
      throw .badActions("neither a JSON array nor the short form")
    }
    return try check(actions)
  }

  static func check(_ actions: [NtfyAction]) throws(NtfyError) -> [NtfyAction] {
    if actions.count > maximum { throw .badActions("only \(maximum) actions allowed") }
    var checked: [NtfyAction] = []
    for action in actions { checked.append(try action.checked()) }
    return checked
  }

  /// `view, Open, https://…, clear=true`: fields without a name are the action, its label, and its
  /// address or value.
  private static func action(_ fields: [String]) throws(NtfyError) -> NtfyAction {
    var action = NtfyAction(action: "", label: "")
    for (index, field) in fields.enumerated() {
      if let (name, value) = named(field) {
        try set(name, value, &action)
      } else {
        switch index {
        case 0: action.action = field
        case 1: action.label = field
        case 2 where action.action.lowercased() == "copy": action.value = field
        case 2: action.url = field
        default: throw .badActions("term '\(field)' unknown")
        }
      }
    }
    return action
  }

  /// A name consists of letters and dots, so an address with `=` in its query has none.
  private static func named(_ field: String) -> (String, String)? {
    guard let mark = field.firstIndex(of: "=") else { return nil }
    let name = field[..<mark].trimmingCharacters(in: .whitespaces)
    let isName = name.utf8.allSatisfy { byte in
      byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard isName, !name.isEmpty else { return nil }
    return (name, String(field[field.index(after: mark)...]).trimmed)
  }

  private static func set(
    _ name: String, _ value: String, _ action: inout NtfyAction
  ) throws(NtfyError) {
    switch name.lowercased() {
    case "action": action.action = value
    case "label": action.label = value
    case "url": action.url = value
    case "clear": action.clear = ["true", "yes", "1"].contains(value.lowercased())
    case "method": action.method = value
    case "body": action.body = value
    case "intent": action.intent = value
    case "value": action.value = value
    default:
      if name.hasPrefix("headers.") {
        action.headers = (action.headers ?? [:]).merging([String(name.dropFirst(8)): value]) { $1 }
      } else if name.hasPrefix("extras.") {
        action.extras = (action.extras ?? [:]).merging([String(name.dropFirst(7)): value]) { $1 }
      } else {
        throw .badActions("key '\(name)' unknown")
      }
    }
  }
}

/// Actions between `;`, their fields between `,`; a quoted field or value may contain both.
private enum ShortForm {
  static func fields(_ text: String) -> [[String]] {
    var actions: [[String]] = []
    var fields: [String] = []
    var field = ""
    var quote: Character?
    var isEscaped = false
    func endField() {
      fields.append(field.trimmed)
      field = ""
    }
    func endAction() {
      endField()
      if fields != [""] { actions.append(fields) }
      fields = []
    }
    for character in text {
      if isEscaped {
        field.append(character)
        isEscaped = false
      } else if let open = quote {
        if character == "\\" {
          isEscaped = true
        } else if character == open {
          quote = nil
        } else {
          field.append(character)
        }
      } else if character == "\"" || character == "'", beginsValue(field) {
        quote = character
      } else if character == "," {
        endField()
      } else if character == ";" || character == "\n" {
        endAction()
      } else {
        field.append(character)
      }
    }
    endAction()
    return actions
  }

  private static func beginsValue(_ field: String) -> Bool {
    let text = field.trimmed
    return text.isEmpty || text.hasSuffix("=")
  }
}
