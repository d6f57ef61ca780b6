/// What the user has set for all apps.
public struct DeliveryPolicy: Hashable, Sendable {
  /// What becomes of an app that the user has not answered.
  public enum Unanswered: String, Hashable, Sendable, CaseIterable {
    /// The user is asked by a banner; where no banner can be shown, ``DeliveryPolicy/unattended``
    /// decides.
    case ask
    case allow, deny
  }

  /// What becomes of an app that the user has not answered.
  public var authorization: Unanswered
  /// Whether an app is allowed where nobody can be asked.
  public var unattended: Bool
  /// Whether banners and sounds are withheld at any hour, but for critical and time-sensitive ones.
  public var doNotDisturb: Bool
  /// The hours of every day in which the same is withheld; nil where no hour is quiet.
  public var quietHours: QuietHours?
  /// Whether sounds are withheld, but for critical ones; banners are shown.
  public var isMuted: Bool
  /// How long the command of an app may take with one response.
  public var commandLimit: Duration
  /// How long an app in the foreground may take to say what is to be shown.
  public var answerLimit = Duration.seconds(2)

  /// A policy; the defaults ask the user and keep nothing quiet.
  public init(
    authorization: Unanswered = .ask, unattended: Bool = true, doNotDisturb: Bool = false,
    quietHours: QuietHours? = nil, isMuted: Bool = false, commandLimit: Duration = .seconds(30)
  ) {
    self.authorization = authorization
    self.unattended = unattended
    self.doNotDisturb = doNotDisturb
    self.quietHours = quietHours
    self.isMuted = isMuted
    self.commandLimit = commandLimit
  }
}
