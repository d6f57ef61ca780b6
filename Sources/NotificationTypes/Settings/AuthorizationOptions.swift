/// The kinds of interaction that an app asks the user for.
public struct AuthorizationOptions: OptionSet, Codable, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  // The numbers are those of Apple's `UNAuthorizationOptions`.
  public static let badge = AuthorizationOptions(rawValue: 1)
  public static let sound = AuthorizationOptions(rawValue: 2)
  public static let alert = AuthorizationOptions(rawValue: 4)
  public static let criticalAlert = AuthorizationOptions(rawValue: 16)
  /// Quiet delivery, without a question.
  public static let provisional = AuthorizationOptions(rawValue: 64)
  public static let timeSensitive = AuthorizationOptions(rawValue: 256)

  /// All that the user can be asked to allow.
  public static let interactions: AuthorizationOptions = [
    .badge, .sound, .alert, .criticalAlert, .timeSensitive,
  ]
}
