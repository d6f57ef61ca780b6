import ConsoleOutput
import Foundation

/// A JSON document with a version and one list, printed as the records come: however many there are,
/// few of them are in memory. Dates are ISO 8601 in UTC with milliseconds.
struct JSONList {
  private static let chunk = 1 << 16

  private let encoder = JSONEncoder()
  private var text: String
  private var isEmpty = true

  /// Begins the document.
  /// - Parameter name: of the list.
  init(_ name: String = "items") {
    text = "{\n  \"\(name)\" : ["
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.formatted(style))
    }
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  }

  mutating func append(_ record: some Encodable) throws {
    let lines = String(decoding: try encoder.encode(record), as: UTF8.self)
    text += (isEmpty ? "\n    " : ",\n    ") + lines.replacing("\n", with: "\n    ")
    isEmpty = false
    if text.utf8.count > Self.chunk { flush() }
  }

  /// Ends the document.
  mutating func end() {
    text += "\n  ],\n  \"version\" : 1\n}\n"
    flush()
  }

  private mutating func flush() {
    Console.printExactly(text)
    text = ""
  }
}
