import AudioTypes
import Files

/// The file is small enough for a player that reads a sound whole before it rings.
struct FileSizeRule: SoundRule {
  static let identifier = "file-size"

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard !sound.isReadWhole else { return [] }
    let limit = plain(sound.limits[.fileSize])
    return [
      finding(
        .error,
        "\(sound.source.byteCount) bytes are more than the \(limit) MiB that an alert sound may have",
        fix: sound.conversion())
    ]
  }

  static var page: RulePage {
    makePage(
      .error, "The file is small enough to be read before it rings",
      """
      Alert sounds are read whole before they ring, and shipped with every copy of an app. 30
      seconds of 16-bit stereo at 48 kHz take 5.8 MB; the largest sound that makes sense, 32-bit
      stereo, takes 11.5 MB. A file over 16 MiB is not an alert sound, or carries something else:
      pictures, the take of a whole day, filler.

      Other rules do not read the audio of a file over the limit, so that checking a tree takes a
      bounded time.

      To fix it, write the sound again; only the audio is kept:

          tocsin convert ding.wav ding.caf -d ima4 -f caff

      The limit is Tocsin's, and a configuration file can set another one.
      """)
  }
}
