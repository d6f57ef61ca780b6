public import AlertSounds

/// All rules, those about one sound and those about projects, with their pages.
public enum RuleCatalogue {
  /// The pages in the order of their identifiers.
  public static let pages: [RulePage] =
    (SoundRules.pages + PreflightRule.allCases.map(\.page)).sorted {
      $0.identifier < $1.identifier
    }

  private static let index = Dictionary(
    pages.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })

  /// The page of the rule `identifier`; nil if there is no such rule.
  public static func page(_ identifier: String) -> RulePage? { index[identifier] }
}
