import AudioContainers

/// The sound has no DC offset: the mean of each channel is near 0.
struct DCOffsetRule: SoundRule {
  static let identifier = "dc-offset"
  /// Shortest duration that is checked (s): in a shorter sound one incomplete low-frequency cycle
  /// alone gives a non-zero mean.
  static let minimumDuration = 0.1

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let offset = sound.measurements?.dcOffset, offset * 100 > sound.limits[.dcOffset],
      let duration = sound.description?.duration, duration >= Self.minimumDuration
    else { return [] }
    return [
      finding(
        .warning, "the mean of a channel is \(fixed(offset * 100, decimals: 1)) % of full scale",
        fix: "take it out: " + sound.edit("--remove-dc"))
    ]
  }

  static var page: RulePage {
    makePage(
      .warning, "The sound has no DC offset", needsSamples: true,
      """
      The mean of a channel is more than 1 % of full scale away from 0. Nobody hears an offset, but
      everybody hears it start and end: the loudspeaker jumps, with a click before and after the
      sound. It also takes room that the sound could have, so that one side clips early.

      It comes from sound cards and old recorders, from 8-bit samples that were read with the wrong
      sign, and from synthesised pulses that are never negative. Sounds under 0.1 s are left out:
      there the mean of a low tone is not an offset.

      To fix it, move the mean to 0:

          tocsin convert ding.caf ding-fixed.caf --remove-dc
      """)
  }
}
