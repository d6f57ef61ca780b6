public import AudioCodecs
public import AudioContainers
public import AudioProcessing

/// What a conversion must make: afconvert's `-f`, `-d` and `-c`.
public struct ConversionRequest: Hashable, Sendable {
  public var container: Container?
  public var dataFormat: DataFormatRequest?
  public var channelCount: Int?
  /// Mixes channels by standard coefficients; else added or dropped ones are taken as they stand.
  public var mixes = false
  /// Adds TPDF noise before samples are rounded to integers.
  public var dithers = false
  public var resamplingQuality = ResamplingQuality.best
  /// How much work goes into the codes of IMA4.
  public var effort = IMA4Encoder.Effort.normal
  /// What the codes of IMA4 are to be best for.
  public var optimization = IMA4Optimization.signal
  /// What is changed about the sound itself.
  public var edits = SoundEdits()
  /// What the container holds beside the audio.
  public var writing = WriterOptions()
  /// AAC or ALAC, which ffmpeg codes, in place of `container` and `dataFormat`.
  public var foreign: ForeignOutput?
  /// Whether a CAF whose packets are copied keeps its small chunks beside the audio: names, marks,
  /// information. Tables that cannot be right are left out.
  public var keepsMetadata = false
  /// What a CAF holds beside that, made from the source.
  public var extraChunks: ExtraChunks = []

  public init(
    container: Container? = nil, dataFormat: DataFormatRequest? = nil, channelCount: Int? = nil
  ) {
    self.container = container
    self.dataFormat = dataFormat
    self.channelCount = channelCount
  }

  /// Reads `FILEFORMAT[:DATAFORMAT]`, as in `caff:ima4`.
  public init(parsing text: String) throws(SoundError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let output = try ForeignOutput(
      fileFormat: String(parts[0]), dataFormat: parts.count == 2 ? String(parts[1]) : nil,
      bitRate: nil)
    if let output {
      self.init()
      foreign = output
      return
    }
    self.init(container: try Container(parsing: String(parts[0])))
    if parts.count == 2 { dataFormat = try DataFormatRequest(parsing: String(parts[1])) }
  }
}
