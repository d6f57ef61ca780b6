/// The user's settings for all apps.
public struct DeliveryPolicy: Hashable, Sendable {
  /// The rule for an app about which the user has not answered.
  public enum Unanswered: String, Hashable, Sendable, CaseIterable {
    /// The user is asked by a banner; where no banner can be shown, ``DeliveryPolicy/unattended``
    /// decides.
    case ask
    case allow, deny
  }

  /// The rule for an app about which the user has not answered.
  public var authorization: Unanswered
  /// Whether an app is allowed where the user cannot be asked.
  public var unattended: Bool
  /// Whether banners and sounds are withheld at any hour, except for critical and time-sensitive
  /// ones.
  public var doNotDisturb: Bool
  /// The hours of each day with the same effect; nil where there are none.
  public var quietHours: QuietHours?
  /// The filter criteria of notifications that are not withheld then.
  public var passingCriteria: Set<String>
  /// Whether sounds are withheld, except for critical ones; banners are shown.
  public var isMuted: Bool
  /// The timeout of an app's command for one response.
  public var commandLimit: Duration
  /// The timeout of an app in the foreground for the answer what to show.
  public var answerLimit = Duration.seconds(2)

  /// A policy; the defaults ask the user and withhold nothing.
  public init(
    authorization: Unanswered = .ask, unattended: Bool = true, doNotDisturb: Bool = false,
    quietHours: QuietHours? = nil, passingCriteria: Set<String> = [], isMuted: Bool = false,
    commandLimit: Duration = .seconds(30)
  ) {
    self.authorization = authorization
    self.unattended = unattended
    self.doNotDisturb = doNotDisturb
    self.quietHours = quietHours
    self.passingCriteria = passingCriteria
    self.isMuted = isMuted
    self.commandLimit = commandLimit
  }
}
