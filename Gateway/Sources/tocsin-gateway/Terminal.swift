import Foundation

/// Data goes to the standard output, talk to the standard error.
enum Terminal {
  static func say(_ text: String) { write(text, to: .standardError) }

  static func give(_ text: String) { write(text, to: .standardOutput) }

  private static func write(_ text: String, to file: FileHandle) {
    // A reader that has gone needs no more text.
    try? file.write(contentsOf: Data((text + "\n").utf8))
  }
}
