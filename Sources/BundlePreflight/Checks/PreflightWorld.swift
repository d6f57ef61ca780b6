/// The contents of all inputs of one run, as one tree: each input lies where the command line says.
struct PreflightWorld {
  var projects: [Project] = []
  var references: [SoundReference] = []
  /// The places that create or name channels of Android's notifications.
  var channels: [ChannelUse] = []
  /// The channels whose identifiers are computed at run time.
  var computedChannels: Set<ComputedChannel> = []
  /// Places that are faults only in some projects.
  var concerns: [SoundConcern] = []
  /// Whether an app's entitlements have critical alerts.
  var allowsCriticalSounds = false
  /// Raw resources of Android that compiled code names, for any use.
  var compiledResources: Set<String> = []
  /// All files whose name is that of a sound.
  var soundFiles: [TreePath] = []
  /// The folders of the projects whose code mentions `Library/Sounds`, so that it may put sounds
  /// there itself.
  var writers: [TreePath] = []
  /// Whether sounds that devices play, but that Apple does not promise to play, are errors.
  var isStrictApple = false

  /// The files that some bundle of `platform` ships.
  func shippedFiles(on platform: SoundBundle.Platform) -> Set<TreePath> {
    Set(
      projects.flatMap(\.bundles).filter { $0.platform == platform }.flatMap(\.sounds).map(\.file))
  }
}

extension PreflightWorld {
  /// Sounds in a folder `res` or `raw` of an Android project that Gradle does not read, such as
  /// `android/app/res/raw`.
  var strayResources: [TreePath] {
    let shipped = shippedFiles(on: .android).union(shippedFiles(on: .apple))
    let roots = projects.filter { project in
      project.bundles.contains { $0.platform == .android && $0.role == .app }
    }.map(\.root)
    guard !roots.isEmpty else { return [] }
    return soundFiles.filter { file in
      guard !shipped.contains(file), roots.contains(where: file.isBelow) else { return false }
      let folders = file.folder.parts
      guard let last = folders.last else { return false }
      return (AndroidReader.isRaw(last) && folders.dropLast().last == "res" || last == "res")
        && !folders.contains("build") && !folders.contains("obj")
    }
  }
}

extension Project {
  /// The same project in another tree, in which `place` gives each path.
  func moved(_ place: (TreePath) -> TreePath) -> Project {
    var project = self
    project.root = place(root)
    for index in bundles.indices {
      project.bundles[index].sounds = bundles[index].sounds
        .map { ShippedSound(file: place($0.file), name: $0.name) }.withoutRepeats()
    }
    project.findings = findings.map { $0.moved(place) }
    project.references = references.map { $0.moved(place) }
    project.alertSounds = Set(alertSounds.map(place))
    project.shrinking = shrinking?.moved(place)
    project.defaultChannels = defaultChannels.map { $0.moved(place) }
    return project
  }
}
