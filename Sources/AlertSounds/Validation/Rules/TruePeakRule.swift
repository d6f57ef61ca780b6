/// The true peak, between the samples, stays within full scale.
struct TruePeakRule: SoundRule {
  static let identifier = "true-peak"

  func check(_ sound: ExaminedSound) -> [Finding] {
    let limit = sound.limits[.truePeak]
    guard let peak = sound.measurements?.truePeak, peak > limit else { return [] }
    // One dB more, because coding and resampling move the peaks.
    let gain = fixed(limit - 1 - peak, decimals: 1)
    return [
      finding(
        .warning,
        "the true peak is \(fixed(peak, decimals: 2)) dBTP, over \(plain(limit)) dBTP: "
          + "the sound can distort",
        fix: "turn it down: " + sound.edit("--gain \(gain)"))
    ]
  }

  static var page: RulePage {
    makePage(
      .warning, "The true peak stays within full scale", needsSamples: true,
      """
      Between two samples the wave goes on, and it can be higher than both. A sound whose samples
      all fit can be over full scale once it is played: in the converter, in a resampler, or after
      it was coded as IMA4. The part over full scale is cut off, and the sound crackles; small
      loudspeakers make it worse.

      The rule measures the true peak of ITU-R BS.1770 by interpolation, as
      `ffmpeg -af ebur128=peak=true` does. Sounds that were normalised to 0 dB by their samples often
      are a few tenths over.

      To fix it, turn the sound down until its peaks are at −1 dBTP. Nobody hears the difference:

          tocsin convert ding.caf ding-fixed.caf --gain -1.5

      Where the rule `clipping` finds something, too, the sound was damaged earlier: fix that first.
      """)
  }
}
