/// Reads which sounds an Expo project's plug-in copies into its apps, and the other sounds of its
/// generated native projects.
enum ExpoReader {
  static func project(
    at root: String, in files: ProjectFiles, natives: inout NativeProjects
  ) -> Project? {
    let configuration = ExpoConfiguration(in: root, of: files)
    guard configuration.isExpo else { return nil }
    let parts = natives.take(["ios", "android"], below: root)
    var findings = parts.findings + configuration.findings
    var apple: [ShippedSound] = []
    var android: [ShippedSound] = []
    for sound in configuration.sounds {
      guard let path = TreePath.join(root, sound.path) else { continue }
      let found = files.listedSound(
        path, as: TreePath.lastPart(path), or: "remove it from the plug-in's sounds",
        in: sound.file, line: sound.line, column: sound.column, &findings)
      guard let found else { continue }
      // The plug-in copies to the top of the app, and to Android's raw resources, under the name
      // without its folders.
      apple.append(ShippedSound(file: found, name: TreePath.lastPart(path)))
      android.append(ShippedSound(file: found, name: TreePath.stem(path)))
    }
    let name = configuration.name ?? "app"
    var bundles = parts.bundles
    for (platform, sounds) in [(SoundBundle.Platform.apple, apple), (.android, android)] {
      // If the list is computed and there is no native project, nothing is known.
      guard !configuration.isPartial || parts.cover(platform) else { continue }
      // An app that keeps its Android project alone, and lists nothing, is not built for Apple.
      guard
        platform == .android || parts.cover(.apple) || !parts.cover(.android)
          || !configuration.sounds.isEmpty
      else { continue }
      // If a native project cannot be read, its sounds are unknown, so none are added to it.
      let isReadable = bundles.contains { $0.platform == platform && $0.role == .app }
      guard isReadable || !parts.cover(platform) else { continue }
      bundles = bundles.adding(sounds.withoutRepeats(), for: platform, named: name)
    }
    return Project(
      kind: .expo, root: root, bundles: bundles, findings: findings,
      alertSounds: Set(apple.map(\.file)))
  }
}
