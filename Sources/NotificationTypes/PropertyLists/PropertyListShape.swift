import FoundationEssentials

/// What can be said of a property list before it is parsed. Foundation's parser recurses, so deep
/// nesting could overflow its stack.
enum PropertyListShape {
  /// The lists of apps have four levels at most; translations are flat, plurals on the second one.
  static let greatestDepth = 32

  static func isSafe(_ data: Data) -> Bool {
    if data.starts(with: Data("bplist".utf8)) {
      return BinaryPropertyList(data)?.isSafe ?? false
    }
    let isXML = data.drop { " \t\r\n\u{FEFF}".utf8.contains($0) }.first == UInt8(ascii: "<")
    return (isXML ? elementDepth(of: data) : bracketDepth(of: data)) <= greatestDepth
  }

  /// The maximum depth of brackets outside of texts and comments.
  private static func bracketDepth(of data: Data) -> Int {
    var (depth, greatest) = (0, 0)
    var quote: UInt8?
    var rest = data[...]
    while let byte = rest.popFirst() {
      if let end = quote {
        if byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
        if byte == end { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "/") where rest.first == UInt8(ascii: "*"):
        let end = rest.firstRange(of: Data("*/".utf8))?.upperBound ?? rest.endIndex
        rest = rest[end...]
      case UInt8(ascii: "/") where rest.first == UInt8(ascii: "/"):
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      default: break
      }
      greatest = max(greatest, depth)
    }
    return greatest
  }

  /// The maximum number of arrays and dictionaries that are open at the same time.
  private static func elementDepth(of data: Data) -> Int {
    var (depth, greatest) = (0, 0)
    for text in data.split(separator: UInt8(ascii: "<")) {
      let tag = text.prefix { $0 != UInt8(ascii: ">") }
      func begins(with names: String...) -> Bool {
        names.contains { tag.starts(with: $0.utf8) }
      }
      if begins(with: "/array", "/dict") { depth -= 1 }
      if begins(with: "array", "dict"), tag.last != UInt8(ascii: "/") { depth += 1 }
      greatest = max(greatest, depth)
    }
    return greatest
  }
}
