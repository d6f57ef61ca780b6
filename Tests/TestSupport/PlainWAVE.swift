/// WAVE files made by hand, so that what is tested has no part in its own input.
public enum PlainWAVE {
  /// Linear PCM of 16, 24 or 32 bits; `samples` are interleaved and in the range of `bitDepth`.
  public static func integers(
    _ samples: [Int32], bitDepth: Int = 16, channelCount: Int = 1, sampleRate: Int = 44_100
  ) -> [UInt8] {
    var audio: [UInt8] = []
    audio.reserveCapacity(samples.count * bitDepth / 8)
    for sample in samples {
      for byte in 0..<bitDepth / 8 { audio.append(UInt8(truncatingIfNeeded: sample >> (8 * byte))) }
    }
    return file(tag: 1, audio, bitDepth, channelCount, sampleRate)
  }

  /// 64-bit floats; `samples` are interleaved.
  public static func floats(
    _ samples: [Double], channelCount: Int = 1, sampleRate: Int = 44_100
  ) -> [UInt8] {
    var audio: [UInt8] = []
    audio.reserveCapacity(samples.count * 8)
    for sample in samples {
      for byte in 0..<8 { audio.append(UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * byte))) }
    }
    return file(tag: 3, audio, 64, channelCount, sampleRate)
  }

  /// The file's first 44 bytes, for `audioSize` bytes of 16-bit mono that follow.
  public static func header(audioSize: UInt32, sampleRate: Int = 44_100) -> [UInt8] {
    header(tag: 1, audioSize, 16, 1, sampleRate)
  }

  private static func file(
    tag: UInt16, _ audio: [UInt8], _ bitDepth: Int, _ channelCount: Int, _ sampleRate: Int
  ) -> [UInt8] {
    header(tag: tag, UInt32(audio.count), bitDepth, channelCount, sampleRate) + audio
      + (audio.count.isMultiple(of: 2) ? [] : [0])
  }

  private static func header(
    tag: UInt16, _ audioSize: UInt32, _ bitDepth: Int, _ channelCount: Int, _ sampleRate: Int
  ) -> [UInt8] {
    let blockAlign = UInt16(channelCount * bitDepth / 8)
    return Array("RIFF".utf8) + little(audioSize + audioSize % 2 + 36) + Array("WAVEfmt ".utf8)
      + little(UInt32(16)) + little(tag) + little(UInt16(channelCount))
      + little(UInt32(sampleRate)) + little(UInt32(sampleRate) * UInt32(blockAlign))
      + little(blockAlign) + little(UInt16(bitDepth)) + Array("data".utf8) + little(audioSize)
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
