@testable import BundlePreflight

/// Writes property lists as `plutil -convert` does.
enum PropertyListText {
  static func json(_ node: LiteralNode) -> String {
    switch node.value {
    case .string(let text): "\"" + text.replacing("\"", with: "\\\"") + "\""
    case .array(let elements): "[" + elements.map(json).joined(separator: ",\n") + "]"
    case .object(let entries):
      "{" + entries.map { "\"\($0.key)\" : " + json($0.value) }.joined(separator: ",\n") + "}"
    case .number, .null, .other: "0"
    }
  }

  static func xml(_ node: LiteralNode) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(element(node))
    </plist>
    """
  }

  private static func element(_ node: LiteralNode) -> String {
    switch node.value {
    case .string(let text):
      "<string>"
        + text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing(">", with: "&gt;") + "</string>"
    case .array(let elements):
      "<array>" + elements.map(element).joined(separator: "\n") + "</array>"
    case .object(let entries):
      "<dict>\n"
        + entries.map { "<key>\($0.key)</key>\n" + element($0.value) }.joined(separator: "\n")
        + "</dict>"
    case .number, .null, .other: "<integer>0</integer>"
    }
  }
}
