/// The contents of all inputs of one run, under their displayed paths.
struct PreflightWorld {
  var projects: [Project] = []
  var references: [SoundReference] = []
  /// The places that create or name channels of Android's notifications.
  var channels: [ChannelUse] = []
  /// Whether a channel's identifier is computed at run time.
  var makesComputedChannels = false
  /// Places that are faults only in some projects.
  var concerns: [SoundConcern] = []
  /// Whether an app's entitlements have critical alerts.
  var allowsCriticalSounds = false
  /// Raw resources of Android that compiled code names, for any use.
  var compiledResources: Set<String> = []
  /// All files whose name is that of a sound.
  var soundFiles: [String] = []
  /// The folders of the projects whose code mentions `Library/Sounds`, so that it may put sounds
  /// there itself.
  var writers: [String] = []
  /// Whether sounds that devices play, but that Apple does not promise to play, are errors.
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
        && !folders.contains("build") && !folders.contains("obj")
    }
  }
}

extension Project {
  /// The same project with each path replaced by `place`.
  func moved(_ place: (String) -> String) -> Project {
    var project = Project(
      kind: kind, root: place(root),
      bundles: bundles.map { bundle in
        var bundle = bundle
        bundle.sounds = bundle.sounds.map { ShippedSound(file: place($0.file), name: $0.name) }
          .withoutRepeats()
        return bundle
      },
      findings: findings.map { $0.moved(place) }, references: references.map { $0.moved(place) },
      alertSounds: Set(alertSounds.map(place)))
    project.shrinking = shrinking.map {
      ResourceShrinking(
        file: place($0.file), line: $0.line, kept: $0.kept, isByFlutter: $0.isByFlutter,
        named: $0.named)
    }
    project.defaultChannels = defaultChannels.map { $0.moved(place) }
    project.hasApplePart = hasApplePart
    project.packages = packages
    project.mayPlayCritical = mayPlayCritical
    return project
  }
}

/// What is said of a place in a file.
protocol PlacedInFile {
  var file: String { get set }
}

extension PlacedInFile {
  /// The same in the file that `place` gives for this one.
  func moved(_ place: (String) -> String) -> Self {
    var moved = self
    moved.file = place(file)
    return moved
  }
}

extension SoundReference: PlacedInFile {}
extension PreflightFinding: PlacedInFile {}
extension ChannelUse: PlacedInFile {}
extension SoundConcern: PlacedInFile {}
