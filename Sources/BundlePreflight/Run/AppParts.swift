import AlertSounds

/// The apps of a run. Each is judged by itself, with the servers and packages beside it, so that a
/// run over many projects finds what a run over each of them would.
struct AppParts {
  /// What is judged together.
  struct Part {
    /// What the app and everything beside it say.
    let surveys: [Survey]
    /// Whether a file of the run is one of the part's own: findings about the others come from their
    /// own parts.
    let isOwn: (TreePath) -> Bool
    /// The folder of the app that a file of the part's own is of, as an absolute path.
    let home: (TreePath) -> TreePath
  }

  /// The maximum number of places that are judged by themselves: what lies beside all apps is looked
  /// at again for each of them.
  private let limit: Int

  /// The outermost folders of apps, as absolute paths.
  private let apps: Set<TreePath>
  /// The folders around them.
  private let around: Set<TreePath>
  /// The folders of apps that ship each other's files, and so are one, by the first of them.
  private var members: [TreePath: [TreePath]] = [:]
  /// The first of them, by each.
  private var firsts: [TreePath: TreePath] = [:]
  private let homes = Memo<TreePath, TreePath>()

  init(_ inputs: [PreflightInput], limit: Int = 2_000) {
    self.limit = limit
    let roots = Set(
      inputs.flatMap { input in
        input.projects.filter(\.isApp).map { Self.absolute(input.place($0.root)) }
      })
    apps = roots.filter { !$0.folder.upwards.contains(where: roots.contains) || $0.isEmpty }
    around = apps.reduce(into: []) { $0.formUnion($1.upwards.dropFirst()) }
    guard apps.count > 1 else { return }
    for input in inputs {
      for project in input.projects where project.isApp {
        for sound in project.bundles.flatMap(\.sounds) {
          join(home(of: input.place(project.root)), home(of: input.place(sound.file).folder))
        }
      }
    }
    homes.removeAll()
  }

  /// Makes two apps one.
  private mutating func join(_ one: TreePath, _ other: TreePath) {
    let (one, other) = (firsts[one] ?? one, firsts[other] ?? other)
    guard one != other, apps.contains(one), apps.contains(other) else { return }
    let both = (members[one] ?? [one]) + (members.removeValue(forKey: other) ?? [other])
    members[one] = both
    for app in both { firsts[app] = one }
  }

  private static func absolute(_ path: TreePath) -> TreePath {
    let path = AbsolutePath.of(path.text)
    return path == "/" ? .top : path
  }

  /// The folder of the app that a folder of the run is part of. Outside of all apps, as a server is,
  /// the nearest folder that has apps below it: it is beside all of these.
  private func home(of folder: TreePath) -> TreePath {
    homes.value(for: folder) {
      let path = Self.absolute(folder)
      if let app = path.upwards.first(where: apps.contains) { return firsts[app] ?? app }
      return path.upwards.first(where: around.contains) ?? .top
    }
  }

  /// Whether two places are of one app, or one is beside the other.
  private func meet(_ one: TreePath, _ other: TreePath) -> Bool {
    one == other
      || (members[one] ?? [one]).contains { $0.isBelow(other) }
      || (members[other] ?? [other]).contains { $0.isBelow(one) }
  }

  /// The projects of `input` that a file belongs to, or lies beside.
  func projects(of input: PreflightInput, around file: TreePath) -> PreflightInput {
    input.part { project in
      meet(home(of: input.place(project.root)), home(of: input.place(file).folder))
    }
  }

  /// The selection of sounds for the files of an input.
  func selection(for input: PreflightInput) -> (TreePath) -> SoundSelection {
    let selections = Memo<TreePath, SoundSelection>()
    return { file in
      selections.value(for: apps.count > 1 ? home(of: input.place(file).folder) : .top) {
        SoundSelection(apps.count > 1 ? projects(of: input, around: file) : input)
      }
    }
  }

  /// The parts of what was read, made one after the other.
  func parts(of surveys: [Survey]) -> some Sequence<Part> {
    let groups = apps.count > 1 ? surveys.map { GroupedSurvey($0, by: home) } : []
    let all = groups.reduce(into: Set()) { $0.formUnion($1.homes) }
    let isTogether = apps.count <= 1 || all.count > limit
    return (isTogether ? [nil] : all.sorted().map(Optional.some)).lazy.map { app in
      guard let app else {
        return Part(surveys: surveys, isOwn: { _ in true }, home: { home(of: $0.folder) })
      }
      let homes = all.filter { meet($0, app) }
      return Part(
        surveys: groups.map { $0.part(homes) { homes.contains(home(of: $0)) } },
        isOwn: { home(of: $0.folder) == app }, home: { _ in app })
    }
  }

