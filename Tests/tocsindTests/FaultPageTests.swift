import Foundation
import Testing

@Suite("The page of faults")
struct FaultPageTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized

  @Test("Each test that it names is there, and each fault names one or says why not")
  func names() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "Documentation/faults.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
    #expect(rows.count > 25)
    let tests = try Self.tests()
    for row in rows {
      let cell = row.split(separator: "|")[2]
      let names = cell.split(separator: "“").dropFirst().compactMap {
        $0.split(separator: "”").first
      }
      #expect(!names.isEmpty || cell.contains("not shown:"), "\(row)")
      for name in names {
        let isThere = tests.contains("\"\(name)\"")
        #expect(isThere, "“\(name)” is not a test")
      }
    }
  }

  /// The text of all tests.
  private static func tests() throws -> String {
    let folder = root.appending(path: "Tests")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return try (files ?? []).filter { $0.hasSuffix("Tests.swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
      .joined()
  }
}
