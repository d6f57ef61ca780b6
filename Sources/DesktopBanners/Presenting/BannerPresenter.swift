/// Shows banners on a screen.
public protocol BannerPresenter: Sendable {
  /// What happens to the banners that were shown. One reader alone sees all of it.
  var events: AsyncStream<BannerEvent> { get }

  /// Shows a banner, in place of the one with the same identifier if that is still there.
  ///
  /// It returns in bounded time whatever the desktop does: two seconds after its turn has come, and
  /// its turn comes within five minutes. A banner that comes on the screen after
  /// that, though it was said not to, can be replaced and closed, and has events as any other.
  func show(_ banner: Banner) async -> BannerOutcome

  /// Takes a banner off the screen; one that is not there is no failure.
  /// - Returns: why the server has not taken it off, or nil.
  @discardableResult
  func close(_ banner: Banner.ID) async -> BannerFailure?

  /// Puts a number on the app's icon in docks that show one; 0 removes it.
  /// - Parameters:
  ///   - count: the number, 0 or more.
  ///   - app: the app by its desktop identifier, without `.desktop`.
  /// - Returns: why nobody could be told, or nil.
  @discardableResult
  func setBadge(_ count: Int, for app: String) async -> BannerFailure?
}
