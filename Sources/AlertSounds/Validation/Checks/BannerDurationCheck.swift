import AudioFormats

/// The sound ends before its banner disappears.
struct BannerDurationCheck: SoundCheck {
  static let rule = Rule.bannerDuration

  func check(_ sound: ExaminedSound) -> [Finding] {
    let limit = sound.limits[.bannerDuration]
    // From 30 s on it does not play at all, which the duration rule reports.
    guard let duration = sound.description?.duration, duration > limit,
      duration < SoundRules.maximumDuration
    else { return [] }
    return [
      finding(
        "\(fixed(duration, decimals: 1)) s: on an unlocked phone the sound stops with the banner, "
          + "after about \(plain(limit)) s")
    ]
  }
}
