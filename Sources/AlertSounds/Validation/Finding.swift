/// Something about a sound that its author should know.
public struct Finding: Hashable, Sendable {
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
  public var severity: Severity
  /// The defect, as a sentence without a full stop.
  public var message: String
  /// The remedy.
  public var fix: Fix?
  /// The offset of the defect in the file, where one byte can be named.
  public let byteOffset: Int64?
  /// Whether Tocsin's own readers decode all of the sound in spite of the defect.
  package var isReadable = false

  /// A finding of the rule with the identifier `rule`.
  public init(
    rule: String, severity: Severity, message: String, fix: Fix? = nil, byteOffset: Int64? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.fix = fix
    self.byteOffset = byteOffset
  }

  /// Whether one of `rules` found it.
  package func breaks(_ rules: Rule...) -> Bool { rules.contains { $0.identifier == rule } }
}

extension Finding: Encodable {
  private enum CodingKeys: CodingKey { case rule, severity, message, fix, byteOffset }

  /// Encodes the finding with the text of its fix.
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(rule, forKey: .rule)
    try values.encode(severity, forKey: .severity)
    try values.encode(message, forKey: .message)
    try values.encodeIfPresent(fix?.text, forKey: .fix)
    try values.encodeIfPresent(byteOffset, forKey: .byteOffset)
  }
}

extension Rule {
  /// A finding of this rule.
  /// - Parameters:
  ///   - severity: nil for the rule's own.
  package func finding(
    _ message: String, _ severity: Finding.Severity? = nil, fix: Fix? = nil,
    at byteOffset: Int64? = nil
  ) -> Finding {
    Finding(
      rule: identifier, severity: severity ?? self.severity, message: message, fix: fix,
      byteOffset: byteOffset)
  }
}

/// The result of validating one file.
public struct SoundReport: Sendable, Encodable {
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
