/// Which bundles a reference can mean: those of the innermost project around it that ships
/// anything for its platform. One that stands in no project can mean all there are; where the
/// projects around it do not say what they ship, none.
struct ReferenceScope {
  private let projects: [Project]

  /// Where no project says what is shipped, the folder itself is taken for the bundle.
  init(_ world: PreflightWorld) {
    let hasBundles = world.projects.contains { !$0.bundles.isEmpty }
    projects = hasBundles ? world.projects : [Self.folder(of: world.soundFiles)]
  }

  private static func folder(of files: [String]) -> Project {
    let sounds = files.map { ShippedSound(file: $0, name: TreePath.lastPart($0)) }
    let bundle = SoundBundle(name: "", platform: .apple, role: .app, sounds: sounds)
    return Project(kind: .folder, root: "", bundles: [bundle])
  }

  /// Whether a real project says what is shipped.
  var knowsBundles: Bool { projects.first?.kind != .folder }

  func bundles(for file: String, on platform: SoundBundle.Platform) -> [SoundBundle] {
    let roots = Set(projects.map(\.root)).filter { TreePath.isBelow(file, $0) }
    for root in roots.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      let found = bundles(below: root, on: platform)
      if !found.isEmpty { return found }
    }
    return roots.isEmpty ? bundles(below: "", on: platform) : []
  }

  private func bundles(below root: String, on platform: SoundBundle.Platform) -> [SoundBundle] {
    projects.filter { TreePath.isBelow($0.root, root) }.flatMap(\.bundles)
      .filter { $0.platform == platform }
  }
}
