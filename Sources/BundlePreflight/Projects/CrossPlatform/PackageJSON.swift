/// What a `package.json` says of an app.
struct PackageJSON {
  private let dependencies: Set<String>
  /// Whether it describes an app of NativeScript. Since version 7 a file of its own does that.
  let isNativeScriptApp: Bool

  /// nil if there is no readable one.
  init?(in folder: TreePath, of files: ProjectFiles) {
    let path = folder.appending("package.json")
    guard files.contains(path), let bytes = files.settings(at: path),
      let root = try? LiteralReader.document(bytes)
    else { return nil }
    // A library lists its frameworks as peer dependencies, an app as dependencies.
    dependencies = Set((root["dependencies"]?.entries ?? []).map(\.key))
    isNativeScriptApp = root["nativescript"]?["id"] != nil
  }

  func dependsOn(_ package: String) -> Bool { dependencies.contains(package) }
}
