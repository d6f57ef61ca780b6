import Foundation
import Testing

/// The files of this package that are made from tests' fixtures.
enum Pages {
  static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

  static func fixture(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).appending(path: "../../Fixtures").standardized
    return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Compares a page with what it should be; with TOCSIN_WRITE_PAGES it is written instead.
  static func check(_ name: String, is text: String) throws {
    let page = root.appending(path: "Documentation/\(name)")
    if ProcessInfo.processInfo.environment["TOCSIN_WRITE_PAGES"] != nil {
      try Data(text.utf8).write(to: page)
    }
    let written = try String(contentsOf: page, encoding: .utf8)
    #expect(written == text, "\(name) is not what the fixture says: run `make compatibility`")
  }
}
