/// The Xcode and Android projects of a tree, and which of them belong to a project around them.
struct NativeProjects {
  private var projects: [Project]
  /// By folder: the projects in it, at any depth.
  private var indices: [TreePath: [Int]] = [:]
  private var taken: Set<Int> = []

  init(_ projects: [Project]) {
    self.projects = projects
    for (index, project) in projects.enumerated() {
      for folder in project.root.upwards where !folder.isEmpty {
        indices[folder, default: []].append(index)
      }
    }
  }

  /// The projects that are not part of another one.
  var remaining: [Project] {
    projects.indices.filter { !taken.contains($0) }.map { projects[$0] }
  }

  /// The Android projects that a project at `root` would take.
  func all(below root: TreePath) -> [Project] {
    (indices[root.appending("android")] ?? []).filter { !taken.contains($0) }.map { projects[$0] }
  }

  /// Removes and returns the projects in `folders` below `root`: they are parts of the project at
  /// `root`.
  mutating func take(_ folders: [String], below root: TreePath) -> [Project] {
    let found = folders.flatMap { indices[root.appending($0)] ?? [] }
    return found.filter { taken.insert($0).inserted }.map { projects[$0] }
  }

  /// Removes and returns all projects at and below `root`.
  mutating func takeAll(below root: TreePath) -> [Project] {
    projects.indices.filter { projects[$0].root.isBelow(root) }
      .filter { taken.insert($0).inserted }.map { projects[$0] }
  }

  /// Adds a pod's sounds to the apps whose `Podfile` takes it from this tree.
  mutating func addToApps(_ sounds: [ShippedSound], ofPod name: String, in files: ProjectFiles) {
    for index in projects.indices where projects[index].kind != .android {
      let podfile = projects[index].root.appending("Podfile")
      guard files.contains(podfile), let text = files.settings(at: podfile),
        String(decoding: text, as: UTF8.self).split(separator: "\n").contains(where: {
          $0.contains("path") && ($0.contains("'\(name)'") || $0.contains("\"\(name)\""))
        })
      else { continue }
      projects[index].bundles = projects[index].bundles.adding(sounds, for: .apple, named: name)
    }
  }
}

extension [Project] {
  var bundles: [SoundBundle] { flatMap(\.bundles) }
  var findings: [TreeFinding] { flatMap(\.findings) }
  var shrinking: ResourceShrinking? { lazy.compactMap(\.shrinking).first }

  /// Whether one of the projects is for `platform`, even if it cannot be read.
  func cover(_ platform: SoundBundle.Platform) -> Bool {
    contains { platform == .apple ? $0.kind.isForXcode : $0.kind == .android }
  }
}

extension [SoundBundle] {
  /// These bundles with `sounds` added to each app for `platform`, or to a new one if there is
  /// none.
  ///
  /// If an app already has the name, it is the same sound, copied when the native project was
  /// generated.
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
      var bundle = bundle
      bundle.sounds += sounds.filter { !names.contains($0.name) }
      return bundle
    }
  }

  /// These bundles with all sounds of `folder`, if the tree has no Xcode project to show which
  /// files of the folder are copied.
  func assuming(_ folder: TreePath, in files: ProjectFiles) -> [SoundBundle] {
    let sounds = files.sounds(below: folder).compactMap { file in
      CopiedFolder.flattenedName(of: file.relative(to: folder))
        .map { ShippedSound(file: file, name: $0) }
    }
    guard !sounds.isEmpty else { return self }
    return adding(sounds, for: .apple, named: folder.name)
  }
}

extension ProjectKind {
  /// Whether it is an Xcode project or the manifest of a generated one.
  var isForXcode: Bool { self == .xcode || self == .xcodeGen || self == .tuist }
}
