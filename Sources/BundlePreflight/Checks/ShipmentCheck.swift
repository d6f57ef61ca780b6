import AlertSounds

/// Checks the sounds that bundles ship: duplicates, unused ones, ones that the system does not
/// find, and ones that are left out.
struct ShipmentCheck {
  private let world: PreflightWorld
  private let asked: AskedNames
  private let mayAlert: (TreePath) -> Bool

  /// - Parameter mayAlert: whether the sound of a file may be an alert. Of one that the app plays
  ///   itself, only the app knows where it looks and by which name.
  init(_ world: PreflightWorld, mayAlert: @escaping (TreePath) -> Bool = { _ in true }) {
    self.world = world
    self.mayAlert = mayAlert
    asked = AskedNames(world.references)
  }

  func findings() -> [TreeFinding] {
    let bundles = world.projects.flatMap { project in project.bundles.map { (project, $0) } }
    let found =
      bundles.flatMap { duplicates($0.1) } + bundles.flatMap { localised($0.1) }
      + bundles.flatMap { project, bundle in
        bundle.platform == .apple ? unasked(bundle, of: project) : []
      }
    // Several targets may ship one file.
    var told: Set<[String]> = []
    return found.filter { told.insert([$0.file.text, $0.finding.rule]).inserted } + unshipped()
  }

  private func duplicates(_ bundle: SoundBundle) -> [TreeFinding] {
    var first: [[String]: ShippedSound] = [:]
    return bundle.sounds.compactMap { sound in
      // Apple's file systems and Android's resources do not distinguish upper and lower case. Files
      // in different `.lproj` folders may share a name; they are not duplicates.
      let key = [sound.name.lowercased(), sound.variant(on: bundle.platform)]
      guard let other = first.updateValue(sound, forKey: key),
        other.file != sound.file, mayAlert(sound.file) || mayAlert(other.file)
      else { return nil }
      return Rule.soundDuplicate.finding(
        "\(printed(bundle.name)) ships this file and \(printed(other.file)) under one name, "
          + printed(sound.name), fix: "rename one of them", file: sound.file)
    }
  }

  /// Sounds in the folders of languages that are asked for: Apple asks for a sound outside of them, and devices in other
  /// languages have none.
  private func localised(_ bundle: SoundBundle) -> [TreeFinding] {
    guard bundle.role == .app, bundle.platform == .apple else { return [] }
    return bundle.sounds.filter { sound in
      !sound.variant(on: .apple).isEmpty && sound.variant(on: .apple) != "Base.lproj"
        && sound.file.isAlertSound && asked.containsExactly(sound.name)
    }.map { sound in
      Rule.soundFolder.finding(
        "ships for one language, in \(printed(sound.variant(on: .apple))); alert sounds are looked for at "
          + "the bundle's top",
        fix: "ship one sound for all languages, outside of the .lproj folders", file: sound.file,
        severity: .warning)
    }
  }

  /// Sounds that no reference asks for. If there are no references at all, the names come from a
  /// server.
  private func unasked(_ bundle: SoundBundle, of project: Project) -> [TreeFinding] {
    let namesAreKnown = asked.knowsNames(of: bundle)
    return bundle.sounds.filter { sound in
      !asked.contains(sound.name) && mayAlert(sound.file)
    }.compactMap { sound in
      if bundle.role == .module, [.swiftPM, .cocoaPods].contains(project.kind) {
        let owner = project.kind == .swiftPM ? "package" : "pod"
        return Rule.moduleBundle.finding(
          "ships in the \(owner)'s resource bundle, where the system does not look for sounds",
          fix: "copy it to Library/Sounds when the app starts, or add it to the app's target",
          file: sound.file)
      }
      guard bundle.role == .app, sound.file.isAlertSound else { return nil }
      if sound.name.contains("/"), project.kind != .flutter {
        return Rule.soundFolder.finding(
          "ships as \(printed(sound.name)); alert sounds are looked for at the bundle's top",
          fix: "ship it at the top of the bundle if it is an alert sound", file: sound.file,
          isCertain: false)
      }
      guard namesAreKnown, !sound.name.contains("/") else { return nil }
      return Rule.soundUnused.finding(
        "ships in \(printed(bundle.name)), and nothing here asks for it", file: sound.file)
    }
  }

  /// The folder in which a project keeps the files of its Xcode project; elsewhere files may have
  /// other purposes.
  private static func xcodeFolder(of project: Project) -> TreePath? {
    switch project.kind {
    case .xcode, .xcodeGen, .tuist: project.root
    case .reactNative, .flutter, .capacitor, .expo: project.root.appending("ios")
    default: nil
    }
  }

  /// Whether a file lies among the texts about a project.
  private static func isDocumentation(_ file: TreePath) -> Bool {
    file.folder.parts.contains { ["doc", "docs", "documentation"].contains($0.lowercased()) }
  }

  /// Sounds next to an Xcode project that none of its targets ships in any form.
  private func unshipped() -> [TreeFinding] {
    let roots = world.projects.filter { project in
      project.bundles.contains { $0.role == .app && $0.platform == .apple }
        && !project.bundles.contains(where: \.isPartial)
    }.compactMap(Self.xcodeFolder)
    guard !roots.isEmpty else { return [] }
    let shipped = world.shippedFiles(on: .apple).union(world.shippedFiles(on: .android))
    return world.soundFiles.filter { file in
      file.isAlertSound && !shipped.contains(file)
        && roots.contains(where: file.isBelow)
        && !asked.containsExactly(file.name) && CopiedFolder.flattenedName(of: file) != nil
        && mayAlert(file) && !Self.isDocumentation(file)
    }.map { file in
      Rule.soundUnshipped.finding(
        "is in no target's resources, so no device has it",
        fix: "add it to the app's target, or delete it", file: file)
    }
  }
}
