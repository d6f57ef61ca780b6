/// What a `package.json` depends on.
struct PackageJSON {
  private let dependencies: Set<String>

  /// nil where there is none that can be read.
  init?(in folder: String, of files: ProjectFiles) {
    let path = TreePath.below(folder, "package.json")
    guard files.contains(path), let bytes = files.settings(at: path),
      let root = try? LiteralReader.document(bytes)
    else { return nil }
    // A library has its frameworks as peers; an app depends on them.
    dependencies = Set((root["dependencies"]?.entries ?? []).map(\.key))
  }

  func dependsOn(_ package: String) -> Bool { dependencies.contains(package) }
}
