import AlertSounds
import AudioFormats
import Files

/// Combines the results of all inputs into one report.
struct PreflightAssembly {
  private let preflight: Preflight
  private let surveys: [Survey]
  private let world: PreflightWorld
  private let standings: [AlertStandings]

  init(_ preflight: Preflight, _ surveys: [Survey]) {
    self.preflight = preflight
    self.surveys = surveys
    var world = PreflightWorld()
    for survey in surveys {
      let place = survey.input.place
      let projects = survey.input.projects.map { $0.moved(place) }
      world.projects += projects
      world.channels += projects.flatMap(\.defaultChannels)
      world.references += Self.references(of: survey).map { $0.moved(place) }
      world.channels += survey.scan.channels.map { Self.reached($0, in: survey).moved(place) }
      let described = survey.facts.values.reduce(into: Set()) { $0.formUnion($1.channelObjects) }
      for facts in survey.facts.values {
        world.computedChannels.formUnion(
          facts.computedChannels.filter { !described.contains($0.variable) })
      }
      for facts in survey.facts.values { world.compiledResources.formUnion(facts.resources) }
      world.concerns += survey.scan.concerns.map { $0.moved(place) }
      world.allowsCriticalSounds =
        world.allowsCriticalSounds || survey.facts.values.contains(where: \.allowsCriticalSounds)
      world.soundFiles += survey.input.soundFiles.map(place)
    }
    world.soundFiles.removeAll { preflight.configuration.excludes($0.text) }
    let configuration = preflight.configuration
    let standings = surveys.map {
      AlertStandings($0, world.references, judgesAll: configuration.judgesAllSounds)
    }
    for (survey, standing) in zip(surveys, standings) {
      world.writers += standing.writers.map(survey.input.place)
    }
    world.isStrictApple = configuration.isStrictApple
    self.standings = standings
    self.world = world
  }

  /// The references in sources, payloads and the settings of projects. For settings, the reader's
  /// references replace those of the scan of the same text.
  private static func references(of survey: Survey) -> [SoundReference] {
    struct Place: Hashable {
      let file: TreePath
      let line: Int
      let name: String
    }
    let settings = survey.input.projects.flatMap(\.references)
      .filter { ReferenceHits.isName($0.name) }
    let known = Set(settings.map { Place(file: $0.file, line: $0.line, name: $0.name) })
    return settings
      + survey.scan.references.filter {
        !known.contains(Place(file: $0.file, line: $0.line, name: $0.name))
      }
  }

  /// The use, marked if its functions stand in no other source of the tree.
  private static func reached(_ use: ChannelUse, in survey: Survey) -> ChannelUse {
    guard use.role == .made, !use.callers.isEmpty, !survey.hidesSources,
      survey.facts.allSatisfy({ file, facts in
        file == use.file || facts.notifiers.isDisjoint(with: use.callers)
      })
    else { return use }
    var use = use
    use.role = .unreached
    return use
  }

  func report() -> PreflightReport {
    let sounds = once(zip(surveys, standings).flatMap(sounds)) { AbsolutePath.of($0.sound.file) }
    let told = sounds.filter { $0.standing != .none }
    let all = findings(of: told)
    let suppressions = FileSuppressions(surveys, for: all)
    let found = once((all + suppressions.findings).map(withPossibleFix), by: FindingKey.init)
      .filter { !suppressions.contain($0) }
      .filter { !preflight.configuration.excludes($0.file) }
      .compactMap(preflight.configuration.apply(to:))
      .sorted(by: Self.isBefore)
    let inputs = surveys.map {
      PreflightReport.Input(path: printable($0.input.path), kind: $0.input.kind)
    }
    var report = PreflightReport(
      inputs: inputs, sounds: told.filter(\.isRead).map(\.sound).sorted { $0.file < $1.file },
      findings: found,
      unaskedCount: sounds.count - told.count)
    report.askingPlaces = askingPlaces()
    report.channels = world.channels.filter { $0.isCertain && $0.role == .made && !$0.isConstant }
    return report
  }

  /// The places in code that certainly ask for a sound.
  private func askingPlaces() -> [AskingPlace] {
    struct Line: Hashable {
      let file: TreePath
      let line: Int
    }
    let asked = world.references.filter {
      $0.isCertain && !$0.isCompiled && $0.origin != .payload && $0.name != SoundReference.anyName
    }
    let known = Dictionary(grouping: asked) { Line(file: $0.file, line: $0.line) }
      .map { line, references in
        AskingPlace(
          file: line.file.text, line: line.line, column: references.map(\.column).min() ?? 1,
          names: Set(references.map(\.name)).sorted())
      }
    let unknown = surveys.flatMap { survey in
      survey.unfollowed.map { place in
        var place = place
        place.file = survey.input.place(TreePath(place.file)).text
        return place
      }
    }
    return (known + unknown).filter { !preflight.configuration.excludes($0.file) }
      .sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
  }

  /// The finding, with a fix that fits where its file is.
  private func withPossibleFix(_ found: PreflightFinding) -> PreflightFinding {
    let isArchived = surveys.contains { survey in
      survey.input.tree is ArchiveTree && found.file.hasPrefix(survey.input.path + "/")
    }
    return isArchived ? found.inArchive : found
  }

  /// The first element of each key: the paths of a run may overlap, such as `.` and a file in it,
  /// and nothing must be reported twice.
  private func once<Element, Key: Hashable>(
    _ elements: [Element], by key: (Element) -> Key
  ) -> [Element] {
    guard surveys.count > 1 else { return elements }
    var known: Set<Key> = []
    return elements.filter { known.insert(key($0)).inserted }
  }

