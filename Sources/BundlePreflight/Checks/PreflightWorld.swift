/// All that the inputs of one run hold, under the paths that people see.
struct PreflightWorld {
  var projects: [Project] = []
  var references: [SoundReference] = []
  /// All files that have a sound's name.
  var soundFiles: [String] = []

  /// The files that some bundle of `platform` ships.
  func shippedFiles(on platform: SoundBundle.Platform) -> Set<String> {
    Set(
      projects.flatMap(\.bundles).filter { $0.platform == platform }.flatMap(\.sounds).map(\.file))
  }
}

extension Project {
  /// The same project under the paths that `place` gives.
  func moved(_ place: (String) -> String) -> Project {
    Project(
      kind: kind, root: place(root),
      bundles: bundles.map { bundle in
        SoundBundle(
          name: bundle.name, platform: bundle.platform, role: bundle.role,
          sounds: bundle.sounds.map { ShippedSound(file: place($0.file), name: $0.name) })
      },
      findings: findings.map { $0.moved(place) }, references: references.map { $0.moved(place) })
  }
}

extension SoundReference {
  func moved(_ place: (String) -> String) -> SoundReference {
    SoundReference(
      name: name, origin: origin, platform: platform, isCertain: isCertain, file: place(file),
      line: line, column: column)
  }
}

extension PreflightFinding {
  func moved(_ place: (String) -> String) -> PreflightFinding {
    PreflightFinding(
      finding, file: place(file), line: line, column: column, replacement: replacement)
  }
}
