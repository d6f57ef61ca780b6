import AlertSounds

/// Whether a sound that an app ships is an alert sound.
enum AlertStanding: Comparable {
  /// The app plays it itself, or there is no sign of an alert.
  case none
  /// The reference to it may mean something else.
  case doubtful
  case alert
}

/// Decides which sounds of an input are alert sounds, from its sources, payloads and settings.
///
/// A sound is an alert sound if a reference names it, or if a name is computed at run time and the
/// app does not play the sound itself. If the app posts or receives notifications and plays no
/// sounds itself, all of its sounds are alert sounds: a server may name them.
struct AlertStandings {
  private let input: PreflightInput
  private let judgesAll: Bool
  private let certain: AskedNames
  private let doubtful: AskedNames
  private let hasPayloads: Bool
  private let facts: [TreePath: ProjectFacts]
  private let everywhere: ProjectFacts
  /// The folders of the projects that ship a file to Apple's devices.
  private let roots: [TreePath: Set<TreePath>]
  private let listed: Set<TreePath>
  /// Sounds without a reference in bundles whose other sounds are referenced by name.
  private let others: Set<TreePath>
  /// Flutter's assets, where the system never looks: only who names one means it.
  private let assets: Set<TreePath>

  init(_ survey: Survey, _ references: [SoundReference], judgesAll: Bool) {
    input = survey.input
    self.judgesAll = judgesAll
    let references = references.filter { $0.platform != .android }
    let certain = AskedNames(references.filter(\.isCertain))
    self.certain = certain
    doubtful = AskedNames(references)
    hasPayloads = references.contains { $0.origin == .payload || $0.origin == .server }
    let projects = survey.input.projects
    (facts, everywhere) = ProjectFacts.byRoot(survey)
    listed = Set(projects.flatMap(\.alertSounds))
    var others: Set<TreePath> = []
    var assets: Set<TreePath> = []
    var resources: Set<TreePath> = []
    var roots: [TreePath: Set<TreePath>] = [:]
    for project in projects {
      for bundle in project.bundles where bundle.platform == .apple {
        if bundle.role == .app, bundle.sounds.contains(where: { certain.contains($0.name) }),
          certain.knowsNames(of: bundle)
        {
          others.formUnion(bundle.sounds.map(\.file).filter { !certain.contains($0.name) })
        }
        for sound in bundle.sounds {
          roots[sound.file, default: []].insert(project.root)
          if sound.name.hasPrefix(FlutterReader.assets) {
            assets.insert(sound.file)
          } else {
            resources.insert(sound.file)
          }
        }
      }
    }
    self.roots = roots
    self.others = others
    // One that the app's target has among its resources, too, is there for the system.
    self.assets = assets.subtracting(resources)
  }

  func standing(of file: TreePath) -> AlertStanding {
    let isAsset = assets.contains(file)
    func isAsked(_ asked: AskedNames) -> Bool {
      isAsset ? asked.containsExactly(file.name) : asked.contains(file.name)
    }
    if judgesAll || input.isSingleFile || listed.contains(file) || isAsked(certain) {
      return .alert
    }
    let byNobody: AlertStanding = isAsked(doubtful) ? .doubtful : .none
    if isAsset { return byNobody }
    guard let roots = roots[file] else {
      return max(byNobody, everywhere.isAboutNotifications || hasPayloads ? .alert : .none)
    }
    let unnamed = roots.contains { facts[$0]?.takesForAlert(file, hasPayloads) ?? true }
    let isComputed = roots.contains { facts[$0]?.facts.asksForComputed ?? true }
    let isMild = others.contains(file) && !isComputed
    return max(byNobody, unnamed ? (isMild ? .doubtful : .alert) : .none)
  }

  /// The folders of the projects whose code mentions `Library/Sounds`.
  var writers: [TreePath] { facts.filter(\.value.facts.writesSounds).map(\.key) }
}

/// The facts in the sources of one project.
struct ProjectFacts {
  var facts = SourceFacts()
  var hasSources = false

  /// Without sources, as in an app bundle or a folder of sounds, nothing rules out notifications.
  var isAboutNotifications: Bool { !hasSources || facts.mentionsNotifications }

  /// Whether a shipped sound without a reference to its name is an alert sound.
  func takesForAlert(_ file: TreePath, _ hasPayloads: Bool) -> Bool {
    guard hasSources else { return true }
    let name = file.name.lowercased()
    if facts.playedNames.contains(name) || facts.playedNames.contains(name.fileStem) {
      return false
    }
    if facts.asksForComputed { return true }
    return !facts.playsSounds && (facts.mentionsNotifications || hasPayloads)
  }

  /// For each project's folder, the facts in the sources below it and in those outside of all
  /// projects; and the facts in all sources.
  static func byRoot(_ survey: Survey) -> ([TreePath: ProjectFacts], ProjectFacts) {
    var tree = FactsTree(Set(survey.input.projects.map(\.root)))
    for folder in survey.input.sourceFolders { tree.add(nil, in: folder) }
    if !survey.input.pageFolders.isEmpty { tree.addPage() }
    for (file, facts) in survey.facts where ReferenceScan.isSource(file) {
      tree.add(facts, in: file.folder)
    }
    return (tree.byRoot, tree.everywhere)
  }
}

/// Facts by the folders of projects; each folder is walked up only once.
private struct FactsTree {
  private var roots: [TreePath: ProjectFacts]
  private(set) var everywhere = ProjectFacts()
  /// What lies outside of all projects, and so counts for each.
  private var outside = ProjectFacts()
  private var known: [TreePath: [TreePath]] = [:]

  init(_ roots: Set<TreePath>) {
    self.roots = Dictionary(uniqueKeysWithValues: roots.map { ($0, ProjectFacts()) })
  }

  mutating func add(_ facts: SourceFacts?, in folder: TreePath) {
    let around = known[folder] ?? self.around(folder)
    // Even if each file of a crafted tree is in a new folder, there are at most as many entries as
    // files.
    known[folder] = around
    everywhere.add(facts)
    if around.isEmpty { outside.add(facts) }
    for root in around { roots[root]?.add(facts) }
  }

  var byRoot: [TreePath: ProjectFacts] {
    outside.hasSources
      ? roots.mapValues { own in
        var all = own
        all.add(outside.facts)
        return all
      } : roots
  }

  /// Adds a page that is no source of an app: what lies beside it is not of a folder of sounds.
  mutating func addPage() { everywhere.add(nil) }

  private func around(_ folder: TreePath) -> [TreePath] {
    folder.upwards.filter { roots[$0] != nil }
  }
}

extension ProjectFacts {
  fileprivate mutating func add(_ other: SourceFacts?) {
    hasSources = true
    if let other { facts.add(other) }
  }
}
