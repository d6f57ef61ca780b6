import AlertSounds
import AudioFormats
import Files

/// Combines the judgements about all apps of a run into one report.
struct PreflightAssembly {
  private let preflight: Preflight
  private let surveys: [Survey]
  private var sounds: [AppJudgement.Told] = []
  private var all: [PreflightFinding]
  private var askingPlaces: [AskingPlace] = []
  private var channels: [TreePath: [ChannelUse]] = [:]

  init(_ preflight: Preflight, _ surveys: [Survey], _ apps: AppParts) {
    self.preflight = preflight
    self.surveys = surveys
    let inputs = surveys.map(\.input)
    all =
      inputs.flatMap(\.findings) + apps.findings(inputs) + UnknownProject.findings(surveys)
    for part in apps.parts(of: surveys) {
      let app = AppJudgement(preflight, part)
      sounds += app.sounds
      all += app.findings
      askingPlaces += app.askingPlaces
      for channel in app.channels { channels[part.home(channel.file), default: []].append(channel) }
    }
  }

  func report() -> PreflightReport {
    let told = sounds.filter { $0.standing != .none }
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
    report.askingPlaces =
      askingPlaces
      .filter { !preflight.configuration.excludes($0.file) }
      .sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    report.channels = channels
    return report
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
