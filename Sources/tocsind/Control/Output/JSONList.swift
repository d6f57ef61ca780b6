import ConsoleOutput
import Foundation

/// A JSON document with a version and one list, printed record by record: only a few are in memory,
/// however long the list is. Dates are ISO 8601 in UTC with milliseconds.
struct JSONList {
  private static let chunk = 1 << 16

  private static let indentation = Array("\n    ".utf8)

  private let encoder = JSONEncoder()
  private var text: [UInt8]
  private var isEmpty = true

  /// Begins the document.
  /// - Parameter name: of the list.
  init(_ name: String = "items") {
    text = Array("{\n  \"\(name)\" : [".utf8)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.formatted(style))
    }
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  }

  mutating func append(_ record: some Encodable) throws {
    if !isEmpty { text.append(UInt8(ascii: ",")) }
    isEmpty = false
    for line in try encoder.encode(record).split(separator: UInt8(ascii: "\n")) {
      text += Self.indentation
      text += line
    }
    if text.count > Self.chunk { flush() }
  }

  /// Ends the document.
  mutating func end() {
    text += Array("\n  ],\n  \"version\" : 1\n}\n".utf8)
    flush()
  }

  private mutating func flush() {
    Console.printExactly(String(decoding: text, as: UTF8.self))
    text.removeAll(keepingCapacity: true)
  }
}
