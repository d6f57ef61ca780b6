/// What the app is doing when its notification comes due.
public enum AppState: Hashable, Sendable {
  case notRunning
  case background
  /// In front of the user. The options are what its delegate wants to have shown; nil where there
  /// is no delegate, or none has answered yet.
  case foreground(PresentationOptions?)
}

/// What an app in the foreground wants the system to do with its notification.
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
  /// The notification goes into the list of what was delivered.
  public static let list = PresentationOptions(rawValue: 8)
  /// A banner is shown.
  public static let banner = PresentationOptions(rawValue: 16)
}

/// What keeps the whole box quiet, whichever app has something to say.
public struct Surroundings: Hashable, Sendable {
  /// Whether banners and sounds are withheld, but for critical and time-sensitive notifications.
  public var doNotDisturb: Bool
  /// The hours of every day in which the same is withheld; nil where no hour is quiet.
  public var quietHours: QuietHours?
  /// The time on the wall clock.
  public var time: TimeOfDay
  /// Whether the user has switched sounds off.
  public var isMuted: Bool
  /// Whether the screen is locked, so that texts depend on the setting for previews.
  public var isScreenLocked: Bool

  /// What surrounds a delivery at `time`; the defaults keep nothing quiet.
  public init(
    time: TimeOfDay, doNotDisturb: Bool = false, quietHours: QuietHours? = nil,
    isMuted: Bool = false, isScreenLocked: Bool = false
  ) {
    self.time = time
    self.doNotDisturb = doNotDisturb
    self.quietHours = quietHours
    self.isMuted = isMuted
    self.isScreenLocked = isScreenLocked
  }
}
