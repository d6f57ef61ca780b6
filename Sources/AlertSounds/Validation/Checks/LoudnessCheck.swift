import AudioFormats
import AudioProcessing

/// The sound is about as loud as others: not so quiet that it is missed, not so loud that it is a
/// shock.
struct LoudnessCheck: SoundCheck {
  static let rule = Rule.loudness

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let measurements = sound.measurements, !measurements.isSilent else { return [] }
    let minimum = sound.limits[.loudnessMinimum]
    let maximum = sound.limits[.loudnessMaximum]
    if let refusal = refusal(sound) { return [refusal] }
    guard let loudness = measurements.loudness?.value else {
      return [
        finding(
          "never over −70 LUFS; alert sounds have \(forPeople(plain(minimum))) LUFS and more",
          fix: fix(sound, measurements, gain: nil))
      ]
    }
    // The command aims at the middle: a sound that just reaches a limit would miss it once it is
    // coded.
    let gain = (minimum + maximum) / 2 - loudness
    let level = forPeople(fixed(loudness, decimals: 1)) + " LUFS"
    if loudness < minimum {
      return [
        finding(
          level + " is quiet; alert sounds have \(forPeople(plain(minimum))) LUFS and more",
          fix: fix(sound, measurements, gain: gain))
      ]
    }
    guard loudness > maximum else { return [] }
    return [
      finding(
        level + " is loud; alert sounds have \(forPeople(plain(maximum))) LUFS and less",
        fix: fix(sound, measurements, gain: gain))
    ]
  }

  /// The finding about a sound whose loudness cannot be measured.
  private func refusal(_ sound: ExaminedSound) -> Finding? {
    guard let format = sound.description?.dataFormat,
      let error = LoudnessMeter.refusal(
        channelCount: format.channelCount, sampleRate: format.sampleRate)
    else { return nil }
    guard case .sampleRate = error else { return finding(error.description) }
    return finding(error.description, fix: Fix(sound.conversion("-d ima4@44100 -f caff")))
  }

  /// A number of a sentence: commands keep the hyphen.
  private func forPeople(_ number: String) -> String {
    number.first == "-" ? "−" + number.dropFirst() : number
  }

  /// Turns the sound up by as much as its peaks allow: to −1 dBTP.
  private func fix(
    _ sound: ExaminedSound, _ measurements: SoundMeasurements, gain: Double?
  ) -> Fix {
    let room = -1 - (measurements.truePeak ?? -1)
    let gain = min(gain ?? room, room)
    let isTooLittle = measurements.loudness.map {
      $0.value + gain < sound.limits[.loudnessMinimum]
    }
    if isTooLittle ?? true, gain < 1 {
      return "its peaks leave no room to turn it up: make it again, longer or denser"
    }
    return Fix(
      sound.edit("--gain \(fixed(gain, decimals: 1))", purpose: "change its level"))
  }
}
