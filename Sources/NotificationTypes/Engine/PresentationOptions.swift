/// The parts of its notification that an app in the foreground wants to have shown.
public struct PresentationOptions: OptionSet, Codable, Hashable, Sendable {
  /// The options as a mask of bits.
  public let rawValue: Int

  /// Takes the options of a mask; bits without a name are kept.
  public init(rawValue: Int) { self.rawValue = rawValue }

  // The numbers are those of Apple's `UNNotificationPresentationOptions`.
  /// The number on the app's icon changes.
  public static let badge = PresentationOptions(rawValue: 1)
  /// The sound is played.
  public static let sound = PresentationOptions(rawValue: 2)
  /// The notification is added to the list of delivered notifications.
  public static let list = PresentationOptions(rawValue: 8)
  /// A banner is shown.
  public static let banner = PresentationOptions(rawValue: 16)
}
