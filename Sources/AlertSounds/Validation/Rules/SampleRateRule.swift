import AudioContainers
import AudioTypes

/// The sample rate is one that all devices play as it is.
struct SampleRateRule: SoundRule {
  static let identifier = "sample-rate"
  /// Hz. 88.2 kHz and more only cost space in an alert.
  static let usual: [Double] = [
    8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
  ]

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let rate = sound.description?.dataFormat.sampleRate, !Self.usual.contains(rate) else {
      return []
    }
    let isWhole = rate == rate.rounded()
    return [
      finding(
        isWhole ? .warning : .error,
        "the sample rate \(fixed(rate, decimals: isWhole ? 0 : 3)) Hz is "
          + (isWhole ? "unusual" : "no whole number"),
        fix: sound.conversion("-d ima4@44100 -f caff"))
    ]
  }

  static var page: RulePage {
    makePage(
      .error, "The sample rate is one that all devices play as it is",
      """
      The usual rates are 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100 and 48000 Hz. Another
      whole number of Hz is a warning: it has to be resampled while the sound plays, and players
      without a good resampler change its pitch. 88.2 kHz and more cost space that no alert needs. A
      rate that is not a whole number is an error: WAVE cannot say it, and readers round it differently.

      To fix it, resample the sound once, well:

          tocsin convert ding.wav ding.caf -d ima4@44100 -f caff

      22050 Hz is enough for most alerts and halves the size again.
      """)
  }
}
