import AlertSounds

/// Reads which sounds an Expo project's plug-in copies into its apps, and the other sounds of its
/// generated native projects.
enum ExpoReader {
  static func project(
    at root: TreePath, in files: ProjectFiles, natives: inout NativeProjects
  ) -> Project? {
    let configuration = ExpoConfiguration(in: root, of: files)
    guard configuration.isExpo else { return nil }
    let parts = natives.take(["ios", "android"], below: root)
    var findings = parts.findings + configuration.findings
    var apple: [ShippedSound] = []
    var android: [ShippedSound] = []
    var places: [TreePath: ExpoConfiguration.Sound] = [:]
    for sound in configuration.sounds {
      guard let path = root.resolving(sound.path) else { continue }
      let found = files.listedSound(
        path, as: path.name, or: "remove it from the plug-in's sounds",
        in: sound.file, line: sound.line, column: sound.column, &findings)
      guard let found else { continue }
      places[found] = sound
      // The plug-in copies to the top of the app, and to Android's raw resources, under the name
      // without its folders.
      apple.append(ShippedSound(file: found, name: path.name))
      android.append(ShippedSound(file: found, name: path.stem))
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
      if parts.cover(platform), !isGenerated(platform, root, files) {
        findings += outdated(sounds, in: parts.bundles, for: platform, places)
      }
      bundles = bundles.adding(sounds.withoutRepeats(), for: platform, named: name)
    }
    var project = Project(
      kind: .expo, root: root, bundles: bundles, findings: findings,
      alertSounds: Set(apple.map(\.file)))
    project.mayPlayCritical = configuration.mayPlayCritical
    return project
  }

  /// Whether Git ignores the native project: then each build makes a new one.
  private static func isGenerated(
    _ platform: SoundBundle.Platform, _ root: TreePath, _ files: ProjectFiles
  ) -> Bool {
    let folder = platform == .apple ? "ios" : "android"
    let bytes = files.settings(at: root.appending(".gitignore")) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let patterns: Set<String> = [folder, "/" + folder, "/" + folder + "/*"]
    return lines.contains { line in
      let pattern = line.last == "/" ? line.dropLast() : line
      return patterns.contains(String(pattern))
    }
  }

  /// Sounds that the plug-in lists, and that the native project in the repository does not ship: it
  /// was generated before, and builds take it as it is.
  private static func outdated(
    _ sounds: [ShippedSound], in bundles: [SoundBundle], for platform: SoundBundle.Platform,
    _ places: [TreePath: ExpoConfiguration.Sound]
  ) -> [TreeFinding] {
    let apps = bundles.filter { $0.platform == platform && $0.role == .app }
    let shipped = Set(apps.flatMap(\.sounds).map(\.name))
    let project =
      platform == .apple ? "the Xcode project in ios" : "the Android project in android"
    return sounds.filter { !shipped.contains($0.name) }.compactMap { sound in
      guard let place = places[sound.file] else { return nil }
      return Rule.soundUnshipped.finding(
        "\(printed(sound.file.name)) is listed, and \(project), which the repository "
          + "keeps, does not ship it",
        fix: "run npx expo prebuild, or leave the folder out of the repository", file: place.file,
        line: place.line, column: place.column)
    }
  }
}
