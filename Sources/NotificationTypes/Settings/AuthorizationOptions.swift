/// The kinds of interaction that an app asks the user for.
public struct AuthorizationOptions: OptionSet, Codable, Hashable, Sendable {
  /// The options as a mask of bits.
  public let rawValue: Int

  /// Takes the options of a mask; bits without a name are kept.
  public init(rawValue: Int) { self.rawValue = rawValue }

  // The numbers are those of Apple's `UNAuthorizationOptions`.
  /// A number on the app's icon.
  public static let badge = AuthorizationOptions(rawValue: 1)
  /// Sounds.
  public static let sound = AuthorizationOptions(rawValue: 2)
  /// Banners.
  public static let alert = AuthorizationOptions(rawValue: 4)
  /// Alerts that break through silence and Do Not Disturb.
  public static let criticalAlert = AuthorizationOptions(rawValue: 16)
  /// Quiet delivery, without a question.
  public static let provisional = AuthorizationOptions(rawValue: 64)
  /// Notifications that pass through do not disturb and quiet hours.
  public static let timeSensitive = AuthorizationOptions(rawValue: 256)

  /// All that the user can be asked to allow.
  public static let interactions: AuthorizationOptions = [
    .badge, .sound, .alert, .criticalAlert, .timeSensitive,
  ]
}
