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
  /// - Returns: false where the rule has no such limit.
  mutating func set(_ name: String, of rule: String, to value: Double) -> Bool {
    guard rule == PreflightRule.siblingLoudness.rawValue else {
      return sounds.set(rule: rule, limit: name, to: value)
    }
    guard name == "limit" else { return false }
    siblingDifference = value
    return true
  }
}
