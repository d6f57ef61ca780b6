import AudioContainers

/// The file contains at least one frame of sound.
struct EmptyRule: SoundRule {
  static let identifier = "empty"

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let description = sound.description, description.validFrames == 0 else { return [] }
    return [finding(.error, "the file holds no frames", at: description.audioBytes.lowerBound)]
  }

  static var page: RulePage {
    makePage(
      .error, "There is sound in the file",
      """
      The container is well formed and holds not one frame of audio. A device has nothing to play; it
      plays the default sound, or nothing. Such files come from recordings and conversions that were
      broken off, and from tools that write the header first.

      To fix it, export or convert the sound again, and look at the result:

          tocsin convert ding.wav ding.caf -d ima4 -f caff
          tocsin info ding.caf

      For an alert that must be silent, send no `sound` in the payload instead of an empty file.
      """)
  }
}
