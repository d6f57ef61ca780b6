/// The documentation of a rule.
public struct RulePage: Hashable, Sendable, Codable {
  /// The stable identifier, in kebab case.
  public let identifier: String
  /// The worst severity that the rule gives by default.
  public let severity: Finding.Severity
  /// The requirement of the rule, as a sentence without a full stop.
  public let summary: String
  /// Why it matters and how to fix it: Markdown without a heading.
  public let explanation: String
  /// The limits that a configuration file may set, besides the severity.
  public let limits: [Limit]
  /// Whether the rule decodes the sound.
  public let needsSamples: Bool

  /// A number that a rule compares with.
  public struct Limit: Hashable, Sendable, Codable {
    /// The name in a configuration file, in kebab case.
    public let name: String
    /// The number that holds where no configuration sets another one.
    public let standard: Double
    /// The unit, as people write it: `s`, `dBTP`, `LU`.
    public let unit: String
    /// The meaning of the number in the table of limits.
    public let meaning: String

    /// The standard value as people write it: `7 s`.
    public var standardText: String { "\(plain(standard)) \(unit)" }

    /// A number with the name that a configuration file calls it by.
    public init(name: String, standard: Double, unit: String, meaning: String) {
      self.name = name
      self.standard = standard
      self.unit = unit
      self.meaning = meaning
    }
  }

  /// A page; `limits` are those that a configuration file may set.
  public init(
    identifier: String, severity: Finding.Severity, summary: String, explanation: String,
    limits: [Limit] = [], needsSamples: Bool = false
  ) {
    self.identifier = identifier
    self.severity = severity
    self.summary = summary
    self.explanation = explanation
    self.limits = limits
    self.needsSamples = needsSamples
  }
}
