/// An element with either text or further elements in it.
struct XMLElement {
  private let name: String
  private let attributes: KeyValuePairs<String, String>
  private let text: String
  private let children: [XMLElement]

  init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) {
    self.name = name
    self.attributes = attributes
    self.text = text
    children = []
  }

  init(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
    containing children: [XMLElement]
  ) {
    self.name = name
    self.attributes = attributes
    text = ""
    self.children = children
  }

  /// An element with the description of `value`; nil for a nil value.
  init?(_ name: String, value: (some CustomStringConvertible)?) {
    guard let value else { return nil }
    self.init(name, text: value.description)
  }

  /// The element, a line for each element in it.
  var lines: [String] {
    let start = "<" + name + attributes.map { " \($0)=\"\(escaped($1))\"" }.joined() + ">"
    let end = "</\(name)>"
    guard !children.isEmpty else { return [start + escaped(text) + end] }
    return [start] + children.flatMap { $0.lines.map { "  " + $0 } } + [end]
  }
}

/// `text` as ASCII that an XML parser reads back as `text`. Characters that XML forbids (XML 1.0,
/// "Char") become U+FFFD.
private func escaped(_ text: String) -> String {
  text.unicodeScalars.map { scalar in
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case " "..."~": String(scalar)
    case "\t", "\n", "\r", "\u{7F}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}",
      "\u{10000}"..."\u{10FFFF}":
      "&#\(scalar.value);"
    default: "&#\(0xFFFD);"
    }
  }.joined()
}
