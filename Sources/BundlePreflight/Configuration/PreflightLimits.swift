public import AlertSounds

/// The limits of the pre-flight's rules.
public struct PreflightLimits: Sendable {
  /// The limits of the rules about one sound.
  public internal(set) var sounds = SoundLimits()
  /// The maximum difference (LU) between a sound and the median of its siblings.
  public internal(set) var siblingDifference = 12.0

  /// The default limits.
  public init() {}

  /// Sets a limit by its name in a configuration file.
  /// - Returns: the reason for refusing it; nil if it was accepted.
  mutating func set(_ name: String, of rule: String, to value: Double) -> String? {
    guard rule == PreflightRule.siblingLoudness.rawValue else {
      do {
        try sounds.set(rule: rule, limit: name, value: value)
        return nil
      } catch { return error.description }
    }
    guard name == Self.siblingName else {
      return "the rule \(rule) has no limit \(name), but \(Self.siblingName)"
    }
    guard value >= 0 else { return "\(rule).\(name) is a difference: 0 LU or more" }
    siblingDifference = value
    return nil
  }

  /// The limit's name below the rule's name.
  static let siblingName = "maximum"
}
