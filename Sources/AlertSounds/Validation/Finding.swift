/// Something about a sound that its author should know.
public struct Finding: Hashable, Sendable, Codable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable, Codable, Comparable, CaseIterable {
    case note, warning, error

    /// Less bad: a note before a warning before an error.
    public static func < (left: Severity, right: Severity) -> Bool {
      allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
  }

  /// The stable identifier of the rule that found it.
  public let rule: String
  /// How bad it is in this file.
  public let severity: Severity
  /// What is wrong, as a sentence without a full stop.
  public let message: String
  /// What to do about it; usually the command that does it.
  public let fix: String?
  /// Offset in the file of what is wrong, where one byte can be named.
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

/// What validating one file came to.
public struct SoundReport: Sendable, Codable {
  /// The path, as it was given.
  public let file: String
  /// nil where the file holds no alert container.
  public let container: String?
  /// The coding, by afconvert's `-d` word; nil where the file holds no alert container.
  public let dataFormat: String?
  /// Seconds of sound.
  public let duration: Double?
  /// What was found, in the order of the rules; empty for a good sound.
  public let findings: [Finding]

  /// The worst severity; nil where nothing was found.
  public var worst: Finding.Severity? { findings.map(\.severity).max() }
}
