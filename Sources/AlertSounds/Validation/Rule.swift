/// A rule about sounds or about projects: what its findings are called, and what a project may
/// choose about it.
///
/// A new rule is a line in a table (`SoundRules.swift`, `ProjectRules.swift`), a page in the folder
/// `Pages` beside it, and a check.
public struct Rule: Sendable {
  /// The stable identifier, in kebab case.
  public let identifier: String
  /// The worst severity that the rule gives by default.
  public let severity: Finding.Severity
  /// The limits that a configuration file may set, besides the severity.
  public let limits: [Limit]
  /// Whether the rule decodes the sound.
  public let needsSamples: Bool
  private let page: @Sendable () -> [UInt8]

  /// A rule with its page, which is not touched before somebody reads it: Markdown in UTF-8, the
  /// summary as a heading, an empty line and the explanation.
  public init(
    _ identifier: String, _ severity: Finding.Severity, limits: [Limit] = [],
    needsSamples: Bool = false, page: @autoclosure @escaping @Sendable () -> [UInt8]
  ) {
    self.identifier = identifier
    self.severity = severity
    self.limits = limits
    self.needsSamples = needsSamples
    self.page = page
  }

  /// The requirement of the rule, as a sentence without a full stop.
  public var summary: String { String(text.prefix { $0 != "\n" }.dropFirst(2)) }
  /// Why it matters and how to fix it: Markdown without a heading.
  public var explanation: String { String(text.drop { $0 != "\n" }.dropFirst(2).dropLast()) }

  private var text: String { String(decoding: page(), as: UTF8.self) }
}

extension Rule: Hashable {
  /// Whether both are the same rule.
  public static func == (left: Rule, right: Rule) -> Bool { left.identifier == right.identifier }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
