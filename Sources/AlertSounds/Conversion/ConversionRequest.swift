public import AudioFormats
public import AudioProcessing
import Files

/// The target of a conversion: afconvert's `-f`, `-d` and `-c`.
public struct ConversionRequest: Hashable, Sendable {
  /// The container to write; nil chooses it by the output's extension.
  public var container: Container?
  /// The coding and sample rate; nil is the default coding of the container at the source's rate.
  public var dataFormat: DataFormatRequest?
  /// The number of channels of the output; nil keeps those of the source.
  public var channelCount: Int?
  /// Mixes channels by standard coefficients; otherwise channels are added or dropped without
  /// mixing.
  public var mixes = false
  /// Adds TPDF noise before samples are rounded to integers.
  public var dithers = false
  /// The quality of a change of the sample rate.
  public var resamplingQuality = ResamplingQuality.best
  /// The effort of the search for the codes of IMA4.
  public var effort = IMA4Encoder.Effort.normal
  /// The quality that the codes of IMA4 optimize.
  public var optimization = IMA4Optimization.signal
  /// The changes to the sound itself.
  public var edits = SoundEdits()
  /// The container's content beside the audio.
  public var writing = WriterOptions()
  /// AAC or ALAC, which ffmpeg codes, in place of `container` and `dataFormat`.
  public var foreign: ForeignOutput?
  /// Whether a CAF whose packets are copied keeps its small chunks beside the audio: names, marks,
  /// information. Tables that cannot be right are left out.
  public var keepsMetadata = false
  /// The additional chunks of a CAF that are made from the source.
  public var extraChunks: ExtraChunks = []

  /// A request. Omitted values follow from the source and the output's name.
  public init(
    container: Container? = nil, dataFormat: DataFormatRequest? = nil, channelCount: Int? = nil
  ) {
    self.container = container
    self.dataFormat = dataFormat
    self.channelCount = channelCount
  }

  /// Reads `FILEFORMAT[:DATAFORMAT]`, as in `caff:ima4`.
  /// - Throws: ``SoundError/request(_:)`` for a name that is not known.
  public init(parsing text: String) throws(SoundError) {
    self.init()
    try setFormats(parsing: text)
  }

  /// Takes the formats of `FILEFORMAT[:DATAFORMAT]`.
  /// - Throws: ``SoundError/request(_:)`` as ``setFormats(file:data:bitRate:)``.
  public mutating func setFormats(
    parsing text: String, bitRate: String? = nil
  ) throws(SoundError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    try setFormats(file: parts[0], data: parts.dropFirst().first, bitRate: bitRate)
  }

  /// Takes the formats that afconvert's `-f`, `-d` and `-b` name.
  /// - Throws: ``SoundError/request(_:)`` for a name that is not known, and for two that do not go together.
  public mutating func setFormats(
    file: String?, data: String?, bitRate: String? = nil
  ) throws(SoundError) {
    (container, dataFormat) = (nil, nil)
    foreign = try ForeignOutput(fileFormat: file, dataFormat: data, bitRate: bitRate)
    guard foreign == nil else { return }
    if let file { container = try Container(parsing: file) }
    if let data { dataFormat = try DataFormatRequest(parsing: data) }
  }
}

/// A data format as users write it for afconvert's `-d`: `LEI16`, `BEF32@44100`, `ima4`, `0` …
public struct DataFormatRequest: Hashable, Sendable {
  /// The conversion of samples into packets; nil copies the packets of the source untouched (`0`).
  public var coding: DataFormat.Coding?
  /// Sample rate in Hz; nil keeps that of the source.
  public var sampleRate: Double?

  /// Asks for a coding; without a rate that of the source is kept.
  public init(_ coding: DataFormat.Coding?, sampleRate: Double? = nil) {
    self.coding = coding
    self.sampleRate = sampleRate
  }

  /// Reads `text` by afconvert's grammar: `FMT[@rate][/hexflags][#framesPerPacket]`.
  /// - Throws: ``SoundError/request(_:)`` for a text outside of the grammar.
  public init(parsing text: String) throws(SoundError) {
    var parser = DataFormatParser(text)
    self = try parser.parse()
  }
}

extension DataFormatRequest {
  /// The text that `init(parsing:)` reads as this request.
  public var text: String {
    (coding?.name ?? "0")
      + (sampleRate.map { $0 == $0.rounded() ? "@\(Int($0))" : "@\($0)" } ?? "")
  }
}

extension Container {
  /// The container that afconvert's `-f` names: `caff`, `WAVE`, `AIFF`, `AIFC`.
  /// - Throws: ``SoundError/request(_:)`` for any other name, with the nearest known one.
  public init(parsing text: String) throws(SoundError) {
    let writable = Container.allCases.filter { !$0.writableCodings.isEmpty }
    if let match = writable.first(where: { $0.code.description == text }) {
      self = match
      return
    }
    let lowered = text.lowercased()
    let near = writable.first {
      $0.code.description.lowercased() == lowered || $0.fileExtensions.contains(lowered)
    }
    let hint =
      near.map { "; did you mean '\($0.code)'?" }
      ?? "; known are \(writable.map { "'\($0.code)'" }.joined(separator: ", "))"
    throw .request("unknown file format '\(printable(text))'" + hint)
  }
}
