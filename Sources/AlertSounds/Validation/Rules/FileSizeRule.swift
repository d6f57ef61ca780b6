import AudioTypes

/// The file is small enough for a player that reads a sound whole before it rings.
struct FileSizeRule: SoundRule {
  static let identifier = "file-size"
  /// Bytes: 30 s of 32-bit stereo at 48 kHz are 11.5 MB.
  static let limit: Int64 = 16 << 20

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard sound.source.byteCount > Self.limit else { return [] }
    return [
      finding(
        .error,
        "\(sound.source.byteCount) bytes are more than the 16 MiB that an alert sound may have",
        fix: sound.conversion())
    ]
  }
}
