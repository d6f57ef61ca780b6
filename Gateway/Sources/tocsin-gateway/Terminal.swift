import Foundation

/// Data goes to standard output, messages go to standard error.
enum Terminal {
  static func say(_ text: String) { write(text, to: .standardError) }

  static func give(_ text: String) { write(text, to: .standardOutput) }

  private static func write(_ text: String, to file: FileHandle) {
    // Errors are ignored: a closed reader does not need the text.
    try? file.write(contentsOf: Data((text + "\n").utf8))
  }
}
