import Desktop

/// The presenter of a box whose user wants no banners.
struct NoBanners: BannerPresenter {
  let events = AsyncStream<BannerEvent>.makeStream().stream

  func show(_ banner: Banner) async -> BannerOutcome {
    .notShown(.noServer("banners are switched off"))
  }

  func close(_ banner: Banner.ID) async -> BannerFailure? { nil }

  func setBadge(_ count: Int, for app: String) async -> BannerFailure? { nil }
}
