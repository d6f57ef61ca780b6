/// An event of a banner that was shown.
///
/// A banner has only one event, the first; later ones are ignored.
public struct BannerEvent: Sendable, Hashable {
  /// The reason why a banner is no longer on the screen.
  public enum Closing: Sendable, Hashable {
    case dismissed
    case expired
    /// ``BannerPresenter/close(_:)`` was called.
    case byCall
    /// The server gave no reason, or one that the specification does not know.
    case unspecified
    /// The notification server or the bus has ended, and the banner with it.
    case serverLost
  }

  /// The kind of an event.
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
  /// The kind of the event.
  public var kind: Kind
  /// The token that lets the app come to the front (`XDG_ACTIVATION_TOKEN`); nil where the server
  /// gave none.
  public var activationToken: String?

  /// An event; only a server that gives tokens lets the app come to the front.
  public init(banner: Banner.ID, kind: Kind, activationToken: String? = nil) {
    self.banner = banner
    self.kind = kind
    self.activationToken = activationToken
  }
}
