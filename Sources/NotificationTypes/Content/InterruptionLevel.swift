/// The degree by which a notification may disturb, from least to most.
///
/// The names are those of the key `interruption-level` in Apple's payload.
public enum InterruptionLevel: String, Codable, Sendable, Hashable, CaseIterable {
  /// Goes to the list of delivered notifications without a sound or a lit screen.
  case passive
  /// Is shown and sounds at once: the default.
  case active
  /// Like `active`, and breaks through a focus or a scheduled summary.
  case timeSensitive = "time-sensitive"
  /// Like `timeSensitive`, and breaks through silence and Do Not Disturb.
  case critical
}
