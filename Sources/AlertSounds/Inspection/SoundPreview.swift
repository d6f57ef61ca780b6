import AudioFormats
import AudioProcessing
public import Files

/// Alert sounds as every browser plays them, small enough for a page with a hundred of them: WAVE with
/// µ-law, mono, at most 12,000 Hz.
public enum SoundPreview {
  /// Seconds: the maximum that a device would play of a sound, and a little more.
  private static let longest = 31.0
  /// Hz: 12 kB a second, so that 123 sounds of 4 s take 8 MB of a page.
  private static let highestRate = 12_000.0

  /// The sound in `source`, an alert container, as a WAVE file in memory.
  /// - Returns: nil where it cannot be decoded.
  public static func wave(of source: any ByteSource, path: String) -> [UInt8]? {
    guard let pcm = try? ContainerSound(parsing: source, path: path).pcm() else { return nil }
    let rate = min(pcm.sampleRate, highestRate)
    let heard = TrimmedSource(pcm, count: pcm.frames(in: longest))
    guard let mono = try? heard.adapted(toRate: rate, channelCount: 1, .mix, quality: .medium)
    else {
      return nil
    }
    return try? encode(mono)
  }

  private static func encode(_ pcm: any PCMSource) throws -> [UInt8] {
    let format = try DataFormat(.uLaw, sampleRate: pcm.sampleRate, channelCount: 1)
    var options = WriterOptions()
    options.pageAligned = false
    var encoder = try SoundEncoder(ContainerWriter(.wave, format, to: MemorySink(), options))
    try encoder.encode(pcm)
    return try encoder.finish().content
  }
}
