import AudioFormats

/// The sound is shorter than 30 s; otherwise the default sound plays (Apple,
/// `UNNotificationSound`).
struct DurationCheck: SoundCheck {
  static let rule = Rule.duration

  func check(_ sound: ExaminedSound) -> [Finding] {
    // Of a coding that is not decoded, the frames hold what the encoder added, too.
    let added = sound.description == nil ? 0.1 : 0
    guard let duration = sound.duration, duration >= SoundRules.maximumDuration + added
    else { return [] }
    return [
      finding(
        "\(fixed(duration, decimals: 3)) s long; an alert sound must be under 30 s",
        fix: Fix(
          .command(
            Fix.Command("tocsin fix --trim --write", [sound.path]), purpose: "cut it to 29.5 s"),
          .cut))
    ]
  }
}
