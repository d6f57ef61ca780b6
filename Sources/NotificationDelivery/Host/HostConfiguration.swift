public import SoundResolution

/// What a program that delivers is set to do.
public struct HostConfiguration: Sendable, Hashable {
  /// ALSA names in the order in which they are tried; `null` is a device that nobody hears.
  public var devices = ["default"]
  public var hasBanners = true
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

  private static func flag(_ text: String?) -> Bool? {
    switch text?.lowercased() {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0": false
    default: nil
    }
  }
}
