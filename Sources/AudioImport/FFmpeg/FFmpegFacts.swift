import AudioFormats
import Files
import SystemPackage

/// The facts about a file's first sound that ffprobe reports.
public struct FFmpegFacts: Hashable, Sendable {
  /// Frames a second (Hz).
  public let sampleRate: Double
  /// The number of channels of the sound.
  public let channelCount: Int
  /// Frames by the container, priming and padding left out; nil where it has an estimate only.
  public let frameCount: Int64?
  /// FFmpeg's short name: `aac`, `alac`.
  public let codecName: String
  /// FFmpeg's long name.
  public let codingName: String
  /// The container, in FFmpeg's words; `MPEG-4` for that and its kin.
  public let formatName: String
  /// Bits of a sample before a lossless coding.
  public let sourceBitDepth: Int?

  static let entries =
    "stream=codec_name,codec_long_name,sample_rate,channels,bits_per_raw_sample,time_base,"
    + "duration_ts:format=format_name,format_long_name"

  /// Reads ffprobe's lines, `key=value` each; any content is safe.
  /// - Returns: nil if they do not name a sound that Tocsin reads.
  public init?(parsing text: String) {
    var values: [Substring: Substring] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "=") else { continue }
      values[line[..<equals]] = line[line.index(after: equals)...]
    }
    guard let rate = values["sample_rate"].flatMap({ Int32($0) }), rate > 0,
      let channels = values["channels"].flatMap({ Int($0) }), channels > 0,
      let codec = values["codec_name"], let format = values["format_name"]
    else { return nil }
    sampleRate = Double(rate)
    channelCount = channels
    codecName = printable(String(codec))
    codingName = printable(String(values["codec_long_name"] ?? codec))
    let isMPEG4 = format.hasPrefix("mov,")
    formatName = isMPEG4 ? "MPEG-4" : printable(String(values["format_long_name"] ?? format))
    sourceBitDepth = values["bits_per_raw_sample"].flatMap { Int($0) }.flatMap {
      (1...64).contains($0) ? $0 : nil
    }
    // Other containers state milliseconds, or FFmpeg estimates from the bit rate.
    let isExact = isMPEG4 || ["ape", "tak", "tta", "wv"].contains(format)
    frameCount =
      isExact ? Self.frames(values["duration_ts"], unit: values["time_base"], rate: rate) : nil
  }

  /// A duration in frames; nil if its unit is coarser than a frame. (HE-AAC counts pairs of
  /// frames.)
  private static func frames(
    _ duration: Substring?, unit: Substring?, rate: Int32
  ) -> Int64? {
    guard let ticks = duration.flatMap({ Int64($0) }), ticks > 0,
      let unit = unit?.split(separator: "/"), unit.count == 2,
      let numerator = Int32(unit[0]), let denominator = Int32(unit[1]),
      numerator > 0, denominator > 0
    else { return nil }
    let framesPerUnit = Int64(numerator) * Int64(rate)
    guard framesPerUnit == Int64(denominator) || framesPerUnit == 2 * Int64(denominator) else {
      return nil
    }
    let (frames, overflow) = ticks.multipliedReportingOverflow(
      by: framesPerUnit / Int64(denominator))
    return overflow ? nil : frames
  }
}

extension FFmpegFacts {
  /// Asks ffprobe about `source`.
  init(of source: FileSource, limits: ChildLimits = ChildLimits()) throws(ImportError) {
    let text = try FFprobe.text(
      of: source, ["-select_streams", "a:0", "-show_entries", Self.entries], limits: limits)
    guard let facts = FFmpegFacts(parsing: text) else {
      throw .notOpened("there is no sound in it")
    }
    self = facts
  }
}
