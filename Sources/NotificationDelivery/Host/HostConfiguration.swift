import DesktopBanners
import Foundation
public import SoundResolution

/// What a program that delivers is set to do.
public struct HostConfiguration: Sendable, Hashable {
  /// ALSA names in the order in which they are tried; `null` is a device that nobody hears.
  public var devices = ["default"]
  public var hasBanners = true
  /// How long after the start a banner waits for a notification server to come.
  public var bannerWait = Duration.zero
  public var defaultSound = DefaultSound.standard
  public var soundTheme = SoundThemeSelection()
  /// Folders with sounds for all apps, beside those of the system.
  public var soundFolders: [String] = []
  public var policy = DeliveryPolicy()
  public var ringing = RingingPolicy.standard

  public init() {}

  /// As the variables that the daemon knows say, so far as an app needs them; a value that makes no
  /// sense is passed over, for an app has nobody to complain to.
  public init(environment: [String: String]) {
    if let text = environment["TOCSIN_AUDIO_DEVICE"], !text.isEmpty {
      devices = text.split(separator: " ").map(String.init)
    }
    hasBanners = Self.flag(environment["TOCSIN_BANNERS_ENABLED"]) ?? true
    if let text = environment["TOCSIN_SOUND_DEFAULT"] {
      defaultSound = DefaultSound(text) ?? defaultSound
    }
    if let name = environment["TOCSIN_SOUND_THEME"] { soundTheme.name = name }
    soundFolders = (environment["TOCSIN_SOUND_FOLDERS"] ?? "").split(separator: ":")
      .map(String.init).filter { $0.hasPrefix("/") }
    let unanswered = environment["TOCSIN_AUTHORIZATION_UNANSWERED"]
    policy.authorization = unanswered.flatMap { .init(rawValue: $0) } ?? policy.authorization
    policy.unattended =
      Self.flag(environment["TOCSIN_AUTHORIZATION_UNATTENDED"]) ?? policy.unattended
    policy.isMuted = Self.flag(environment["TOCSIN_QUIET_MUTED"]) ?? false
    policy.doNotDisturb = Self.flag(environment["TOCSIN_QUIET_DO_NOT_DISTURB"]) ?? false
  }

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

  private static func flag(_ text: String?) -> Bool? {
    switch text?.lowercased() {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0": false
    default: nil
    }
  }
}
