import Foundation
import TestSupport

/// The public symbols of a module that was built with the tests, as the compiler's own extractor
/// tells them.
struct SymbolGraph {
  /// Paths such as `UNError.Code.badgeInputInvalid`.
  let paths: Set<String>

  init(of module: String) throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let products = URL(filePath: tests).deletingLastPathComponent()
    let output = try TemporaryFolder()
    let arguments = [
      "symbolgraph-extract", "-module-name", module, "-target", try Self.target(),
      "-minimum-access-level", "public", "-output-dir", output.url.path,
      "-I", products.appending(path: "Modules").path,
    ]
    let maps = Self.moduleMaps(products).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    let result = try Tool("swift").run(arguments + maps)
    guard result.status == 0 else {
      throw APIChecklist.Defect(description: "symbolgraph-extract: \(result.errors)")
    }
    // One file for the module, and one for each module that it extends.
    paths = try output.names().filter { $0.hasSuffix(".symbols.json") }
      .reduce(into: []) { $0.formUnion(try Self.paths(in: output.url($1))) }
  }

  private struct Document: Decodable {
    struct Symbol: Decodable {
      struct Identifier: Decodable { let precise: String }
      let identifier: Identifier
      let pathComponents: [String]
    }
    let symbols: [Symbol]
  }

  /// Without what the compiler and other modules' protocols add to a type.
  private static func paths(in file: URL) throws -> [String] {
    try JSONDecoder().decode(Document.self, from: Data(contentsOf: file)).symbols
      .filter { !$0.identifier.precise.contains("::SYNTHESIZED::") }
      .map { $0.pathComponents.joined(separator: ".") }
  }

  private static func target() throws -> String {
    struct Information: Decodable {
      struct Target: Decodable { let unversionedTriple: String }
      let target: Target
    }
    let result = try Tool("swiftc").run(["-print-target-info"])
    return try JSONDecoder().decode(Information.self, from: result.output).target.unversionedTriple
  }

  /// Those of the C modules that the module's own imports load.
  private static func moduleMaps(_ products: URL) -> [String] {
    let checkouts = products.appending(path: "../../checkouts").standardized
    let sources = Pages.root.appending(path: "Sources")
    let manager = FileManager.default
    func names(_ folder: URL) -> [URL] {
      ((try? manager.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        .map { folder.appending(path: $0) }
    }
    let libraries = names(checkouts).flatMap { names($0.appending(path: "Sources")) }
    // What was built for the package manager's plugins has the same modules once more.
    let built = names(products).filter { !$0.lastPathComponent.hasSuffix("-tool.build") }
    let folders = names(sources) + libraries + built
    return folders.flatMap { [$0, $0.appending(path: "include")] }
      .map { $0.appending(path: "module.modulemap").path }
      .filter(manager.fileExists)
  }
}
