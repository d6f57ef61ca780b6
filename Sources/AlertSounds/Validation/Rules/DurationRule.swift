import AudioContainers

/// The sound is shorter than 30 s; otherwise the default sound plays (Apple,
/// `UNNotificationSound`).
struct DurationRule: SoundRule {
  static let identifier = "duration"
  /// Seconds that a sound must stay under.
  static let limit = 30.0

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let duration = sound.description?.duration, duration >= Self.limit else { return [] }
    return [
      finding(
        .error, "\(fixed(duration, decimals: 3)) s long; an alert sound must be under 30 s",
        fix: "cut it to 29.5 s: tocsin fix --trim --write \(shellWord(sound.path))")
    ]
  }

  static var page: RulePage {
    makePage(
      .error, "The sound is shorter than 30 s",
      """
      A sound must be under 30 seconds; else the system plays the default sound instead of it
      (Apple, `UNNotificationSound`). Exactly 30 seconds are too long. The limit is Apple's: no
      setting of Tocsin moves it.

      The duration is that of the valid frames: padding in the last packet does not count. Some
      programs round it or count the padding, and show another number.

      To fix it, cut the sound to 29.5 s, with a fade so that it does not end in a click:

          tocsin fix --trim --write ding.caf

      Sounds over 7 s are cut by most banners anyway: see the rule `banner-duration`.
      """)
  }
}
