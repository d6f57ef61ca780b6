public import AlertSounds

/// A project's settings for the pre-flight: the content of its `.tocsin.yml`.
public struct PreflightConfiguration: Sendable {
  /// A project's setting for a rule.
  enum Setting: Hashable, Sendable {
    case off
    case severity(Finding.Severity)
  }

  /// Other settings for some files.
  struct Override: Sendable {
    let files: GlobList
    let settings: [String: Setting]
  }

  /// The file's name.
  public static let fileName = ".tocsin.yml"

  /// The folder of the file, absolute: its patterns start there.
  public internal(set) var folder = ""
  var settings: [String: Setting] = [:]
  /// The rules with settings of any kind, which are checked therefore.
  var configured: Set<String> = []
  var overrides: [Override] = []
  var excluded = GlobList([])
  /// The numbers that rules compare with.
  public internal(set) var limits = RuleLimits()
  /// The path under which the baseline file can be opened.
  public internal(set) var baseline: String?
  /// Whether warnings also make the run fail.
  public internal(set) var isStrict = false
  /// Whether all sounds at the top of a bundle are judged, also those that no alert asks for.
  public internal(set) var judgesAllSounds = false
  /// Whether sounds that devices play, but that Apple does not promise to play, are errors.
  public internal(set) var isStrictApple = false
  /// Whether the rules that need samples are checked.
  public internal(set) var examinesSamples = true

  /// Whether the rules about how a sound is made are checked that are not set by themselves.
  public internal(set) var judgesQuality = false

  private var chosen: Set<String>?
  private var unwanted: Set<String> = []

  /// The settings that apply without a file.
  public init() {}

  /// Leaves rules out, regardless of their settings in the file.
  /// - Parameters:
  ///   - rules: the identifiers of the rules to check; nil for all.
  ///   - others: the identifiers of the rules to leave out.
  public mutating func choose(only rules: Set<String>?, without others: Set<String>) {
    (chosen, unwanted) = (rules, others)
  }

  /// Whether `file` is left out.
  func excludes(_ file: String) -> Bool {
    !excluded.isEmpty && excluded.matches(relative(file))
  }

  /// The finding with the project's severity; nil if the project turns it off.
  func apply(to found: PreflightFinding) -> PreflightFinding? {
    let finding = found.finding
    let names = found.ruleNames
    guard chosen.map({ !$0.isDisjoint(with: names) }) ?? true, unwanted.isDisjoint(with: names)
    else { return nil }
    let path = relative(found.file)
    func setting(in settings: [String: Setting]) -> Setting? {
      names.lazy.compactMap { settings[$0] }.first
    }
    let override = overrides.last { override in
      setting(in: override.settings) != nil && override.files.matches(path)
    }
    switch override.flatMap({ setting(in: $0.settings) }) ?? setting(in: settings) {
    case nil:
      let isWanted =
        judgesQuality || chosen != nil || configured.contains(finding.rule)
        || !RuleCatalogue.qualityRules.contains(finding.rule)
      return isWanted ? found : nil
    case .off: return nil
    case .severity(let severity):
      // A doubtful finding stays doubtful: it may be lowered, not raised.
      let isDoubtful =
        finding.severity == .note && RuleCatalogue.rule(names[0])?.severity != .note
      let wanted = isDoubtful ? min(finding.severity, severity) : severity
      var found = found
      found.finding.severity = wanted
      return found
    }
  }

  private func relative(_ file: String) -> String {
    let path = AbsolutePath.of(file)
    return path.isBelow(TreePath(folder)) ? String(path.text.dropFirst(folder.count + 1)) : file
  }
}