  /// A finding about a run over more apps than are judged by themselves.
  func findings(_ inputs: [PreflightInput]) -> [PreflightFinding] {
    guard apps.count > limit, let first = inputs.first else { return [] }
    let finding = Rule.projectUnknown.finding(
      "\(apps.count) apps in one run are judged as one: a sound or a channel of one counts for all",
      fix: "check each app by itself")
    return [PreflightFinding(finding, file: first.path)]
  }
}

extension Project {
  /// Whether it is an app, and no part of those beside it, as a package or a pod is.
  fileprivate var isApp: Bool {
    bundles.isEmpty
      ? ![.swiftPM, .cocoaPods, .folder].contains(kind) : bundles.contains { $0.role == .app }
  }
}

/// What was read, by the folders of the apps.
private struct GroupedSurvey {
  private let survey: Survey
  let homes: Set<TreePath>
  private let soundFiles: [TreePath: [TreePath]]
  private let sourceFolders: [TreePath: [TreePath]]
  private let pageFolders: [TreePath: [TreePath]]
  private let sounds: [TreePath: [(key: TreePath, value: SoundExamination)]]
  private let facts: [TreePath: [(key: TreePath, value: SourceFacts)]]
  private let suppressions: [TreePath: [(key: TreePath, value: Suppressions)]]
  private let unfollowed: [TreePath: [AskingPlace]]
  private let hiddenSources: [TreePath: [TreePath]]
  private let references: [TreePath: [SoundReference]]
  private let findings: [TreePath: [TreeFinding]]
  private let channels: [TreePath: [ChannelUse]]
  private let concerns: [TreePath: [SoundConcern]]

  init(_ survey: Survey, by home: (TreePath) -> TreePath) {
    self.survey = survey
    func at(_ file: TreePath) -> TreePath { home(survey.input.place(file).folder) }
    func ofFolder(_ folder: TreePath) -> TreePath { home(survey.input.place(folder)) }
    homes = Set(survey.input.files.map { at($0.path) })
    soundFiles = Dictionary(grouping: survey.input.soundFiles, by: at)
    sourceFolders = Dictionary(grouping: survey.input.sourceFolders, by: ofFolder)
    pageFolders = Dictionary(grouping: survey.input.pageFolders, by: ofFolder)
    sounds = Dictionary(grouping: survey.sounds) { at($0.key) }
    facts = Dictionary(grouping: survey.facts) { at($0.key) }
    suppressions = Dictionary(grouping: survey.suppressions) { at($0.key) }
    unfollowed = Dictionary(grouping: survey.scan.unfollowed) { at(TreePath($0.file)) }
    hiddenSources = Dictionary(grouping: survey.hiddenSources, by: at)
    references = Dictionary(grouping: survey.scan.references) { at($0.file) }
    findings = Dictionary(grouping: survey.scan.findings) { at($0.file) }
    channels = Dictionary(grouping: survey.scan.channels) { at($0.file) }
    concerns = Dictionary(grouping: survey.scan.concerns) { at($0.file) }
  }

  /// The same survey of what lies in some folders of apps alone.
  func part(_ homes: Set<TreePath>, sees: (TreePath) -> Bool) -> Survey {
    let homes = homes.sorted()
    func all<Value>(_ groups: [TreePath: [Value]]) -> [Value] { homes.flatMap { groups[$0] ?? [] } }
    func table<Value>(_ groups: [TreePath: [(key: TreePath, value: Value)]]) -> [TreePath: Value] {
      Dictionary(uniqueKeysWithValues: all(groups).map { ($0.key, $0.value) })
    }
    var part = Survey(
      input: survey.input.part(
        sounds: all(soundFiles), sources: all(sourceFolders), pages: all(pageFolders)
      ) { sees(survey.input.place($0.root)) })
    part.sounds = table(sounds)
    part.facts = table(facts)
    part.suppressions = table(suppressions)
    part.scan.unfollowed = all(unfollowed)
    part.hiddenSources = all(hiddenSources)
    part.scan.references = all(references)
    part.scan.findings = all(findings)
    part.scan.channels = all(channels)
    part.scan.concerns = all(concerns)
    return part
  }
}
