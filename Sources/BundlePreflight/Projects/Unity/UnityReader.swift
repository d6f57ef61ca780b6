/// Reads which sounds a Unity project ships as files: those in StreamingAssets and in Android's
/// libraries. All others are compiled into Unity's own resources.
enum UnityReader {
  static let kind = ManifestKind(names: ["ProjectVersion.txt"]) { file, files, natives in
    project(at: file, in: files, &natives)
  }

  private static func project(
    at file: TreePath, in files: ProjectFiles, _ natives: inout NativeProjects
  ) -> Project? {
    guard file.folder.name == "ProjectSettings" else { return nil }
    let root = file.folder.folder
    let assets = root.appending("Assets")
    let parts = natives.take(["Assets"], below: root)
    var bundles = [
      SoundBundle(name: "launcher", platform: .android, role: .app, sounds: android(assets, files))
    ]
    if !changesXcodeProject(assets, files) {
      let streamed = assets.appending("StreamingAssets")
      let sounds = files.sounds(below: streamed).map {
        ShippedSound(file: $0, name: "Data/Raw/" + $0.relative(to: streamed).text)
      }
      bundles.append(
        SoundBundle(name: "Unity-iPhone", platform: .apple, role: .app, sounds: sounds))
    }
    return Project(kind: .unity, root: root, bundles: bundles, findings: parts.findings)
  }

  /// The raw resources of `Plugins/Android/res` and of the libraries in `….androidlib`.
  private static func android(_ assets: TreePath, _ files: ProjectFiles) -> [ShippedSound] {
    files.sounds(below: assets).filter { file in
      let folder = file.folder
      let resources = folder.folder
      guard AndroidReader.isRaw(folder.name), resources.name == "res" else { return false }
      return file.text.contains(".androidlib/") || resources.text.hasSuffix("Plugins/Android/res")
    }.map { ShippedSound(file: $0, name: $0.stem) }
  }

  /// Whether an editor script adds files to the Xcode project that Unity generates; only running it
  /// would show which.
  private static func changesXcodeProject(_ assets: TreePath, _ files: ProjectFiles) -> Bool {
    files.paths(below: assets).contains { path in
      path.text.hasSuffix(".cs") && path.text.contains("/Editor/")
        && files.settings(at: path)?.contains(bytesOf: "AddFileToBuild") == true
    }
  }
}
