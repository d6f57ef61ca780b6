import AudioContainers

/// The sound is shorter than 30 s; else the default sound plays (Apple, `UNNotificationSound`).
struct DurationRule: SoundRule {
  static let identifier = "duration"
  /// Seconds that a sound must stay under.
  static let limit = 30.0

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let duration = sound.description?.duration, duration >= Self.limit else { return [] }
    return [
      finding(
        .error, "\(fixed(duration, decimals: 3)) s long; an alert sound must be under 30 s",
        fix: "cut it, for example: ffmpeg -i \(shellWord(sound.path)) -t 29.5 cut.wav")
    ]
  }
}
