import AudioFormats

/// The file contains at least one frame of sound.
struct EmptyCheck: SoundCheck {
  static let rule = Rule.empty

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let description = sound.description, description.validFrames == 0 else { return [] }
    return [finding("the file holds no frames", at: description.audioBytes.lowerBound)]
  }
}
