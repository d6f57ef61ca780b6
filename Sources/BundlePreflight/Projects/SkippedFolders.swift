/// Folders whose files belong to no project of their own: dependencies, caches and the products of
/// builds.
enum SkippedFolders {
  static let names: Set<String> = [
    // Dependencies.
    "node_modules", "bower_components", "Pods", "Carthage", ".symlinks", ".plugin_symlinks",
    ".pub-cache", ".yarn", ".pnpm-store", ".fvm", ".venv",
    // Products of builds.
    "build", "DerivedData", ".build", ".dart_tool", ".gradle", ".cxx", ".expo", ".swiftpm",
    // Version control, editors, and metadata that macOS adds to zip archives.
    ".git", ".hg", ".svn", ".idea", ".vscode", "xcuserdata", "__MACOSX",
  ]

  /// Whether the folder `name` is left out, anywhere outside of an app bundle.
  /// - Parameter parent: the name of the folder around it, for folders that only both names
  ///   identify.
  static func contains(_ name: some StringProtocol, in parent: some StringProtocol = "") -> Bool {
    names.contains(String(name)) || (name == "bundle" && parent == "vendor")
  }

  /// Whether `folder` is the copy of an app's pages that Capacitor or Cordova puts into a native
  /// project: what is wrong there is wrong in the pages themselves.
  private static func isCopy(_ folder: Substring, in parents: [Substring]) -> Bool {
    switch folder {
    case "public":
      parents.suffix(2).elementsEqual(["App", "App"])
        || parents.suffix(2).elementsEqual(["main", "assets"])
    case "www", "platform_www": parents.contains("platforms")
    default: false
    }
  }

  /// The names of which such a folder has one: most paths have none.
  private static let words = WordSet(names.union(["bundle", "public", "www", "platform_www"]))

  /// Whether a file at `path` is in such a folder. In an app bundle nothing is left out.
  static func contain(_ path: TreePath) -> Bool {
    guard words.hasFolder(of: path) else { return false }
    var parents: [Substring] = []
    for folder in path.parts.dropLast() {
      if folder.hasSuffix(".app") { return false }
      if contains(folder, in: parents.last ?? "") || isCopy(folder, in: parents) { return true }
      parents.append(folder)
    }
    return false
  }
}
