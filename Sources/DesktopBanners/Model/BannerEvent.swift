/// Something that happened to a banner which was shown.
///
/// A banner has one event, the first: what the server says about it afterwards counts no more.
public struct BannerEvent: Sendable, Hashable {
  /// Why a banner is no longer on the screen.
  public enum Closing: Sendable, Hashable {
    case dismissed
    case expired
    /// ``BannerPresenter/close(_:)`` was called.
    case byCall
    /// The server did not say, or gave a reason that the specification does not know.
    case unspecified
    /// The notification server or the bus has ended, and the banner with it.
    case serverLost
  }

  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// The action of this identifier was chosen; the banner itself is
    /// `NotificationAction.defaultIdentifier`.
    case activated(action: String)
    /// The user wrote an answer.
    case replied(action: String, text: String)
    case closed(Closing)
  }

  /// The banner that it happened to.
  public var banner: Banner.ID
  /// What happened.
  public var kind: Kind
  /// What lets the app that handles it come to the front (`XDG_ACTIVATION_TOKEN`); nil where the
  /// server gave none.
  public var activationToken: String?

  /// An event; only a server that gives tokens lets the app come to the front.
  public init(banner: Banner.ID, kind: Kind, activationToken: String? = nil) {
    self.banner = banner
    self.kind = kind
    self.activationToken = activationToken
  }
}
