/// An element of a small XML file, such as Cordova's `config.xml`, with its place.
///
/// The only entities are the five of XML and character references. Nothing is defined, fetched or
/// expanded, so the text cannot grow.
struct XMLElement: Hashable, Sendable {
  struct Attribute: Hashable, Sendable {
    let name: String
    let value: String
    /// The line, from 1.
    let line: Int
    /// The column in characters, from 1.
    let column: Int
  }

  var name: String
  var attributes: [Attribute] = []
  var children: [XMLElement] = []
  /// The text in it besides its children.
  var text = ""
  let line: Int
  let column: Int

  subscript(attribute: String) -> Attribute? { attributes.first { $0.name == attribute } }

  /// The root element of a document.
  static func document(_ bytes: [UInt8]) throws(TextError) -> XMLElement {
    var reader = XMLReader(cursor: TextCursor(bytes))
    return try reader.document()
  }

  /// The content of a property list with this element as its root.
  func propertyList() throws(TextError) -> LiteralNode {
    guard name == "plist" else { return try node(depth: 1) }
    guard let value = children.first else {
      throw TextError(message: "the property list is empty", line: line, column: column)
    }
    return try value.node(depth: 1)
  }

  private func node(depth: Int) throws(TextError) -> LiteralNode {
    var value = LiteralNode.Value.string(text)
    if name == "dict" {
      var entries: [LiteralNode.Entry] = []
      for (key, child) in zip(children, children.dropFirst()) where key.name == "key" {
        entries.append(.init(key: key.text, value: try child.node(depth: depth + 1)))
      }
      value = .object(entries)
    } else if name == "array" {
      var elements: [LiteralNode] = []
      for child in children { elements.append(try child.node(depth: depth + 1)) }
      value = .array(elements)
    }
    return LiteralNode(value: value, place: TextPlace(line: line, column: column))
  }
}

/// Builds elements from a text.
private struct XMLReader {
  var cursor: TextCursor

  mutating func document() throws(TextError) -> XMLElement {
    /// The open elements, the root first.
    var open: [XMLElement] = []
    while let byte = cursor.byte {
      if byte != UInt8(ascii: "<") {
        let text = text { $0 != UInt8(ascii: "<") }
        if !open.isEmpty { open[open.count - 1].text += text }
      } else if try !skipDeclaration(into: &open) {
        if let root = try tag(&open) { return root }
      }
    }
    guard let last = open.last else {
      throw cursor.failure("the end of any element is missing")
    }
    throw TextError(
      message: "the end of '\(last.name)' is missing", line: last.line, column: last.column)
  }

  /// Skips markup that is not an element: comments, instructions, document types; adds CDATA text.
  private mutating func skipDeclaration(into open: inout [XMLElement]) throws(TextError) -> Bool {
    let start = cursor
    if cursor.isAt("<![CDATA[") {
      cursor.advance(9)
      let from = cursor.index
      guard cursor.advance(past: "]]>") else { throw start.failure("this text has no end") }
      if !open.isEmpty { open[open.count - 1].text += String(cursor.text(from: from).dropLast(3)) }
      return true
    }
    let isEnded =
      if cursor.isAt("<!--") {
        cursor.advance(past: "-->")
      } else if cursor.isAt("<?") {
        cursor.advance(past: "?>")
      } else if cursor.isAt("<!") {
        cursor.advance(past: ">")
      } else {
        Bool?.none
      }
    guard let isEnded else { return false }
    guard isEnded else { throw start.failure("what begins here has no end") }
    return true
  }

  /// Reads one tag; returns the root at its end tag.
  private mutating func tag(_ open: inout [XMLElement]) throws(TextError) -> XMLElement? {
    let place = cursor.place()
    let start = cursor
    cursor.advance()
    let isEnd = cursor.take(UInt8(ascii: "/"))
    let name = name()
    guard !name.isEmpty else { throw start.failure("an element has no name") }
    if isEnd {
      guard open.last?.name == name else {
        throw start.failure("'</\(name)>' ends nothing that is open")
      }
      cursor.advance(past: ">")
      return close(&open)
    }
    var element = XMLElement(name: name, line: place.line, column: place.column)
    element.attributes = try attributes(of: start)
    let isEmpty = cursor.take(UInt8(ascii: "/"))
    guard cursor.take(UInt8(ascii: ">")) else { throw cursor.failure("a '>' is missing here") }
    guard open.count < LiteralNode.maximumDepth else {
      throw start.failure("this is nested over \(LiteralNode.maximumDepth) deep")
    }
    open.append(element)
    return isEmpty ? close(&open) : nil
  }

  private func close(_ open: inout [XMLElement]) -> XMLElement? {
    guard let element = open.popLast() else { return nil }
    guard !open.isEmpty else { return element }
    open[open.count - 1].children.append(element)
    return nil
  }

  private mutating func attributes(of tag: TextCursor) throws(TextError) -> [XMLElement.Attribute] {
    var attributes: [XMLElement.Attribute] = []
    while true {
      cursor.skipSpace()
      let name = name()
      guard !name.isEmpty else { return attributes }
      cursor.skipSpace()
      guard cursor.take(UInt8(ascii: "=")) else {
        throw cursor.failure("a '=' is missing after '\(name)'")
      }
      cursor.skipSpace()
      guard let quote = cursor.byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      else {
        throw cursor.failure("the value of '\(name)' is missing")
      }
      let place = cursor.place()
      cursor.advance()
      let value = text { $0 != quote }
      guard cursor.take(quote) else { throw tag.failure("the value of '\(name)' has no end") }
      attributes.append(.init(name: name, value: value, line: place.line, column: place.column))
    }
  }

  private mutating func name() -> String {
    let start = cursor.index
    cursor.advance { $0.isWord(or: ":-.") }
    return cursor.text(from: start)
  }

  /// Text with its references replaced.
  private mutating func text(while isMeant: (UInt8) -> Bool) -> String {
    let start = cursor.index
    cursor.advance(while: isMeant)
    let text = cursor.text(from: start)
    guard text.contains("&") else { return text }
    var parts = text.split(separator: "&", omittingEmptySubsequences: false)
    var result = String(parts.removeFirst())
    for part in parts {
      let end = part.firstIndex(of: ";")
      if let end, let character = Self.character(part[..<end]) {
        result += character + part[part.index(after: end)...]
      } else {
        result += "&" + part
      }
    }
    return result
  }

  private static func character(_ reference: Substring) -> String? {
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let digits = reference.dropFirst()
      let number =
        reference.hasPrefix("#x")
        ? UInt32(digits.dropFirst(), radix: 16) : reference.hasPrefix("#") ? UInt32(digits) : nil
      return number.flatMap(UnicodeScalar.init).map { String($0) }
    }
  }
}
