import AlertSounds
import AudioTypes
import Files

/// Makes one report of what all inputs told.
struct PreflightAssembly {
  private let preflight: Preflight
  private let surveys: [Survey]
  private let world: PreflightWorld

  init(_ preflight: Preflight, _ surveys: [Survey]) {
    self.preflight = preflight
    self.surveys = surveys
    var world = PreflightWorld()
    for survey in surveys {
      let place = survey.input.place
      world.projects += survey.input.projects.map { $0.moved(place) }
      world.references += Self.references(of: survey).map { $0.moved(place) }
      world.soundFiles += survey.input.tree.files.map(\.path).filter(SoundFileName.isSound)
        .map(place)
    }
    world.soundFiles.removeAll(where: preflight.configuration.excludes)
    self.world = world
  }

  /// What sources and payloads ask for, and projects in their settings; there the reader of the
  /// settings knows better than the scan of the same text.
  private static func references(of survey: Survey) -> [SoundReference] {
    struct Place: Hashable {
      let file: String
      let line: Int
      let name: String
    }
    let settings = survey.input.projects.flatMap(\.references)
    let known = Set(settings.map { Place(file: $0.file, line: $0.line, name: $0.name) })
    return settings
      + survey.references.filter {
        !known.contains(Place(file: $0.file, line: $0.line, name: $0.name))
      }
  }

  func report() -> PreflightReport {
    let told = once(surveys.flatMap(soundsTold)) { AbsolutePath.of($0.sound.file) }
    let all = once(findings(of: told), by: FindingKey.init)
      .filter { !preflight.configuration.excludes($0.file) }
      .compactMap(preflight.configuration.apply(to:))
      .sorted(by: Self.isBefore)
    let inputs = surveys.map {
      PreflightReport.Input(path: printable($0.input.path), kind: $0.input.kind)
    }
    return PreflightReport(
      inputs: inputs, sounds: told.map(\.sound).sorted { $0.file < $1.file }, findings: all)
  }

  /// The first of all that have the same key: the paths of a run may overlap, as `.` and a file in
  /// it do, and nothing is told twice.
  private func once<Element, Key: Hashable>(
    _ elements: [Element], by key: (Element) -> Key
  ) -> [Element] {
    guard surveys.count > 1 else { return elements }
    var known: Set<Key> = []
    return elements.filter { known.insert(key($0)).inserted }
  }

  private struct FindingKey: Hashable {
    let file: String
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

  private typealias Told = (sound: PreflightSound, findings: [Finding])

  private func findings(of told: [Told]) -> [PreflightFinding] {
    let scope = ReferenceScope(world)
    let containers = containersByFile()
    return told.flatMap { told in
      told.findings.map { PreflightFinding($0, file: told.sound.file) }
    }
      + surveys.flatMap { survey in
        survey.input.findings
          + (survey.findings + survey.input.projects.flatMap(\.findings)).map {
            $0.moved(survey.input.place)
          }
      } + ReferenceCheck(world, scope).findings() + ShipmentCheck(world).findings()
      + AndroidCheck(world).findings { containers[$0] }
      + SiblingCheck(limit: preflight.configuration.limits.siblingDifference)
      .findings(told.map(\.sound))
  }

  private func containersByFile() -> [String: String] {
    var containers: [String: String] = [:]
    for survey in surveys {
      for (file, examination) in survey.sounds {
        containers[survey.input.place(file)] = examination.report.container
      }
    }
    return containers
  }

  /// The sounds of an input that the report speaks of.
  private func soundsTold(_ survey: Survey) -> [Told] {
    let asked = AskedNames(world.references.filter { $0.platform != .android })
    let bundles = bundleNames(survey)
    return survey.sounds.compactMap { file, examination in
      guard survey.selection.tells(file, isAsked: asked.contains) else { return nil }
      let report = examination.report
      let sound = PreflightSound(
        file: survey.input.place(file), bundles: bundles[file] ?? [],
        byteCount: examination.byteCount ?? 0, container: report.container,
        dataFormat: report.dataFormat, duration: report.duration,
        measurements: examination.measurements)
      return (sound, report.findings)
    }
  }

  private func bundleNames(_ survey: Survey) -> [String: [String]] {
    var names: [String: [String]] = [:]
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