  private struct FindingKey: Hashable {
    let file: TreePath
    let line: Int?
    let column: Int?
    let rule: String
    let message: String

    init(_ found: PreflightFinding) {
      file = AbsolutePath.of(found.file)
      (line, column) = (found.line, found.column)
      (rule, message) = (found.finding.rule, found.finding.message)
    }
  }

  private typealias Told = (
    file: TreePath, sound: PreflightSound, isRead: Bool, standing: AlertStanding,
    findings: [Finding]
  )

  private func findings(of told: [Told]) -> [PreflightFinding] {
    let scope = ReferenceScope(world)
    let contents = contentsByFile()
    let alerts = possibleAlerts()
    // What a file has instead of a sound is said once, also of one that both platforms get.
    let refused = Set(told.filter { $0.findings.contains { $0.breaks(.container) } }.map(\.file))
    var found = told.flatMap { told in
      told.findings.map { PreflightFinding($0, file: told.sound.file) }
    }
    for survey in surveys {
      found += survey.input.findings
      found += (survey.scan.findings + survey.input.projects.flatMap(\.findings))
        .map { PreflightFinding($0.moved(survey.input.place)) }
    }
    let checked =
      ReferenceCheck(world, scope).findings()
      + ShipmentCheck(world, mayAlert: alerts.contains).findings()
      + AndroidCheck(world).findings(mayAlert: alerts.contains) {
        var content = contents[$0] ?? .init()
        if refused.contains($0) { content.impostor = nil }
        return content
      }
      + IgnoredCheck(kept(told)).findings() + ChannelCheck(world).findings()
      + ConcernCheck(world).findings()
      + SiblingCheck(
        projects: world.projects, limit: preflight.configuration.limits[.siblingDifference]
      ).findings(told.map(\.sound))
    return found + checked.map(PreflightFinding.init) + UnknownProject.findings(surveys)
  }

  /// The files whose sounds may be alerts, shipped or not.
  private func possibleAlerts() -> Set<TreePath> {
    zip(surveys, standings).reduce(into: []) { alerts, pair in
      let (input, standings) = (pair.0.input, pair.1)
      let shipped = input.projects.flatMap(\.bundles).flatMap(\.sounds).map(\.file)
      for file in Set(shipped + input.soundFiles) where standings.standing(of: file) != .none {
        alerts.insert(input.place(file))
      }
    }
  }

  /// The sounds that projects in folders ship, as alerts or to Android.
  private func kept(_ told: [Told]) -> [TreePath] {
    let alerts = Set(told.map(\.file))
    return surveys.filter { $0.input.tree is FolderTree }.flatMap { survey in
      survey.input.projects.filter { $0.kind != .appBundle }.flatMap(\.bundles)
        .filter { $0.role != .tests }.flatMap { bundle in
          bundle.sounds.map { survey.input.place($0.file) }
            .filter { bundle.platform == .android || alerts.contains($0) }
        }
    }.withoutRepeats()
  }

  private func contentsByFile() -> [TreePath: AndroidCheck.Content] {
    var contents: [TreePath: AndroidCheck.Content] = [:]
    for survey in surveys {
      for (file, examination) in survey.sounds {
        let fix = examination.report.findings.first { $0.breaks(.container) }?.fix
        contents[survey.input.place(file)] = .init(
          container: examination.report.container, impostor: examination.impostor, step: fix?.step)
      }
    }
    return contents
  }

  /// The possible alert sounds of an input, each with its findings in case it is one.
  private func sounds(_ survey: Survey, _ standings: AlertStandings) -> [Told] {
    let asked = AskedNames(world.references.filter { $0.platform != .android })
    let listed = Set(survey.input.projects.flatMap(\.alertSounds))
    let bundles = bundleNames(survey)
    return survey.sounds.compactMap { file, examination in
      let isAsked = { asked.contains($0.name) || listed.contains($0) }
      guard survey.selection.tells(file, isAsked: isAsked) else { return nil }
      let report = examination.report
      let place = survey.input.place(file)
      let sound = PreflightSound(
        file: place.text, bundles: bundles[file] ?? [],
        byteCount: examination.byteCount ?? 0, container: report.container,
        dataFormat: report.dataFormat, duration: report.duration,
        measurements: examination.measurements)
      let standing = standings.standing(of: file)
      let judgement = SoundJudgement(examination, standing, isStrict: world.isStrictApple)
      // A path without a file is not a sound.
      let isRead = !report.findings.contains { $0.breaks(.fileUnreadable) }
      return (place, sound, isRead, standing, judgement.findings)
    }
  }

  private func bundleNames(_ survey: Survey) -> [TreePath: [String]] {
    var names: [TreePath: [String]] = [:]
    for bundle in survey.input.projects.flatMap(\.bundles) {
      for sound in bundle.sounds where names[sound.file]?.contains(bundle.name) != true {
        names[sound.file, default: []].append(bundle.name)
      }
    }
    return names
  }

  private static func isBefore(_ left: PreflightFinding, _ right: PreflightFinding) -> Bool {
    if left.file != right.file { return left.file < right.file }
    if left.line != right.line { return (left.line ?? 0) < (right.line ?? 0) }
    if left.column != right.column { return (left.column ?? 0) < (right.column ?? 0) }
    if left.finding.severity != right.finding.severity {
      return left.finding.severity > right.finding.severity
    }
    return (left.finding.rule, left.finding.message) < (right.finding.rule, right.finding.message)
  }
}
