/// The dependencies in a `package.json`.
struct PackageJSON {
  private let dependencies: Set<String>

  /// nil if there is no readable one.
  init?(in folder: String, of files: ProjectFiles) {
    let path = TreePath.below(folder, "package.json")
    guard files.contains(path), let bytes = files.settings(at: path),
      let root = try? LiteralReader.document(bytes)
    else { return nil }
    // A library lists its frameworks as peer dependencies, an app as dependencies.
    dependencies = Set((root["dependencies"]?.entries ?? []).map(\.key))
  }

  func dependsOn(_ package: String) -> Bool { dependencies.contains(package) }
}
