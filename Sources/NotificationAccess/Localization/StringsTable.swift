import Foundation

/// The translations of one `.strings` file: old-style, XML or binary property list.
struct StringsTable: Sendable, Hashable {
  let texts: [String: String]

  /// The size of the largest table that is read, in bytes.
  static let byteLimit = 4 << 20
  /// A table is flat, or has plurals at the second level. The parser recurses, so deep nesting could overflow its stack.
  private static let greatestDepth = 32

  /// - Returns: nil where the file does not exist, or is not a table of texts.
  init?(path: String) {
    guard let values = Self.values(path: path) else { return nil }
    texts = values.compactMapValues { $0 as? String }
  }

  /// The property list of a table, whatever is in it.
  static func values(path: String) -> [String: Any]? {
    guard let data = Self.read(path) else { return nil }
    let text = Self.text(data)
    let content = text.map { Data($0.utf8) } ?? data
    guard !content.isEmpty, Self.depth(of: content) <= Self.greatestDepth,
      let list = try? PropertyListSerialization.propertyList(from: content, format: nil)
    else { return nil }
    return list as? [String: Any]
  }

  /// The text of a file in UTF-16, Apple's old encoding of such files; nil for other encodings.
  private static func text(_ data: Data) -> String? {
    switch [UInt8](data.prefix(2)) {
    case [0xFE, 0xFF], [0xFF, 0xFE]: String(data: data, encoding: .utf16)
    default: nil
    }
  }

  /// The maximum depth of nested brackets or elements.
  private static func depth(of data: Data) -> Int {
    data.starts(with: Data("<?xml".utf8)) ? elementDepth(of: data) : bracketDepth(of: data)
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
    let text = String(decoding: data, as: UTF8.self)
    for tag in text.split(separator: "<").dropFirst() {
      if tag.hasPrefix("array") || tag.hasPrefix("dict") { depth += 1 }
      if tag.hasPrefix("/array") || tag.hasPrefix("/dict") { depth -= 1 }
      greatest = max(greatest, depth)
    }
    return greatest
  }

  /// The contents of a regular file; a pipe or a device neither blocks nor is read.
  private static func read(_ path: String) -> Data? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= byteLimit
    else { return nil }
    return try? handle.read(upToCount: byteLimit)
  }
}
