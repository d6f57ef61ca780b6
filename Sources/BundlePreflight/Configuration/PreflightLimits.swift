public import AlertSounds

/// The numbers that the pre-flight's rules compare with.
public struct PreflightLimits: Sendable {
  /// Those of the rules about one sound.
  public internal(set) var sounds = SoundLimits()
  /// LU that a sound may differ from the median of its siblings.
  public internal(set) var siblingDifference = 12.0

  /// The limits as the rules have them by themselves.
  public init() {}

  /// Sets a limit by its name in a configuration file.
  /// - Returns: why it was not taken; nil where it was.
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

  /// The name below the rule's.
  static let siblingName = "maximum"
}
