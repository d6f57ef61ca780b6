/// Reads which sounds a Unity project ships as files: those in StreamingAssets and in Android's
/// libraries. All others are compiled into Unity's own resources.
enum UnityReader {
  static let kind = ManifestKind(names: ["ProjectVersion.txt"]) { file, files, natives in
    project(at: file, in: files, &natives)
  }

  private static func project(
    at file: String, in files: ProjectFiles, _ natives: inout NativeProjects
  ) -> Project? {
    guard TreePath.lastPart(TreePath.folder(file)) == "ProjectSettings" else { return nil }
    let root = TreePath.folder(TreePath.folder(file))
    let assets = TreePath.below(root, "Assets")
    let parts = natives.take(["Assets"], below: root)
    var bundles = [
      SoundBundle(name: "launcher", platform: .android, role: .app, sounds: android(assets, files))
    ]
    if !changesXcodeProject(assets, files) {
      let streamed = TreePath.below(assets, "StreamingAssets")
      let sounds = files.sounds(below: streamed).map {
        ShippedSound(file: $0, name: "Data/Raw/" + ProjectFiles.relative($0, to: streamed))
      }
      bundles.append(
        SoundBundle(name: "Unity-iPhone", platform: .apple, role: .app, sounds: sounds))
    }
    return Project(kind: .unity, root: root, bundles: bundles, findings: parts.findings)
  }

  /// The raw resources of `Plugins/Android/res` and of the libraries in `….androidlib`.
  private static func android(_ assets: String, _ files: ProjectFiles) -> [ShippedSound] {
    files.sounds(below: assets).filter { file in
      let folder = TreePath.folder(file)
      let resources = TreePath.folder(folder)
      guard AndroidReader.isRaw(TreePath.lastPart(folder)), TreePath.lastPart(resources) == "res"
      else { return false }
      return file.contains(".androidlib/") || resources.hasSuffix("Plugins/Android/res")
    }.map { ShippedSound(file: $0, name: TreePath.stem($0)) }
  }

  /// Whether an editor script adds files to the Xcode project that Unity generates; only running it
  /// would show which.
  private static func changesXcodeProject(_ assets: String, _ files: ProjectFiles) -> Bool {
    files.paths(below: assets).contains { path in
      path.hasSuffix(".cs") && path.contains("/Editor/")
        && files.settings(at: path)?.contains(bytesOf: "AddFileToBuild") == true
    }
  }
}
