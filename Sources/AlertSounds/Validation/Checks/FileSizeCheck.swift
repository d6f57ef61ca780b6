import AudioFormats
import Files

/// The file is small enough for a player that reads a sound whole before it rings.
struct FileSizeCheck: SoundCheck {
  static let rule = Rule.fileSize

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard !sound.isReadWhole else { return [] }
    let limit = plain(sound.limits[.fileSize])
    return [
      finding(
        "\(sound.source.byteCount) bytes are more than the \(limit) MiB that an alert sound may have",
        fix: Fix(sound.conversion(), .shrink))
    ]
  }
}
