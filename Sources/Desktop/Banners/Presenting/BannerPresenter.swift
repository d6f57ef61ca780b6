/// Shows banners on a screen.
public protocol BannerPresenter: Sendable {
  /// The events of the banners that were shown, for a single reader.
  var events: AsyncStream<BannerEvent> { get }

  /// Shows a banner, and replaces the one with the same identifier if that is still visible.
  ///
  /// It returns in bounded time whatever the desktop does: at most two seconds after its turn has
  /// come, or ten where the server may have to start; its turn comes within five minutes. A banner
  /// that appears later, after a failure was returned, can be replaced and closed, and has events as
  /// any other.
  func show(_ banner: Banner) async -> BannerOutcome

  /// The same, for a caller that records which banners were shown.
  /// - Parameters:
  ///   - banner: the banner.
  ///   - onShown: called once the banner is shown, before the next one is sent. So if the process
  ///     dies, at most one shown banner was not reported. It must return quickly, and may be called
  ///     on any thread.
  func show(_ banner: Banner, onShown: @escaping @Sendable () -> Void) async -> BannerOutcome

  /// Removes a banner from the screen; removing one that is not there succeeds.
  /// - Returns: the reason why the server has not removed it, or nil.
  @discardableResult
  func close(_ banner: Banner.ID) async -> BannerFailure?

  /// Puts a number on the app's icon in docks that show one; 0 removes it.
  /// - Parameters:
  ///   - count: the number, 0 or more.
  ///   - app: the app by its desktop identifier, without `.desktop`.
  /// - Returns: the reason why the number could not be sent, or nil.
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
