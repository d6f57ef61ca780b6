import AlertSounds

/// What a project wants of the pre-flight: the content of its `.tocsin.yml`.
public struct PreflightConfiguration: Sendable {
  /// What a project says about a rule.
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
  var overrides: [Override] = []
  var excluded = GlobList([])
  /// The numbers that rules compare with.
  public internal(set) var limits = PreflightLimits()
  /// The path of the baseline file, as it would be opened.
  public internal(set) var baseline: String?
  /// Whether warnings fail, too.
  public internal(set) var isStrict = false
  /// Whether all sounds at the top of a bundle are judged, also those that no alert asks for.
  public internal(set) var judgesAllSounds = false
  /// Whether what Apple does not promise is an error, though devices play it.
  public internal(set) var isStrictApple = false
  /// Whether the rules that need samples are checked.
  public internal(set) var examinesSamples = true

  private var chosen: Set<String>?
  private var unwanted: Set<String> = []

  /// What is checked where there is no file.
  public init() {}

  /// Leaves rules out, whatever the file says of them.
  /// - Parameters:
  ///   - rules: the identifiers of the rules that are asked; nil asks all.
  ///   - others: the identifiers of rules that are not asked.
  public mutating func choose(only rules: Set<String>?, without others: Set<String>) {
    (chosen, unwanted) = (rules, others)
  }

  /// Whether `file` is left out.
  func excludes(_ file: String) -> Bool {
    excluded.matches(relative(file))
  }

  /// The finding as the project wants it; nil where it does not.
  func apply(to found: PreflightFinding) -> PreflightFinding? {
    let finding = found.finding
    guard chosen?.contains(finding.rule) ?? true, !unwanted.contains(finding.rule) else {
      return nil
    }
    let path = relative(found.file)
    let override = overrides.last { override in
      override.settings[finding.rule] != nil && override.files.matches(path)
    }
    switch override?.settings[finding.rule] ?? settings[finding.rule] {
    case nil: return found
    case .off: return nil
    case .severity(let severity):
      // A doubtful finding stays doubtful: it may be lowered, not raised.
      let isDoubtful =
        finding.severity == .note && RuleCatalogue.page(finding.rule)?.severity != .note
      let wanted = isDoubtful ? min(finding.severity, severity) : severity
      return found.with(severity: wanted)
    }
  }

  private func relative(_ file: String) -> String {
    let path = AbsolutePath.of(file)
    return TreePath.isBelow(path, folder) ? String(path.dropFirst(folder.count + 1)) : file
  }
}

extension PreflightFinding {
  fileprivate func with(severity: Finding.Severity) -> PreflightFinding {
    PreflightFinding(
      Finding(
        rule: finding.rule, severity: severity, message: finding.message, fix: finding.fix,
        byteOffset: finding.byteOffset),
      file: file, line: line, column: column, replacement: replacement,
      edit: edit)
  }
}
