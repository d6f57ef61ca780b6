import Desktop
import FoundationEssentials
public import SoundResolution

/// The settings of a program that delivers.
public struct HostConfiguration: Sendable, Hashable {
  /// ALSA device names in the order in which they are tried; `null` is a silent device.
  public var devices = ["default"]
  /// Whether banners are shown on the desktop; without them a notification is only heard and
  /// listed.
  public var hasBanners = true
  /// The maximum time after the start for which a banner waits for a notification server.
  public var bannerWait = Duration.zero
  /// The sound for notifications that name none, or one that cannot be found.
  public var defaultSound = DefaultSound.standard
  /// The sound theme of the desktop that the default sound may come from.
  public var soundTheme = SoundThemeSelection()
  /// Folders with sounds for all apps, beside those of the system.
  public var soundFolders: [String] = []
  /// The user's settings for all apps.
  public var policy = DeliveryPolicy()
  /// The limits for sounds that start and play at once.
  public var ringing = RingingPolicy.standard
  /// Where gpsd listens, which knows the position; none is a box without.
  package var gpsd = GPSDAddress.standard
  /// The lowest level that a daemon logs, by swift-log's names.
  public var logLevel = "info"

  /// The configuration of a box without `tocsin.yml`.
  public init() {}

  /// The folders of sounds: those of the system, of the configuration, and of the program's own
  /// prefix.
  public var places: SoundPlaces {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let own = program.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "share/tocsin/sounds").path
    return SoundPlaces(
      environment: ProcessInfo.processInfo.environment, shipped: soundFolders + [own])
  }

  /// The presenter to use: `given`, else the desktop.
  func presenter(_ given: (any BannerPresenter)?) -> any BannerPresenter {
    let presenter = given ?? (hasBanners ? DesktopBannerPresenter() : NoBanners())
    guard bannerWait > .zero, !(presenter is NoBanners) else { return presenter }
    return StartupPresenter(presenter, wait: bannerWait)
  }
}
