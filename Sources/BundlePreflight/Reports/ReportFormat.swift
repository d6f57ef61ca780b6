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
  /// One page that needs nothing but a browser.
  case html
}

/// What a report is about, for a page that is kept.
public struct ReportSubject: Hashable, Sendable {
  /// The project's name.
  public let name: String
  /// The commit, as people write it; nil where none is known.
  public let revision: String?
  /// When it was checked, as people write it.
  public let date: String?

  /// A project at a revision and a time.
  public init(name: String, revision: String?, date: String?) {
    self.name = name
    self.revision = revision
    self.date = date
  }
}

/// What a report says besides what the pre-flight came to.
public struct ReportOptions: Sendable {
  /// Whether the text report may use a terminal's colours.
  public var isColored = false
  /// Whether a warning fails, as an error does.
  public var isStrict = false
  /// The version of the tool that is named in the report.
  public var toolVersion: String
  /// What the HTML report is about; nil where that is not said.
  public var subject: ReportSubject?
  /// The rules that the report may explain.
  public var rules: [RulePage]
  /// The bytes of a WAVE file to listen to; nil for a sound without a player. The HTML
  /// report asks once for each sound, in their order, and grows by four thirds of the bytes.
  public var preview: @Sendable (PreflightSound) -> [UInt8]?

  /// Options; without rules no finding is explained, and without `preview` there are no players.
  public init(
    toolVersion: String, rules: [RulePage] = [],
    preview: @escaping @Sendable (PreflightSound) -> [UInt8]? = { _ in nil }
  ) {
    self.toolVersion = toolVersion
    self.rules = rules
    self.preview = preview
  }
}

extension ReportFormat {
  /// Writes `report` as it goes: no more than a sound or a file's findings is held as text.
  public func write(
    _ report: PreflightReport, options: ReportOptions, to output: inout some TextOutputStream
  ) {
    switch self {
    case .sarif, .github, .gitlab: writer(options).write(report.inRepository, to: &output)
    case .text, .json, .junit, .html: writer(options).write(report, to: &output)
    }
  }

  private func writer(_ options: ReportOptions) -> any ReportWriter {
    switch self {
    case .text: TextReportWriter(isColored: options.isColored)
    case .json: JSONReportWriter(toolVersion: options.toolVersion)
    case .sarif: SARIFReportWriter(toolVersion: options.toolVersion, rules: options.rules)
    case .junit: JUnitReportWriter(isStrict: options.isStrict)
    case .github: GitHubReportWriter()
    case .gitlab: GitLabReportWriter()
    case .html: HTMLReportWriter(options: options)
    }
  }
}
