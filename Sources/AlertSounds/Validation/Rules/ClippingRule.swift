import AudioProcessing

/// The sound has no waves that were clipped at full scale.
struct ClippingRule: SoundRule {
  static let identifier = "clipping"

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let count = sound.measurements?.clippedRunCount,
      Double(count) > sound.limits[.clippedRuns]
    else { return [] }
    let runs =
      count == 1
      ? "one run of \(ClippingMeter.runLength) or more samples stands"
      : "\(count) runs of \(ClippingMeter.runLength) or more samples stand"
    return [
      finding(
        .warning, runs + " at full scale: the sound was clipped",
        fix: "export it again, quieter")
    ]
  }

  static var page: RulePage {
    makePage(
      .warning, "No wave was cut off at full scale", needsSamples: true,
      """
      A channel has three or more samples in a row at the largest level of the data format: the top
      of the wave was cut off. The sound was too loud where it was recorded, mixed or converted. It
      crackles or sounds harsh on every device, and no volume setting fixes it.

      Full scale is that of the data format: 32767 for 16 bits, the outermost level of µ-law and
      A-law, 1.0 for floats. The rule finds square waves at full scale as well, although they are
      meant to be square. And codings of 8 bits have so few levels that a clean tone at full scale
      stays at the last one for some samples. Both are better 1 dB lower.

      To fix it, export the sound again from its project with less gain, and convert that:

          tocsin convert ding.wav ding.caf -d ima4 -f caff

      Where there is nothing but the clipped sound, tops can be guessed, which takes room:

          ffmpeg -i ding.caf -af volume=-6dB,adeclip ding-fixed.wav
      """)
  }
}
