/// The decision about a due notification.
///
/// The notification is recorded in any case; this is the part that the user sees and hears.
public struct DeliveryDecision: Hashable, Sendable {
  /// The place where the user sees a notification.
  public enum Presentation: String, Codable, Hashable, Sendable {
    case none
    /// In the list of delivered notifications.
    case list
    /// On the screen for a while.
    case banner
    /// On the screen until the user deals with it.
    case alert
  }

  /// The parts of a notification that can be withheld.
  public enum Interaction: String, Codable, Hashable, Sendable, CaseIterable {
    case banner, list, sound, badge
  }

  /// The reason why something is withheld.
  public enum Cause: String, Codable, Hashable, Sendable, CaseIterable {
    /// The user has not been asked, or has refused.
    case notAuthorized = "not-authorized"
    /// A switch of the app's settings is off.
    case switchedOff = "switched-off"
    /// Quiet delivery is on trial.
    case provisional
    /// The notification itself has the passive level.
    case passive
    /// The app is in the foreground, and does not want it.
    case foreground
    case doNotDisturb = "do-not-disturb"
    case quietHours = "quiet-hours"
    case muted
    case lockScreen = "lock-screen"
    /// The notification has no text.
    case nothingToShow = "nothing-to-show"
    /// A sound alone does not show what it is about.
    case soundAlone = "sound-alone"
  }

  /// The place where the user sees it.
  public var presentation: Presentation
  /// Whether it stays in the list of delivered notifications until it is dealt with.
  public var isListed: Bool
  /// Whether its text may be read on the screen.
  public var showsText: Bool
  /// The sound that is played, if any.
  public var sound: SoundPlan
  /// The new number on the app's icon; nil keeps the old one.
  public var badge: Int?
  /// Whether to ask the app, in the foreground, what to show; its answer leads to a second
  /// decision. The app sees the whole content, whatever is allowed.
  public var asksApp: Bool
  /// The parts of the notification that the user does not get.
  public var withheld: [Interaction: Cause]
}

/// The sound of a notification.
public enum SoundPlan: Hashable, Sendable {
  case play(SoundOrder)
  /// nil where the notification has no sound.
  case silent(DeliveryDecision.Cause?)
}

/// A sound that has been decided on.
public struct SoundOrder: Hashable, Sendable {
  /// The file's name; nil is the default sound.
  public var name: String?
  /// The priority, which decides which sounds make way for it.
  public var priority: RingPriority
  /// The factor of every sample, 0 to 1.
  public var volume: Double

  /// A sound by its file's name; nil is the default sound.
  public init(name: String?, priority: RingPriority, volume: Double) {
    self.name = name
    self.priority = priority
    self.volume = volume
  }
}

/// The priority of a sound, from least to most: it decides which sound makes way for which. The
/// starts of one priority are spaced.
public enum RingPriority: Int, Codable, Comparable, Hashable, Sendable, CaseIterable {
  case normal, timeSensitive, critical

  /// `left` makes way for `right`.
  public static func < (left: RingPriority, right: RingPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}
