/// The Xcode and Android projects of a tree, and what of them belongs to a project around them.
struct NativeProjects {
  private var projects: [Project]
  /// Which projects lie in a folder, at any depth.
  private var indices: [String: [Int]] = [:]
  private var taken: Set<Int> = []

  init(_ projects: [Project]) {
    self.projects = projects
    for (index, project) in projects.enumerated() {
      var folder = project.root
      while !folder.isEmpty {
        indices[folder, default: []].append(index)
        folder = TreePath.folder(folder)
      }
    }
  }

  /// Those that belong to nothing else.
  var remaining: [Project] {
    projects.indices.filter { !taken.contains($0) }.map { projects[$0] }
  }

  /// The Android projects that a project at `root` would take.
  func all(below root: String) -> [Project] {
    (indices[TreePath.below(root, "android")] ?? []).filter { !taken.contains($0) }
      .map { projects[$0] }
  }

  /// Takes the projects in `folders` below `root` away: they are parts of the project at `root`.
  mutating func take(_ folders: [String], below root: String) -> [Project] {
    let found = folders.flatMap { indices[TreePath.below(root, $0)] ?? [] }
    return found.filter { taken.insert($0).inserted }.map { projects[$0] }
  }

  /// Takes all projects at and below `root` away.
  mutating func takeAll(below root: String) -> [Project] {
    projects.indices.filter { TreePath.isBelow(projects[$0].root, root) }
      .filter { taken.insert($0).inserted }.map { projects[$0] }
  }

  /// Adds a pod's sounds to the apps whose `Podfile` takes it from this tree.
  mutating func addToApps(_ sounds: [ShippedSound], ofPod name: String, in files: ProjectFiles) {
    for index in projects.indices where projects[index].kind != .android {
      let podfile = TreePath.below(projects[index].root, "Podfile")
      guard files.contains(podfile), let text = files.settings(at: podfile),
        String(decoding: text, as: UTF8.self).split(separator: "\n").contains(where: {
          $0.contains("path") && ($0.contains("'\(name)'") || $0.contains("\"\(name)\""))
        })
      else { continue }
      let project = projects[index]
      projects[index] = Project(
        kind: project.kind, root: project.root,
        bundles: project.bundles.adding(sounds, for: .apple, named: name),
        findings: project.findings, references: project.references,
        alertSounds: project.alertSounds)
    }
  }
}

extension [Project] {
  var bundles: [SoundBundle] { flatMap(\.bundles) }
  var findings: [PreflightFinding] { flatMap(\.findings) }
  var shrinking: ResourceShrinking? { lazy.compactMap(\.shrinking).first }

  /// Whether one of them says what goes to `platform`, or should: it may not be readable.
  func cover(_ platform: SoundBundle.Platform) -> Bool {
    contains { platform == .apple ? $0.kind.isForXcode : $0.kind == .android }
  }
}

extension [SoundBundle] {
  /// These with `sounds` in each app for `platform`; where there is none, with a new one.
  ///
  /// Where an app has the name already, it is the same sound, copied there when the native project
  /// was generated.
  func adding(
    _ sounds: [ShippedSound], for platform: SoundBundle.Platform, named name: String
  ) -> [SoundBundle] {
    let isApp = { (bundle: SoundBundle) in bundle.role == .app && bundle.platform == platform }
    guard contains(where: isApp) else {
      return self + [SoundBundle(name: name, platform: platform, role: .app, sounds: sounds)]
    }
    return map { bundle in
      guard isApp(bundle) else { return bundle }
      let names = Set(bundle.sounds.map(\.name))
      return SoundBundle(
        name: bundle.name, platform: platform, role: .app,
        sounds: bundle.sounds + sounds.filter { !names.contains($0.name) })
    }
  }

  /// These with the sounds of `folder`, where Xcode's project is not in the tree and so nothing
  /// says what of the folder is copied.
  func assuming(_ folder: String, in files: ProjectFiles) -> [SoundBundle] {
    let sounds = files.sounds(below: folder).compactMap { file in
      CopiedFolder.flattenedName(of: ProjectFiles.relative(file, to: folder))
        .map { ShippedSound(file: file, name: $0) }
    }
    guard !sounds.isEmpty else { return self }
    return adding(sounds, for: .apple, named: TreePath.lastPart(folder))
  }
}

extension ProjectKind {
  /// Whether it is an Xcode project, or what one is made of.
  var isForXcode: Bool { self == .xcode || self == .xcodeGen || self == .tuist }
}
