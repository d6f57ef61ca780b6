import AudioFormats

/// The sample rate is one that all devices play as it is.
struct SampleRateCheck: SoundCheck {
  static let rule = Rule.sampleRate
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
        "the sample rate \(fixed(rate, decimals: isWhole ? 0 : 3)) Hz is "
          + (isWhole ? "unusual" : "not a whole number"),
        fix: Fix(sound.conversion("-d ima4@44100 -f caff"), isWhole ? nil : .resample))
    ]
  }
}
