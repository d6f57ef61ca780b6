import AlertSounds
import Files

/// What is found in one app, and in what lies beside all apps.
struct AppJudgement {
  private let preflight: Preflight
  private let part: AppParts.Part
  private let surveys: [Survey]
  private let world: PreflightWorld
  private let standings: [AlertStandings]
  private let all: [Told]

  init(_ preflight: Preflight, _ part: AppParts.Part) {
    self.preflight = preflight
    self.part = part
    surveys = part.surveys
    var world = PreflightWorld()
    for survey in surveys {
      let place = survey.input.place
      let projects = survey.input.projects.map { $0.moved(place) }
      world.projects += projects
      world.channels += projects.flatMap(\.defaultChannels)
      world.references += Self.references(of: survey).map { $0.moved(place) }
      world.channels += survey.scan.channels.map { Self.reached($0, in: survey).moved(place) }
      for facts in survey.facts.values {
        world.computedChannels.formUnion(facts.computedChannels)
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
    // The paths of a run may overlap, such as `.` and a file in it.
    var known: Set<TreePath> = []
    all = zip(surveys, standings).flatMap { Self.sounds($0, $1, world) }
      .filter { part.surveys.count == 1 || known.insert(AbsolutePath.of($0.file.text)).inserted }
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
    guard use.role == .made, !use.callers.isEmpty, survey.hiddenSources.isEmpty,
      survey.facts.allSatisfy({ file, facts in
        file == use.file || facts.notifiers.isDisjoint(with: use.callers)
      })
    else { return use }
    var use = use
    use.role = .unreached
    return use
  }

  /// The places in code that certainly ask for a sound.
  var askingPlaces: [AskingPlace] {
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
      survey.scan.unfollowed.map { place in
        var place = place
        place.file = survey.input.place(TreePath(place.file)).text
        return place
      }
    }
    return (known + unknown).filter { part.isOwn(TreePath($0.file)) }
  }

  typealias Told = (
    file: TreePath, sound: PreflightSound, isRead: Bool, standing: AlertStanding,
    findings: [Finding]
  )

  /// The possible alert sounds of its own, each with its findings in case it is one.
  var sounds: [Told] { all.filter { part.isOwn($0.file) } }

  /// The channels of its own that it makes.
  var channels: [ChannelUse] {
    world.channels.filter {
      $0.isCertain && $0.role == .made && !$0.isConstant && part.isOwn($0.file)
    }
  }

  /// The findings about its own files.
  var findings: [PreflightFinding] {
    let told = all.filter { $0.standing != .none }
    let scope = ReferenceScope(world)
    let contents = contentsByFile()
    let alerts = possibleAlerts()
    // What a file has instead of a sound is said once, also of one that both platforms get.
    let refused = Set(
      told.filter { $0.findings.contains { $0.breaks(.container, .dataFormat) } }.map(\.file))
    var found = told.flatMap { told in
      told.findings.map { PreflightFinding($0, file: told.sound.file) }
    }
    for survey in surveys {
      found += (survey.scan.findings + survey.input.projects.flatMap(\.findings))
        .map { PreflightFinding($0.moved(survey.input.place)) }
    }
    let checked =
      ReferenceCheck(world, scope).findings()
      + ShipmentCheck(world, mayAlert: alerts.contains).findings()
      + AndroidCheck(world).findings(mayAlert: alerts.contains) {
        var content = contents[$0] ?? .init()
        if refused.contains($0) { (content.impostor, content.coding) = (nil, nil) }
        return content
      }
      + IgnoredCheck(kept(told)).findings() + ChannelCheck(world).findings()
      + ConcernCheck(world).findings()
      + SiblingCheck(
        projects: world.projects, limit: preflight.configuration.limits[.siblingDifference]
      ).findings(told.map(\.sound))
    return oneBanner(
      (found + withoutRepeats(checked).map(PreflightFinding.init))
        .filter { part.isOwn(TreePath($0.file)) })
  }

  /// The findings without those about the channel of a sound that is missing itself.
  private func withoutRepeats(_ found: [TreeFinding]) -> [TreeFinding] {
    struct Place: Hashable {
      let file: TreePath
      let line: Int?
    }
    let missing = Set(
      found.filter { $0.finding.breaks(.soundMissing) && $0.finding.severity > .note }
        .map { Place(file: $0.file, line: $0.line) })
    return found.filter {
      !$0.finding.breaks(.androidChannelSound)
        || !missing.contains(Place(file: $0.file, line: $0.line))
    }
  }

  /// The findings with one about sounds that are longer than their banner: in an app for alarms all
  /// are.
  private func oneBanner(_ found: [PreflightFinding]) -> [PreflightFinding] {
    let configuration = preflight.configuration
    let long = found.indices.filter { index in
      found[index].finding.breaks(.bannerDuration) && !configuration.excludes(found[index].file)
        && configuration.apply(to: found[index]) != nil
    }.sorted { found[$0].file < found[$1].file }
    guard let first = long.first, long.count > 1 else { return found }
    let others = Set(long.dropFirst())
    var found = found
    found[first].finding.message += "; so does that of \(count(others.count, "other sound"))"
    return found.indices.filter { !others.contains($0) }.map { found[$0] }
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
          container: examination.report.container, coding: examination.report.dataFormat,
          impostor: examination.impostor, step: fix?.step)
      }
    }
    return contents
  }

  /// The possible alert sounds of an input, each with its findings in case it is one.
  private static func sounds(
    _ survey: Survey, _ standings: AlertStandings, _ world: PreflightWorld
  ) -> [Told] {
    let asked = AskedNames(world.references.filter { $0.platform != .android })
    let selection = SoundSelection(survey.input)
    let askers = Dictionary(
      world.references.filter { $0.isCertain && $0.platform != .android }
        .map { ($0.name.fileName.lowercased(), $0) },
      uniquingKeysWith: { first, other in
        (first.file, first.line) <= (other.file, other.line) ? first : other
      })
    let listed = Set(survey.input.projects.flatMap(\.alertSounds))
    let bundles = bundleNames(survey)
    return survey.sounds.compactMap { file, examination in
      let isAsked = { asked.contains($0.name) || listed.contains($0) }
      guard selection.tells(file, isAsked: isAsked) else { return nil }
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
      let asker = askers[file.name.lowercased()] ?? askers["*." + file.suffix]
      let findings = judgement.findings.map { finding in
        var finding = finding
        if let asker, asker.file != place, finding.severity > .note {
          finding.message += " (asked for in '\(printable(asker.file.text)):\(asker.line)')"
        }
        return finding
      }
      return (place, sound, isRead, standing, findings)
    }
  }

  private static func bundleNames(_ survey: Survey) -> [TreePath: [String]] {
    var names: [TreePath: [String]] = [:]
    for bundle in survey.input.projects.flatMap(\.bundles) {
      for sound in bundle.sounds where names[sound.file]?.contains(bundle.name) != true {
        names[sound.file, default: []].append(bundle.name)
      }
    }
    return names
  }
}
