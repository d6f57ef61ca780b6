public import AlertSounds

/// All rules, those about one sound and those about projects.
public enum RuleCatalogue {
  /// The rules in the order of their identifiers.
  public static let rules: [Rule] =
    (SoundRules.all + Rule.projects).sorted { $0.identifier < $1.identifier }

  /// The rules about how a sound is made: it plays whatever they find. `preflight` checks them where
  /// the configuration wants it, `validate` always.
  static let qualityRules: Set<String> = [
    "channels", "clipping", "dc-offset", "leading-silence", "loudness", "sample-rate",
    "sibling-loudness", "size-saving", "true-peak",
  ]

  private static let index = Dictionary(
    (rules + Rule.kinds.map(\.kind)).map { ($0.identifier, $0) },
    uniquingKeysWith: { first, _ in first })

  /// The identifiers of rules by those of their kinds of findings.
  static let rulesOfKinds = Dictionary(
    Rule.kinds.map { ($0.kind.identifier, $0.rule.identifier) },
    uniquingKeysWith: { first, _ in first })

  /// The rule `identifier`, or the kind of findings that was a rule; nil if there is neither.
  public static func rule(_ identifier: String) -> Rule? { index[identifier] }
}
