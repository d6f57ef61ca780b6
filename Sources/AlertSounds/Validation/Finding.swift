/// Something about a sound that its author should know.
public struct Finding: Hashable, Sendable, Codable {
  /// The severity of a finding.
  public enum Severity: String, Hashable, Sendable, Codable, Comparable, CaseIterable {
    case note, warning, error

    /// Less bad: a note before a warning before an error.
    public static func < (left: Severity, right: Severity) -> Bool {
      allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
  }

  /// The stable identifier of the rule that found it.
  public let rule: String
  /// The severity in this file.
  public let severity: Severity
  /// The defect, as a sentence without a full stop.
  public let message: String
  /// The remedy; usually the command that applies it.
  public let fix: String?
  /// The offset of the defect in the file, where one byte can be named.
  public let byteOffset: Int64?

  /// A finding of the rule with the identifier `rule`.
  public init(
    rule: String, severity: Severity, message: String, fix: String? = nil, byteOffset: Int64? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.fix = fix
    self.byteOffset = byteOffset
  }
}

/// The result of validating one file.
public struct SoundReport: Sendable, Codable {
  /// The path, as it was given.
  public let file: String
  /// nil where the file is not an alert container.
  public let container: String?
  /// The coding, by afconvert's `-d` word; nil where the file is not an alert container.
  public let dataFormat: String?
  /// Seconds of sound.
  public let duration: Double?
  /// The findings, in the order of the rules; empty for a good sound.
  public let findings: [Finding]

  /// The worst severity; nil if there are no findings.
  public var worst: Finding.Severity? { findings.map(\.severity).max() }
}
