import AudioContainers
import AudioProcessing
import AudioTypes
public import Files

/// Alert sounds as every browser plays them: WAVE with 16-bit samples, mono or stereo.
public enum SoundPreview {
  /// Seconds: what a device would play of a sound, and a little more.
  private static let longest = 31.0

  /// The sound in `source`, an alert container, as a WAVE file in memory.
  /// - Returns: nil where it cannot be decoded.
  public static func wave(of source: any ByteSource, path: String) -> [UInt8]? {
    guard let pcm = try? ContainerSound(parsing: source, path: path).pcm() else { return nil }
    let heard = TrimmedSource(pcm, count: pcm.frames(in: longest))
    return try? encode(
      pcm.channelCount > 2 ? ChannelSource(heard, channelCount: 2) : heard)
  }

  private static func encode(_ pcm: any PCMSource) throws -> [UInt8] {
    let format = try DataFormat(
      .linearPCM(.int16(.littleEndian)), sampleRate: pcm.sampleRate,
      channelCount: pcm.channelCount)
    var options = WriterOptions()
    options.pageAligned = false
    var encoder = try SoundEncoder(ContainerWriter(.wave, format, to: MemorySink(), options))
    try encoder.encode(pcm)
    return try encoder.finish().content
  }
}
