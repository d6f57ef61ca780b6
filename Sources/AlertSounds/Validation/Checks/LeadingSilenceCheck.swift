/// The sound starts when the alert does.
struct LeadingSilenceCheck: SoundCheck {
  static let rule = Rule.leadingSilence

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let measurements = sound.measurements, !measurements.isSilent,
      measurements.leadingSilence > sound.limits[.leadingSilence]
    else { return [] }
    // Some milliseconds stay, so that a soft attack is not cut.
    let start = max(0, measurements.leadingSilence - 0.005)
    return [
      finding(
        "\(fixed(measurements.leadingSilence * 1_000, decimals: 0)) ms of silence before the sound",
        fix: Fix(sound.edit("--from \(fixed(start, decimals: 3))", purpose: "cut it")))
    ]
  }
}
