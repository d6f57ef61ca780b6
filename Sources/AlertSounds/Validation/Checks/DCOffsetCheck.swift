import AudioFormats

/// The sound has no DC offset: the mean of each channel is near 0.
struct DCOffsetCheck: SoundCheck {
  static let rule = Rule.dcOffset
  /// Shortest duration that is checked (s): in a shorter sound one incomplete low-frequency cycle
  /// alone gives a non-zero mean.
  static let minimumDuration = 0.1

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let offset = sound.measurements?.dcOffset, offset * 100 > sound.limits[.dcOffset],
      let duration = sound.description?.duration, duration >= Self.minimumDuration
    else { return [] }
    return [
      finding(
        "the mean of a channel is \(fixed(offset * 100, decimals: 1)) % of full scale",
        fix: Fix(sound.edit("--remove-dc", purpose: "take it out")))
    ]
  }
}
