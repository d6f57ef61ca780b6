/// The sound starts when the alert does.
struct LeadingSilenceRule: SoundRule {
  static let identifier = "leading-silence"

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let measurements = sound.measurements, !measurements.isSilent,
      measurements.leadingSilence > sound.limits[.leadingSilence]
    else { return [] }
    // Some milliseconds stay, so that a soft attack is not cut.
    let start = max(0, measurements.leadingSilence - 0.005)
    return [
      finding(
        .warning,
        "\(fixed(measurements.leadingSilence * 1_000, decimals: 0)) ms of silence before the sound",
        fix: "cut it: " + sound.edit("--from \(fixed(start, decimals: 3))"))
    ]
  }

  static var page: RulePage {
    makePage(
      .warning, "The sound starts when the alert does", needsSamples: true,
      """
      A banner shows at once, and the sound comes a quarter of a second or more later: the alert
      feels slow, and a sound that is stopped when the banner goes loses its end. Alerts that
      vibrate fall apart into two. Most shipped sounds start within 60 ms.

      Silence is what stays under −60 dB of full scale on all channels. It comes from a selection
      that was too wide and from codecs: MP3 and AAC start with some 50 ms of silence, and it stays
      when they are converted.

      To fix it, cut the start:

          tocsin convert ding.caf ding-fixed.caf --from 0.3

      Silence at the end costs space alone.
      """)
  }
}
