/// The paths of an Xcode project's groups and files in the tree.
struct XcodePaths {
  private let objects: XcodeObjects
  /// The folder of SOURCE_ROOT and the main group; nil if it is outside of the tree.
  private let sourceRoot: TreePath?
  private let parents: [String: String]
  /// Far deeper than people nest groups.
  private static let maximumDepth = 128

  /// - Parameter folder: the folder that contains the `.xcodeproj`.
  init(_ objects: XcodeObjects, folder: TreePath) {
    self.objects = objects
    sourceRoot = folder.resolving(objects.project?["projectDirPath"]?.string ?? "")
    var parents: [String: String] = [:]
    for group in objects.groups() {
      for child in group.object["children"]?.elements ?? [] {
        if let id = child.string, parents[id] == nil { parents[id] = group.id }
      }
    }
    self.parents = parents
  }

  /// A file's or group's path in the tree; nil if it is outside, is made by the build, or its
  /// groups contain each other.
  func path(of id: String) -> TreePath? {
    guard let parts = parts(of: id) else { return nil }
    return sourceRoot.flatMap { $0.resolving(relative: parts) }
  }

  /// The path of a file that leads out of the tree to a folder that only one machine has; nil for
  /// all others: a repository around the tree may hold them.
  func pathToOwnMachine(of id: String) -> String? {
    guard let parts = parts(of: id), let sourceRoot,
      sourceRoot.resolving(relative: parts) == nil
    else { return nil }
    let path = parts.joined(separator: "/")
    return path.split(separator: "/").contains { Self.ownFolders.contains(String($0)) } ? path : nil
  }

  private static let ownFolders: Set<String> = ["Desktop", "Documents", "Downloads"]

  /// The parts of a path below SOURCE_ROOT; nil where the build makes the file, or its groups
  /// contain each other.
  private func parts(of id: String) -> [String]? {
    var parts: [String] = []
    var current: String? = id
    var depth = 0
    while let step = current, let object = objects[step] {
      depth += 1
      // Groups that contain each other would never end.
      guard depth <= Self.maximumDepth else { return nil }
      if let path = object["path"]?.string { parts.append(path) }
      switch object["sourceTree"]?.string ?? "<group>" {
      case "<group>": current = parents[step]
      case "SOURCE_ROOT": current = nil
      default: return nil
      }
    }
    return parts.reversed()
  }

  /// Whether a file has an absolute path, which only one machine has.
  func isAbsolute(_ object: LiteralNode) -> Bool {
    object["sourceTree"]?.string == "<absolute>" || object["path"]?.string?.hasPrefix("/") == true
  }
}

extension TreePath {
  /// The path that `parts` mean in this folder, even after a `/`; nil if it leads out of the tree.
  fileprivate func resolving(relative parts: [String]) -> TreePath? {
    resolving(parts.joined(separator: "/").drop { $0 == "/" }.description)
  }
}
