/// Checks what bundles ship: twice, in vain, where it is not found, or not at all.
struct ShipmentCheck {
  private let world: PreflightWorld
  private let scope: ReferenceScope
  private let asked: Set<String>

  init(_ world: PreflightWorld, _ scope: ReferenceScope) {
    self.world = world
    self.scope = scope
    asked = Set(world.references.map { TreePath.lastPart($0.name).lowercased() })
  }

  func findings() -> [PreflightFinding] {
    let bundles = world.projects.flatMap { project in project.bundles.map { (project, $0) } }
    return bundles.flatMap { duplicates($0.1) }
      + bundles.flatMap { project, bundle in
        bundle.platform == .apple ? unasked(bundle, of: project) : []
      } + unshipped()
  }

  private func duplicates(_ bundle: SoundBundle) -> [PreflightFinding] {
    struct Place: Hashable {
      let name: String
      let variant: String
    }
    var first: [Place: ShippedSound] = [:]
    return bundle.sounds.compactMap { sound in
      // Apple's file systems and Android's resources do not tell upper from lower case. A sound for
      // each language is none too many.
      let place = Place(
        name: sound.name.lowercased(), variant: sound.variant(on: bundle.platform))
      guard let other = first.updateValue(sound, forKey: place), other.file != sound.file
      else { return nil }
      return PreflightRule.soundDuplicate.finding(
        "\(printed(bundle.name)) ships this file and \(printed(other.file)) under one name, "
          + printed(sound.name), fix: "rename one of them", file: sound.file)
    }
  }

  /// Sounds that nobody asks for. Where nobody asks for any, the names come from a server.
  private func unasked(_ bundle: SoundBundle, of project: Project) -> [PreflightFinding] {
    bundle.sounds.filter { !isAsked($0.name) }.compactMap { sound in
      if bundle.role == .module, project.kind == .swiftPM {
        return PreflightRule.moduleBundle.finding(
          "ships in the package's resource bundle, where the system does not look for sounds",
          fix: "copy it to Library/Sounds when the app starts, or add it to the app's target",
          file: sound.file)
      }
      guard bundle.role == .app, SoundFileName.isAlertSound(sound.file) else { return nil }
      if sound.name.contains("/"), project.kind != .flutter {
        return PreflightRule.soundFolder.finding(
          "ships as \(printed(sound.name)); alert sounds are looked for at the bundle's top",
          fix: "ship it at the top of the bundle if it is an alert sound", file: sound.file,
          isCertain: false)
      }
      guard !asked.isEmpty, !sound.name.contains("/") else { return nil }
      return PreflightRule.soundUnused.finding(
        "ships in \(printed(bundle.name)), and nothing here asks for it", file: sound.file)
    }
  }

  /// An Android or cross-platform name may stand without its extension.
  private func isAsked(_ name: String) -> Bool {
    let name = TreePath.lastPart(name).lowercased()
    return asked.contains(name) || asked.contains(TreePath.stem(name))
  }

  /// Sounds beside an Xcode project that none of its targets ships.
  private func unshipped() -> [PreflightFinding] {
    let roots = world.projects.filter { project in
      project.kind == .xcode && project.bundles.contains { $0.role == .app }
    }.map(\.root)
    guard !roots.isEmpty else { return [] }
    let shipped = world.shippedFiles(on: .apple).union(world.shippedFiles(on: .android))
    return world.soundFiles.filter { file in
      SoundFileName.isAlertSound(file) && !shipped.contains(file)
        && roots.contains { TreePath.isBelow(file, $0) }
        && !asked.contains(TreePath.lastPart(file).lowercased())
    }.map { file in
      PreflightRule.soundUnshipped.finding(
        "is in no target's resources, so no device has it",
        fix: "add it to the app's target, or delete it", file: file)
    }
  }
}
