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
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  // The numbers are those of Apple's `UNNotificationPresentationOptions`.
  public static let badge = PresentationOptions(rawValue: 1)
  public static let sound = PresentationOptions(rawValue: 2)
  public static let list = PresentationOptions(rawValue: 8)
  public static let banner = PresentationOptions(rawValue: 16)
}

/// What keeps the whole box quiet, whichever app has something to say.
public struct Surroundings: Hashable, Sendable {
  public var doNotDisturb: Bool
  public var quietHours: QuietHours?
  /// The time on the wall clock.
  public var time: TimeOfDay
  /// Whether the user has switched sounds off.
  public var isMuted: Bool
  public var isScreenLocked: Bool

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
