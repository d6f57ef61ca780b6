/// Folders whose files belong to no project of their own: dependencies, caches, what builds leave.
enum SkippedFolders {
  static let names: Set<String> = [
    // Dependencies.
    "node_modules", "bower_components", "Pods", "Carthage", ".symlinks", ".plugin_symlinks",
    ".pub-cache", ".yarn", ".pnpm-store", ".fvm", ".venv",
    // What builds leave.
    "build", "DerivedData", ".build", ".dart_tool", ".gradle", ".cxx", ".expo", ".swiftpm",
    // Version control, editors, what macOS puts into zip archives.
    ".git", ".hg", ".svn", ".idea", ".vscode", "xcuserdata", "__MACOSX",
  ]

  /// Whether the folder `name` is left out, wherever it stands outside of an app bundle.
  /// - Parameter parent: the name of the folder around it, for what only a pair tells.
  static func contains(_ name: some StringProtocol, in parent: some StringProtocol = "") -> Bool {
    names.contains(String(name)) || (name == "bundle" && parent == "vendor")
  }

  /// Whether a file at `path` lies in such a folder. In an app bundle nothing is left out.
  static func contain(_ path: String) -> Bool {
    var parent: Substring = ""
    for folder in path.split(separator: "/").dropLast() {
      if folder.hasSuffix(".app") { return false }
      if contains(folder, in: parent) { return true }
      parent = folder
    }
    return false
  }
}
