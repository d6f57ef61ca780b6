/// The true peak, between the samples, stays within full scale.
struct TruePeakCheck: SoundCheck {
  static let rule = Rule.truePeak

  func check(_ sound: ExaminedSound) -> [Finding] {
    let limit = sound.limits[.truePeak]
    guard let peak = sound.measurements?.truePeak, peak > limit else { return [] }
    // One dB more, because coding and resampling move the peaks.
    let gain = fixed(limit - 1 - peak, decimals: 1)
    return [
      finding(
        "the true peak is \(fixed(peak, decimals: 2)) dBTP, over \(plain(limit)) dBTP: "
          + "the sound can distort",
        fix: Fix(sound.edit("--gain \(gain)", purpose: "turn it down")))
    ]
  }
}
