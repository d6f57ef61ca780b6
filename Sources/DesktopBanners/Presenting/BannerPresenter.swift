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

  /// The same, for who writes down what was shown.
  /// - Parameter onShown: is called once the banner is shown, before the next one is handed over:
  ///   whenever the process dies, there is one at most of which it has not told. It must return
  ///   quickly, and may be called on any thread.
  func show(_ banner: Banner, onShown: @escaping @Sendable () -> Void) async -> BannerOutcome

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

extension BannerPresenter {
  /// For a presenter that has shown a banner when it returns.
  public func show(
    _ banner: Banner, onShown: @escaping @Sendable () -> Void
  ) async -> BannerOutcome {
    let outcome = await show(banner)
    if outcome == .shown { onShown() }
    return outcome
  }
}
