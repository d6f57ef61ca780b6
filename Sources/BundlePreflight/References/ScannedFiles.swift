/// Decides from the path of a file how it is scanned.
enum ScannedFiles {
  /// Folders with other people's code or the products of builds, in addition to the skipped
  /// folders.
  private static let foreignFolders = WordSet(
    SkippedFolders.names.union([".next", "SourcePackages", "dist", "third_party", "vendor"]))

  /// Documents of tools that many projects have and that are not payloads.
  private static let toolDocuments: Set<String> = [
    "Contents.json", "app.json", "babel.config.json", "composer.json", "google-services.json",
    "package-lock.json", "package.json", "project.json",
  ]

  static func isPayload(_ path: TreePath) -> Bool { path.suffix == "apns" }

  /// Whether a file was not written for the project itself.
  static func isForeign(_ path: TreePath) -> Bool {
    let name = path.name
    return toolDocuments.contains(name) || name.hasPrefix("tsconfig")
      || name.hasSuffix(".min.js") || name.hasSuffix(".bundle.js")
      || foreignFolders.hasFolder(of: path)
  }

  /// Whether a file belongs to the project's tests, by the conventions of its language.
  static func isTest(_ path: TreePath) -> Bool {
    let name = path.name.lowercased()
    let stem = path.stem
    if stem.hasSuffix("Tests") || stem.hasSuffix("Test") { return true }
    let bytes = Array(name.utf8)
    if testParts.contains(where: bytes.contains(bytesOf:)) { return true }
    return path.folder.parts.contains { isTestFolder($0.lowercased()) }
  }

  /// Whether a file is only an illustration: documentation, or data among examples, schemas and
  /// descriptions of interfaces.
  static func isExample(_ path: TreePath) -> Bool {
    let folders = path.folder.parts.map { $0.lowercased() }
    if folders.contains(where: { ["docs", "doc", "documentation"].contains($0) }) { return true }
    guard ["apns", "json", "yaml", "yml"].contains(path.suffix) else { return false }
    let name = path.name.lowercased()
    if ["openapi", "swagger", "asyncapi"].contains(where: name.hasPrefix) { return true }
    if name.hasSuffix(".schema.json") || name.contains("postman") { return true }
    return folders.contains(where: exampleFolders.contains)
  }

  private static let testParts: [BytePattern] = [".test.", ".spec.", "_test.", ".stories."]

  private static let exampleFolders: Set<String> = [
    "example", "examples", "openapi", "postman", "sample", "samples", "schema", "schemas",
    "swagger",
  ]

  private static func isTestFolder(_ folder: String) -> Bool {
    folder == "test" || folder == "fixtures" || folder == "spec" || folder == "androidtest"
      || folder == "e2e" || folder == "mocks" || folder.hasPrefix("__test")
      || folder.hasPrefix("__mock") || folder.hasPrefix("__fixtures") || folder.hasSuffix("tests")
  }
}
