import AudioContainers

/// There is sound in the file.
struct EmptyRule: SoundRule {
  static let identifier = "empty"

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let description = sound.description, description.validFrames == 0 else { return [] }
    return [finding(.error, "the file holds no frames", at: description.audioBytes.lowerBound)]
  }
}
