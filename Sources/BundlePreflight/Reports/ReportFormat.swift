public import AlertSounds

/// The formats in which a report of the pre-flight can be written.
public enum ReportFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// For people, at a terminal or in a log.
  case text
  /// Tocsin's own, described by `Documentation/preflight-report.schema.json`.
  case json
  /// The Static Analysis Results Interchange Format, version 2.1.0.
  case sarif
  /// The XML that test runners write and CI servers read.
  case junit
  /// Workflow commands, which GitHub shows as annotations.
  case github
  /// GitLab's Code Quality report.
  case gitlab
  /// One page that needs only a browser.
  case html
  /// A table by rule, for the summary of a job on GitHub.
  case markdown
}

/// The subject of a report, for a page that is kept.
public struct ReportSubject: Hashable, Sendable {
  /// The project's name.
  public let name: String
  /// The commit, as people write it; nil if it is not known.
  public let revision: String?
  /// The date of the check, as people write it.
  public let date: String?

  /// A project at a revision and a time.
  public init(name: String, revision: String?, date: String?) {
    self.name = name
    self.revision = revision
    self.date = date
  }
}

/// The options of a report.
public struct ReportOptions: Sendable {
  /// Whether the text report may use a terminal's colours.
  public var isColored = false
  /// Whether a warning fails, as an error does.
  public var isStrict = false
  /// Whether the text report prints each note; else it gives their number.
  public var showsNotes = false
  /// Whether the text report lists the places in code that ask for sounds.
  public var explains = false
  /// The version of the tool that is named in the report.
  public var toolVersion: String
  /// The subject of the HTML report; nil for none.
  public var subject: ReportSubject?
  /// The rules that the report may explain.
  public var rules: [Rule]
  /// The address of the page with all rules, one heading each; nil if they stand nowhere.
  public var rulesAddress: String?
  /// The bytes of a WAVE file to listen to; nil for a sound without a player. The HTML
  /// report asks once for each sound, and grows by four thirds of the bytes.
  public var preview: @Sendable (PreflightSound) -> [UInt8]?

  /// Options; without rules the report does not explain findings, and without `preview` it has no
  /// players.
  public init(
    toolVersion: String, rules: [Rule] = [],
    preview: @escaping @Sendable (PreflightSound) -> [UInt8]? = { _ in nil }
  ) {
    self.toolVersion = toolVersion
    self.rules = rules
    self.preview = preview
  }
}

extension ReportFormat {
  /// Writes `report` in parts: at most the text of one sound or of one file's findings is in
  /// memory.
  public func write(
    _ report: PreflightReport, options: ReportOptions, to output: inout some TextOutputStream
  ) {
    switch self {
    case .github, .gitlab, .markdown: writer(options).write(report.inRepository, to: &output)
    // SARIF's writer names files from the repository's top, too, and reads them where they are.
    case .text, .json, .junit, .html, .sarif: writer(options).write(report, to: &output)
    }
  }

  private func writer(_ options: ReportOptions) -> any ReportWriter {
    switch self {
    case .text:
      TextReportWriter(
        isColored: options.isColored, showsNotes: options.showsNotes, explains: options.explains)
    case .json: JSONReportWriter(toolVersion: options.toolVersion)
    case .sarif:
      SARIFReportWriter(
        toolVersion: options.toolVersion, rules: options.rules, rulesAddress: options.rulesAddress)
    case .junit: JUnitReportWriter(isStrict: options.isStrict)
    case .github: GitHubReportWriter()
    case .gitlab: GitLabReportWriter()
    case .html: HTMLReportWriter(options: options)
    case .markdown: MarkdownReportWriter(rulesAddress: options.rulesAddress)
    }
  }
}
