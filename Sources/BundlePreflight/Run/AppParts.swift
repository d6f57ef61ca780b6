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
  }

  /// The maximum number of places that are judged by themselves: what lies beside all apps is looked
  /// at again for each of them.
  private static let limit = 200

  /// The outermost folders of apps, as absolute paths.
  private let apps: Set<TreePath>
  /// The folders around them.
  private let around: Set<TreePath>
  /// The folders of apps that ship each other's files, and so are one, by the first of them.
  private var members: [TreePath: [TreePath]] = [:]
  /// The first of them, by each.
  private var firsts: [TreePath: TreePath] = [:]
  private let homes = Memo<TreePath, TreePath>()

  init(_ inputs: [PreflightInput]) {
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
    input.part([]) { project in
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

  /// The parts of what was read.
  func parts(of surveys: [Survey]) -> [Part] {
    let whole = Part(surveys: surveys) { _ in true }
    guard apps.count > 1 else { return [whole] }
    let files = surveys.map { survey in
      Dictionary(grouping: survey.input.files) { home(of: survey.input.place($0.path).folder) }
    }
    let all = files.reduce(into: Set()) { $0.formUnion($1.keys) }
    guard all.count <= Self.limit else { return [whole] }
    return all.sorted().map { app in
      let parts = zip(surveys, files).map { survey, files in
        survey.part(
          files.filter { meet($0.key, app) }.sorted { $0.key < $1.key }.flatMap(\.value)
        ) { meet(home(of: survey.input.place($0)), app) }
      }
      return Part(surveys: parts) { home(of: $0.folder) == app }
    }
  }
}

extension Project {
  /// Whether it is an app, and no part of those beside it, as a package or a pod is.
  fileprivate var isApp: Bool {
    bundles.isEmpty
      ? ![.swiftPM, .cocoaPods, .folder].contains(kind) : bundles.contains { $0.role == .app }
  }
}

extension Survey {
  /// The same survey of some of its files alone.
  /// - Parameter sees: whether what a folder contains belongs to the part.
  fileprivate func part(_ files: [TreeFile], sees: (TreePath) -> Bool) -> Survey {
    func isIn(_ file: TreePath) -> Bool { sees(file.folder) }
    var part = Survey(input: input.part(files) { sees($0.root) })
    part.sounds = sounds.filter { isIn($0.key) }
    part.facts = facts.filter { isIn($0.key) }
    part.unfollowed = unfollowed.filter { isIn(TreePath($0.file)) }
    part.hiddenSources = hiddenSources.filter(isIn)
    part.suppressions = suppressions.filter { isIn($0.key) }
    part.scan.references = scan.references.filter { isIn($0.file) }
    part.scan.findings = scan.findings.filter { isIn($0.file) }
    part.scan.channels = scan.channels.filter { isIn($0.file) }
    part.scan.concerns = scan.concerns.filter { isIn($0.file) }
    return part
  }
}
