/// The state of the connection between banners and the screen.
public enum BannerState: Sendable, Hashable, CustomStringConvertible {
  /// No banner has been shown yet, so the bus was not asked.
  case unused
  /// The last call failed for this reason; the next one may not.
  case failing(BannerFailure)
  /// A server on the bus shows notifications.
  case ready(server: String)

  /// One line for `tocsinctl status`: the server's name, or the failure.
  public var description: String {
    switch self {
    case .unused: "not used yet"
    case .failing(let failure): failure.description
    case .ready(let server): server
    }
  }
}
