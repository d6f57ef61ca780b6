import AlertSounds
import YAMLText

/// Reads a Flutter project: the sounds of its native projects, and its assets.
enum FlutterReader {
  /// The folder of the assets in the bundle of an app for Apple's devices.
  static let assets = "flutter_assets/"

  static func project(
    at root: TreePath, in files: ProjectFiles, natives: inout NativeProjects
  ) -> Project? {
    let file = root.appending("pubspec.yaml")
    guard let bytes = files.settings(at: file) else { return nil }
    let runners = ["ios/Runner", "macos/Runner"].map(root.appending)
    do throws(YAMLError) {
      let pubspec = try YAMLNode.parse(bytes)
      guard pubspec["flutter"] != nil || pubspec["dependencies"]?["flutter"] != nil else {
        return nil
      }
      let parts = natives.take(["ios", "macos", "android"], below: root)
      var bundles = parts.bundles
      if !parts.cover(.apple) { bundles = runners.reduce(bundles) { $0.assuming($1, in: files) } }
      // Without these it is a package for other apps.
      guard !parts.isEmpty || !bundles.isEmpty else { return nil }
      let assets = assets(of: pubspec, file: file, root: root, in: files)
      if bundles.contains(where: { $0.platform == .apple && $0.role == .app }) {
        bundles = bundles.adding(assets.sounds, for: .apple, named: "Runner")
      }
      return Project(
        kind: .flutter, root: root, bundles: bundles, findings: parts.findings + assets.findings)
    } catch {
      let parts = natives.take(["ios", "macos", "android"], below: root)
      guard !parts.isEmpty || runners.contains(where: files.hasFolder) else { return nil }
      let problem = TextError(message: error.message, line: error.line, column: error.column)
      return Project(
        kind: .flutter, root: root, bundles: parts.bundles,
        findings: parts.findings + [Rule.unreadable(file, problem)])
    }
  }

  /// The assets are in the app, but in a folder of a framework, which no system searches for the
  /// sounds of notifications.
  private static func assets(
    of pubspec: YAMLNode, file: TreePath, root: TreePath, in files: ProjectFiles
  ) -> (sounds: [ShippedSound], findings: [TreeFinding]) {
    var sounds: [ShippedSound] = []
    var findings: [TreeFinding] = []
    var known: Set<TreePath> = []
    for asset in pubspec["flutter"]?["assets"]?.elements ?? [] {
      guard let node = asset["path"] ?? asset as YAMLNode?, let listed = node.string,
        !listed.hasPrefix("packages/"), let path = root.resolving(listed),
        known.insert(path).inserted
      else { continue }
      if listed.hasSuffix("/") {
        // A folder means the files directly in it, not its subfolders.
        sounds += files.sounds(below: path).filter { $0.folder == path }.map { shipped($0, root) }
      } else if path.isSound {
        let found = files.listedSound(
          path, as: nil, or: "remove it from the assets", in: file, line: node.line,
          column: node.column,
          &findings)
        if let found { sounds.append(shipped(found, root)) }
      }
    }
    return (sounds.withoutRepeats(), findings)
  }

  private static func shipped(_ file: TreePath, _ root: TreePath) -> ShippedSound {
    ShippedSound(file: file, name: assets + file.relative(to: root).text)
  }
}
