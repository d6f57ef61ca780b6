import AlertSounds

/// Whether a sound that an app ships is an alert sound.
enum AlertStanding: Comparable {
  /// The app plays it itself, or nothing speaks for an alert.
  case none
  /// What asks for it may mean something else.
  case doubtful
  case alert
}

/// Tells which sounds of an input are alert sounds, by what its sources, payloads and settings say.
///
/// A sound is one where something asks for it by its name, or where a name is put together at run
/// time and the sound is not one that the app plays itself. Where the app posts or receives
/// notifications and plays no sounds itself, all that it ships are: a server may name them.
struct AlertStandings {
  private let input: PreflightInput
  private let judgesAll: Bool
  private let certain: AskedNames
  private let doubtful: AskedNames
  private let hasPayloads: Bool
  private let facts: [String: ProjectFacts]
  private let everywhere: ProjectFacts
  /// The folders of the projects that ship a file to Apple's devices.
  private let roots: [String: Set<String>]
  private let listed: Set<String>

  init(_ survey: Survey, _ references: [SoundReference], judgesAll: Bool) {
    input = survey.input
    self.judgesAll = judgesAll
    let references = references.filter { $0.platform != .android }
    certain = AskedNames(references.filter(\.isCertain))
    doubtful = AskedNames(references)
    hasPayloads = references.contains { $0.origin == .payload }
    let projects = survey.input.projects
    (facts, everywhere) = ProjectFacts.byRoot(survey)
    listed = projects.reduce(into: []) { $0.formUnion($1.alertSounds) }
    var roots: [String: Set<String>] = [:]
    for project in projects {
      for bundle in project.bundles where bundle.platform == .apple {
        for sound in bundle.sounds { roots[sound.file, default: []].insert(project.root) }
      }
    }
    self.roots = roots
  }

  func standing(of file: String) -> AlertStanding {
    if judgesAll || input.isSingleFile || listed.contains(file) || certain.contains(file) {
      return .alert
    }
    let byNobody: AlertStanding = doubtful.contains(file) ? .doubtful : .none
    guard let roots = roots[file] else {
      return max(byNobody, everywhere.isAboutNotifications || hasPayloads ? .alert : .none)
    }
    let unnamed = roots.contains { facts[$0]?.takesForAlert(file, hasPayloads) ?? true }
    return max(byNobody, unnamed ? .alert : .none)
  }

  /// The folders of the projects whose code speaks of `Library/Sounds`.
  var writers: [String] { facts.filter(\.value.facts.writesSounds).map(\.key) }
}

/// What the sources of one project tell.
struct ProjectFacts {
  var facts = SourceFacts()
  var hasSources = false

  /// Where there are no sources, as in an app bundle or a folder of sounds, nothing speaks against.
  var isAboutNotifications: Bool { !hasSources || facts.mentionsNotifications }

  /// Whether a shipped sound that nothing asks for by its name is an alert sound.
  func takesForAlert(_ file: String, _ hasPayloads: Bool) -> Bool {
    guard hasSources else { return true }
    let name = TreePath.lastPart(file).lowercased()
    if facts.playedNames.contains(name) || facts.playedNames.contains(TreePath.stem(name)) {
      return false
    }
    if facts.asksForComputed { return true }
    return !facts.playsSounds && (facts.mentionsNotifications || hasPayloads)
  }

  /// For each project's folder what the sources below it and those outside of all projects tell,
  /// and what all sources tell.
  static func byRoot(_ survey: Survey) -> ([String: ProjectFacts], ProjectFacts) {
    var tree = FactsTree(Set(survey.input.projects.map(\.root)))
    for file in survey.input.tree.files where ReferenceScan.isSource(file.path) {
      tree.add(nil, at: file.path)
    }
    for (file, facts) in survey.facts where ReferenceScan.isSource(file) {
      tree.add(facts, at: file)
    }
    return (tree.roots, tree.everywhere)
  }
}

/// Facts by the folders of projects; folders are walked up once each.
private struct FactsTree {
  private(set) var roots: [String: ProjectFacts]
  private(set) var everywhere = ProjectFacts()
  private var known: [String: [String]] = [:]

  init(_ roots: Set<String>) {
    self.roots = Dictionary(uniqueKeysWithValues: roots.map { ($0, ProjectFacts()) })
  }

  mutating func add(_ facts: SourceFacts?, at path: String) {
    let folder = TreePath.folder(path)
    let around = known[folder] ?? self.around(folder)
    // A new folder for each file of a made tree is no more than the files are.
    known[folder] = around
    everywhere.add(facts)
    for root in around { roots[root]?.add(facts) }
  }

  private func around(_ folder: String) -> [String] {
    var found: [String] = []
    var folder = folder
    while true {
      if roots[folder] != nil { found.append(folder) }
      guard !folder.isEmpty else { break }
      folder = TreePath.folder(folder)
    }
    return found.isEmpty ? Array(roots.keys) : found
  }
}

extension ProjectFacts {
  fileprivate mutating func add(_ other: SourceFacts?) {
    hasSources = true
    if let other { facts.merge(other) }
  }
}
