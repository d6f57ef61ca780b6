public import NotificationTypes

/// The state of an app when its notification is due.
public enum AppState: Hashable, Sendable {
  case notRunning
  case background
  /// The app is in front of the user. The options are those of its delegate; nil where there is no
  /// delegate, or no answer yet.
  case foreground(PresentationOptions?)
}

/// The conditions that keep the whole box quiet, for all apps.
public struct Surroundings: Hashable, Sendable {
  /// Whether banners and sounds are withheld, except for critical and time-sensitive notifications.
  public var doNotDisturb: Bool
  /// The hours of each day with the same effect; nil where there are none.
  public var quietHours: QuietHours?
  /// The filter criteria of notifications that both let pass.
  public var passingCriteria: Set<String>
  /// The time on the wall clock.
  public var time: TimeOfDay
  /// Whether the user has switched sounds off.
  public var isMuted: Bool
  /// Whether the screen is locked, so that texts depend on the setting for previews.
  public var isScreenLocked: Bool

  /// The conditions of a delivery at `time`; the defaults withhold nothing.
  public init(
    time: TimeOfDay, doNotDisturb: Bool = false, quietHours: QuietHours? = nil,
    passingCriteria: Set<String> = [], isMuted: Bool = false, isScreenLocked: Bool = false
  ) {
    self.time = time
    self.doNotDisturb = doNotDisturb
    self.quietHours = quietHours
    self.passingCriteria = passingCriteria
    self.isMuted = isMuted
    self.isScreenLocked = isScreenLocked
  }
}
