import AudioProcessing

/// The sound has no waves that were clipped at full scale.
struct ClippingCheck: SoundCheck {
  static let rule = Rule.clipping

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
        runs + " at full scale: the sound was clipped",
        fix: "export it again, quieter")
    ]
  }
}
