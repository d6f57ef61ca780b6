/// Reads which sounds built app bundles contain.
enum AppBundleReader {
  /// The folder of the outermost app bundle around `path`; nil if there is none.
  static func app(around path: TreePath) -> TreePath? {
    let text = path.text.utf8
    return text.end(of: ".app/", from: 0).map { end in TreePath(String(text.prefix(end - 1)) ?? "")
    }
  }

  /// Whether the bundle in `folder` is the product of a build.
  static func isApp(_ folder: TreePath, in files: ProjectFiles) -> Bool {
    ["Info.plist", "Contents/Info.plist"].contains { files.contains(folder.appending($0)) }
  }

  /// The app bundle in `folder`.
  /// - Parameter name: the bundle's name if `folder` is the tree's top.
  static func project(at folder: TreePath, named name: String, in files: ProjectFiles) -> Project {
    let appName = folder.isEmpty ? name.fileStem : folder.stem
    var sounds: [TreePath: [ShippedSound]] = [.top: []]
    for file in files.sounds(below: folder) {
      let path = file.relative(to: folder)
      let container = container(of: path)
      sounds[container, default: []].append(
        ShippedSound(file: file, name: resourceName(path.relative(to: container), in: container))
      )
    }
    let bundles = sounds.sorted { $0.key < $1.key }.map { container, sounds in
      SoundBundle(
        name: container.isEmpty ? appName : container.stem, platform: .apple,
        role: role(of: container), sounds: sounds)
    }
    return Project(kind: .appBundle, root: folder, bundles: bundles)
  }

  private static let roles: [String: SoundBundle.Role] = [
    "app": .appExtension, "appex": .appExtension, "xpc": .appExtension, "framework": .module,
    "bundle": .module, "xctest": .tests,
  ]

  /// The innermost bundle around `path`; empty for the app itself.
  private static func container(of path: TreePath) -> TreePath {
    path.folder.upwards.first { roles[$0.suffix] != nil } ?? .top
  }

  private static func role(of container: TreePath) -> SoundBundle.Role {
    container.isEmpty ? .app : roles[container.suffix] ?? .module
  }

  /// The path below the folder that the system searches first: on macOS the bundle's resources.
  /// Language folders are left out of the path, because the system searches them too.
  private static func resourceName(_ path: TreePath, in container: TreePath) -> String {
    var parts = path.parts
    if parts.starts(with: ["Contents", "Resources"]) { parts.removeFirst(2) }
    if parts.count > 3, parts[0] == "Versions", parts[2] == "Resources" { parts.removeFirst(3) }
    if container.text.hasSuffix(".framework"), parts.count > 1, parts[0] == "Resources" {
      parts.removeFirst()
    }
    if parts.count == 2, parts[0].hasSuffix(".lproj") { parts.removeFirst() }
    return parts.joined(separator: "/")
  }
}
