/// All that the inputs of one run hold, under the paths that people see.
struct PreflightWorld {
  var projects: [Project] = []
  var references: [SoundReference] = []
  /// Channels of Android's notifications, by the places that make or name them.
  var channels: [ChannelUse] = []
  /// Whether a channel's identifier is put together at run time.
  var makesComputedChannels = false
  /// Places that are faults in some projects alone.
  var concerns: [SoundConcern] = []
  /// Whether an app's entitlements have critical alerts.
  var allowsCriticalSounds = false
  /// All files that have a sound's name.
  var soundFiles: [String] = []
  /// The folders of the projects that put sounds into `Library/Sounds` themselves, as far as their
  /// code speaks of it.
  var writers: [String] = []
  /// Whether what Apple does not promise is an error, though devices play it.
  var isStrictApple = false

  /// The files that some bundle of `platform` ships.
  func shippedFiles(on platform: SoundBundle.Platform) -> Set<String> {
    Set(
      projects.flatMap(\.bundles).filter { $0.platform == platform }.flatMap(\.sounds).map(\.file))
  }
}

extension PreflightWorld {
  /// Sounds in a folder `res` or `raw` of an Android project that Gradle does not read, such as
  /// `android/app/res/raw`.
  var strayResources: [String] {
    let shipped = shippedFiles(on: .android).union(shippedFiles(on: .apple))
    let roots = projects.filter { project in
      project.bundles.contains { $0.platform == .android && $0.role == .app }
    }.map(\.root)
    guard !roots.isEmpty else { return [] }
    return soundFiles.filter { file in
      guard !shipped.contains(file), roots.contains(where: { TreePath.isBelow(file, $0) }) else {
        return false
      }
      let folders = TreePath.folder(file).split(separator: "/")
      guard let last = folders.last else { return false }
      return (AndroidReader.isRaw(last) && folders.dropLast().last == "res" || last == "res")
        && !folders.contains("build")
    }
  }
}

extension Project {
  /// The same project under the paths that `place` gives.
  func moved(_ place: (String) -> String) -> Project {
    var project = Project(
      kind: kind, root: place(root),
      bundles: bundles.map { bundle in
        SoundBundle(
          name: bundle.name, platform: bundle.platform, role: bundle.role,
          sounds: bundle.sounds.map { ShippedSound(file: place($0.file), name: $0.name) })
      },
      findings: findings.map { $0.moved(place) }, references: references.map { $0.moved(place) },
      alertSounds: Set(alertSounds.map(place)))
    project.shrinking = shrinking.map { ResourceShrinking(file: place($0.file), line: $0.line) }
    return project
  }
}

extension SoundReference {
  func moved(_ place: (String) -> String) -> SoundReference {
    var reference = SoundReference(
      name: name, origin: origin, platform: platform, isCertain: isCertain,
      isCompiled: isCompiled, file: place(file), line: line, column: column)
    reference.nameColumn = nameColumn
    return reference
  }
}

extension PreflightFinding {
  func moved(_ place: (String) -> String) -> PreflightFinding {
    PreflightFinding(
      finding, file: place(file), line: line, column: column, replacement: replacement, edit: edit)
  }
}
