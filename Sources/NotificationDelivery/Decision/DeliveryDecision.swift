/// What happens to a notification that is due.
///
/// It is recorded in any case; this says what the user sees and hears of it.
public struct DeliveryDecision: Hashable, Sendable {
  /// Where the user sees a notification.
  public enum Presentation: String, Codable, Hashable, Sendable {
    case none
    /// In the list of delivered notifications.
    case list
    /// On the screen for a while.
    case banner
    /// On the screen until somebody deals with it.
    case alert
  }

  /// The parts of a notification that can be withheld.
  public enum Interaction: String, Codable, Hashable, Sendable, CaseIterable {
    case banner, list, sound, badge
  }

  /// Why something is withheld.
  public enum Cause: String, Codable, Hashable, Sendable, CaseIterable {
    /// The user has not been asked, or has refused.
    case notAuthorized = "not-authorized"
    /// A switch of the app's settings is off.
    case switchedOff = "switched-off"
    /// Quiet delivery is on trial.
    case provisional
    /// The notification itself is of the passive level.
    case passive
    /// The app is in the foreground, and does not want it.
    case foreground
    case doNotDisturb = "do-not-disturb"
    case quietHours = "quiet-hours"
    case muted
    case lockScreen = "lock-screen"
    /// There is no text.
    case nothingToShow = "nothing-to-show"
    /// A sound alone tells nobody what it is about.
    case soundAlone = "sound-alone"
  }

  /// Where the user sees it.
  public var presentation: Presentation
  /// Whether it stays in the list of delivered notifications until it is dealt with.
  public var isListed: Bool
  /// Whether its text may be read on the screen.
  public var showsText: Bool
  /// Whether a sound is played, and which.
  public var sound: SoundPlan
  /// The new number on the app's icon; nil leaves it.
  public var badge: Int?
  /// Whether the app, in the foreground, is to be asked what it wants; its answer goes into a
  /// second decision. It sees the whole content, whatever is allowed.
  public var asksApp: Bool
  /// What the notification brings and the user does not get.
  public var withheld: [Interaction: Cause]
}

/// What is played for a notification.
public enum SoundPlan: Hashable, Sendable {
  case play(SoundOrder)
  /// nil where the notification has no sound.
  case silent(DeliveryDecision.Cause?)
}

/// A sound that has been decided on.
public struct SoundOrder: Hashable, Sendable {
  /// The file's name; nil is the default sound.
  public var name: String?
  /// Which sounds make way for it.
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

/// Which sound makes way for which, from least to most; also the classes whose starts are spaced.
public enum RingPriority: Int, Codable, Comparable, Hashable, Sendable, CaseIterable {
  case normal, timeSensitive, critical

  /// `left` makes way for `right`.
  public static func < (left: RingPriority, right: RingPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}
