public import AudioFormats
public import Files

/// A sound of a foreign format: its facts, and its PCM. libsndfile reads the formats that it knows;
/// the program ffmpeg, where it is installed, the rest.
///
/// Never give it a CAF, WAVE or AIFF that our own codecs decode: a crafted header can send
/// libsndfile into an endless loop.
public struct ImportedSound: Sendable {
  /// Frames a second (Hz).
  public let sampleRate: Double
  /// The number of channels of the sound.
  public let channelCount: Int
  /// Frames by the header; some formats do not know.
  public let frameCount: Int64?
  /// The file format, in the reader's words.
  public let formatName: String
  /// The coding, in the reader's words.
  public let codingName: String
  /// The facts from ffprobe; nil where libsndfile reads the sound.
  public let facts: FFmpegFacts?

  private let source: FileSource

  /// Opens `source` and finds its format.
  /// - Parameters:
  ///   - source: the file, open for reading.
  ///   - needsFFmpeg: whether the first bytes are those of a format that only ffmpeg reads.
  ///   - runsPrograms: whether ffprobe may be run.
  /// - Throws: ``ImportError`` where no reader knows the format, or the sound is not one that
  ///   Tocsin takes.
  public init(
    _ source: FileSource, needsFFmpeg: Bool = false, runsPrograms: Bool = true
  ) throws(ImportError) {
    self.source = source
    do {
      let file = try SndFile.open(source)
      facts = nil
      (sampleRate, channelCount) = (file.sampleRate, file.channelCount)
      frameCount = file.frameCount
      (formatName, codingName) = file.names
    } catch {
      let isAsked = runsPrograms && (needsFFmpeg || FFmpeg.isInstalled)
      let facts = try Self.facts(of: source, insteadOf: error, isAsked)
      self.facts = facts
      (sampleRate, channelCount) = (facts.sampleRate, facts.channelCount)
      frameCount = facts.frameCount
      (formatName, codingName) = (facts.formatName, facts.codingName)
    }
    do {
      _ = try DataFormat(
        .linearPCM(.float64(.littleEndian)), sampleRate: sampleRate, channelCount: channelCount)
    } catch { throw .unsupported(error.description) }
  }

  private static func facts(
    of source: FileSource, insteadOf error: ImportError, _ isAsked: Bool
  ) throws(ImportError) -> FFmpegFacts {
    // A header that keeps one reader busy is not given to the next.
    guard isAsked, error != .tookTooLong else { throw error }
    return try FFmpegFacts(of: source)
  }

  /// The sound from its start; each call opens a reader of its own.
  /// - Throws: ``ImportError`` where no reader can be started.
  public func pcm() throws(ImportError) -> any PCMSource {
    guard let facts else { return try SndFile.open(source) }
    return try FFmpegDecoder(
      source,
      .init(
        sampleRate: facts.sampleRate, channelCount: facts.channelCount,
        frameCount: facts.frameCount))
  }

  /// All frames of the packets in a container of ours, priming and padding among them, for codings
  /// that have no codec here. FFmpeg decodes them.
  /// - Parameters:
  ///   - source: the file, open for reading.
  ///   - demuxer: FFmpeg's name of the container.
  ///   - sampleRate: the rate in Hz that the container states.
  ///   - channelCount: the channels that the container states.
  /// - Throws: ``ImportError`` where ffmpeg is not installed or cannot be started.
  public static func packets(
    in source: FileSource, demuxer: String, sampleRate: Double, channelCount: Int
  ) throws(ImportError) -> any PCMSource {
    try FFmpegDecoder(
      source,
      .init(
        sampleRate: sampleRate, channelCount: channelCount, demuxer: demuxer, keepsAll: true))
  }
}
