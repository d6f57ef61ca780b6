/// A change of one line of a text: one name is replaced by another.
public struct TextEdit: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// Where the name starts, after its quotation mark; from 1, in characters.
  public let column: Int
  /// The current text, literally.
  public let old: String
  /// The text to put there.
  public let new: String

  /// A change of `old`, which starts at a line and column, to `new`.
  public init(line: Int, column: Int, old: String, new: String) {
    self.line = line
    self.column = column
    self.old = old
    self.new = new
  }

  /// The column after the last character of `old`.
  public var endColumn: Int { column + old.unicodeScalars.count }

  /// Whether `name` can stand between the quotation marks of every language as it is.
  package static func isPlain(_ name: String) -> Bool {
    !name.unicodeScalars.contains { $0.value < 0x20 || "\"'`\\$".unicodeScalars.contains($0) }
  }
}
