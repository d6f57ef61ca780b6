/// The paths of an Xcode project's groups and files in the tree.
struct XcodePaths {
  private let objects: XcodeObjects
  /// The folder of SOURCE_ROOT and the main group; nil if it is outside of the tree.
  private let sourceRoot: String?
  private let parents: [String: String]
  /// Far deeper than people nest groups.
  private static let maximumDepth = 128

  /// - Parameter folder: the folder that contains the `.xcodeproj`.
  init(_ objects: XcodeObjects, folder: String) {
    self.objects = objects
    sourceRoot = TreePath.join(folder, objects.project?["projectDirPath"]?.string ?? "")
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
  func path(of id: String) -> String? {
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
    return sourceRoot.flatMap { TreePath.join($0, relative: parts.reversed()) }
  }

  /// Whether a file has an absolute path, which only one machine has.
  func isAbsolute(_ object: LiteralNode) -> Bool {
    object["sourceTree"]?.string == "<absolute>" || object["path"]?.string?.hasPrefix("/") == true
  }
}

extension TreePath {
  /// `parts` joined below `folder`; nil if the path leads out of the tree.
  fileprivate static func join(_ folder: String, relative parts: [String]) -> String? {
    join(folder, parts.joined(separator: "/").drop { $0 == "/" }.description)
  }
}
