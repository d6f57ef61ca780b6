import DesktopBanners
import Foundation
public import SoundResolution

/// What a program that delivers is set to do.
public struct HostConfiguration: Sendable, Hashable {
  /// ALSA names in the order in which they are tried; `null` is a device that nobody hears.
  public var devices = ["default"]
  /// Whether banners are shown on the desktop; without them a notification is heard and listed
  /// alone.
  public var hasBanners = true
  /// How long after the start a banner waits for a notification server to come.
  public var bannerWait = Duration.zero
  /// The sound for notifications that name none, or one that cannot be found.
  public var defaultSound = DefaultSound.standard
  /// The sound theme of the desktop that the default sound may come from.
  public var soundTheme = SoundThemeSelection()
  /// Folders with sounds for all apps, beside those of the system.
  public var soundFolders: [String] = []
  /// What the user has set for all apps.
  public var policy = DeliveryPolicy()
  /// How many sounds start and play at once.
  public var ringing = RingingPolicy.standard
  /// The least that a daemon logs, by swift-log's names.
  public var logLevel = "info"

  /// The configuration of a box without `tocsin.yml`.
  public init() {}

  /// Where sounds are: those of the system, of the configuration, and of the program's own prefix.
  var places: SoundPlaces {
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
    return PatientPresenter(presenter, wait: bannerWait)
  }
}
