import AudioContainers

/// The sound ends before its banner disappears.
struct BannerDurationRule: SoundRule {
  static let identifier = "banner-duration"

  func check(_ sound: ExaminedSound) -> [Finding] {
    let limit = sound.limits[.bannerDuration]
    // From 30 s on it does not play at all, which the duration rule reports.
    guard let duration = sound.description?.duration, duration > limit,
      duration < DurationRule.limit
    else { return [] }
    return [
      finding(
        .note,
        "\(fixed(duration, decimals: 1)) s long; "
          + "a banner that goes cuts the sound off after about \(plain(limit)) s")
    ]
  }

  static var page: RulePage {
    makePage(
      .note, "The sound is over before its banner goes",
      """
      A sound may have up to 30 s, but with the screen on iOS stops it when the banner goes, after
      about 7 s, or when somebody touches the banner. On a locked screen it plays whole. So some
      users hear a long sound whole and others hear it cut, and no setting of the app changes that.

      It is a hint, not an error: an alarm that must wake somebody is long on purpose. Put what
      matters into the first seconds: the sound may be cut anywhere after them.

      To shorten it, cut it with a fade:

          tocsin convert ding.caf ding-fixed.caf --to 6 --fade-out 1

      A project of alarms raises the limit in its configuration, or switches the rule off.
      """)
  }
}
