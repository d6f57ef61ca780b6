/// The bundles that a reference can mean: those of the innermost project around it that ships
/// anything for its platform. A reference outside all projects can mean any bundle. If the projects
/// around it do not show what they ship, it means none.
struct ReferenceScope {
  private let projects: [Project]
  private let known: [Project]
  /// The folders of `projects`.
  private let folders: Set<TreePath>

  private struct Place: Hashable {
    let folder: TreePath
    let platform: SoundBundle.Platform
    var systems: Set<SoundReference.AppleSystem> = []
  }

  private let found = Memo<Place, [SoundBundle]>()
  private let appleNames = Memo<Place, AppleNames>()
  private let androidNames = Memo<TreePath, (names: Set<String>, byLowerCase: [String: String])>()

  /// If no project shows what is shipped, the folder itself counts as the bundle.
  init(_ world: PreflightWorld) {
    known = world.projects
    let hasBundles = world.projects.contains { !$0.bundles.isEmpty }
    projects = hasBundles ? world.projects : [Self.folder(of: world.soundFiles)]
    folders = Set((projects + known).map(\.root))
  }

  private static func folder(of files: [TreePath]) -> Project {
    let sounds = files.map { ShippedSound(file: $0, name: $0.name) }
    let bundle = SoundBundle(name: "", platform: .apple, role: .app, sounds: sounds)
    return Project(kind: .folder, root: .top, bundles: [bundle])
  }

  /// Whether a real project shows what is shipped.
  var knowsBundles: Bool { projects.first?.kind != .folder }

  func bundles(for file: TreePath, on platform: SoundBundle.Platform) -> [SoundBundle] {
    let place = Place(folder: file.folder, platform: platform)
    return found.value(for: place) { find(for: file, on: platform) }
  }

  /// The names of the bundles that a reference means, for Apple's `systems`.
  func appleNames(
    for file: TreePath, _ systems: Set<SoundReference.AppleSystem>, _ bundles: () -> [SoundBundle]
  ) -> AppleNames {
    let place = Place(folder: file.folder, platform: .apple, systems: systems)
    return appleNames.value(for: place) { AppleNames(bundles()) }
  }

  /// The names of Android's resources that a reference means.
  func androidNames(for file: TreePath) -> (names: Set<String>, byLowerCase: [String: String]) {
    androidNames.value(for: file.folder) {
      let names = bundles(for: file, on: .android).flatMap(\.sounds).map(\.name)
      return (
        Set(names),
        Dictionary(names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
      )
    }
  }

  private func find(for file: TreePath, on platform: SoundBundle.Platform) -> [SoundBundle] {
    let roots = roots(around: file)
    for root in roots {
      let found = bundles(below: root, on: platform)
      if !found.isEmpty { return found }
    }
    return roots.isEmpty ? bundles(below: .top, on: platform) : []
  }

  /// The project whose bundles a reference for `platform` means; nil if there is none.
  func project(for file: TreePath, on platform: SoundBundle.Platform) -> Project? {
    let shipping = projects.filter { $0.bundles.contains { $0.platform == platform } }
    let roots = roots(around: file)
    guard !roots.isEmpty else { return shipping.first }
    return roots.lazy.compactMap { root in shipping.first { $0.root.isBelow(root) } }.first
  }

  /// The kind of the innermost project around a file; nil if none is known.
  func kind(for file: TreePath) -> ProjectKind? {
    let root = roots(around: file).first
    return known.first { $0.root == root }?.kind
  }

  /// Whether a project around a file has files for Apple's devices.
  func hasApplePart(_ file: TreePath) -> Bool {
    let roots = Set(roots(around: file))
    return known.contains { roots.contains($0.root) && $0.hasApplePart }
  }

  /// Whether a project around a file is marked as shipping more than can be known.
  func isPartial(_ file: TreePath) -> Bool {
    let roots = Set(roots(around: file))
    return known.contains { roots.contains($0.root) && ($0.kind == .expo || !$0.findings.isEmpty) }
  }

  /// The folders of the projects around a file, the innermost first.
  private func roots(around file: TreePath) -> [TreePath] {
    file.upwards.filter(folders.contains)
  }

  private func bundles(below root: TreePath, on platform: SoundBundle.Platform) -> [SoundBundle] {
    projects.filter { $0.root.isBelow(root) }.flatMap(\.bundles).filter { $0.platform == platform }
  }
}
