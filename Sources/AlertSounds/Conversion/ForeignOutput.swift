import AudioFormats
import AudioImport
import Files

/// An output in a coding that the program ffmpeg makes.
public struct ForeignOutput: Hashable, Sendable {
  /// Lossless samples have 16 or 24 bits; nil takes those of the source.
  enum Coding: Hashable, Sendable {
    case aac, heAAC, opus
    case alac(bitDepth: Int?)
    case flac(bitDepth: Int?)
  }

  /// afconvert's file formats that hold them, by their codes.
  enum FileFormat: String, Hashable, Sendable, CaseIterable {
    case m4a = "m4af"
    case audioBook = "m4bf"
    case mp4 = "mp4f"
    case caf = "caff"
    case adts
    case flac
    case ogg = "Oggf"
  }

  /// nil leaves it to the output's name.
  let fileFormat: FileFormat?
  let coding: Coding
  /// Hz; nil keeps that of the source, where the coding has it.
  let sampleRate: Double?
  /// Bits a second over all channels.
  let bitRate: Int?

  /// The foreign output that afconvert's `-f`, `-d` and `-b` ask for.
  /// - Returns: nil if they ask for a data format of our own.
  /// - Throws: ``SoundError/request(_:)`` if the three do not fit together.
  public init?(fileFormat: String?, dataFormat: String?, bitRate: String?) throws(SoundError) {
    let named = fileFormat.flatMap(FileFormat.init(rawValue:))
    let wanted = try dataFormat.flatMap { (text) throws(SoundError) in try Self.coding(text) }
    guard wanted != nil || (named != nil && named != .caf) else { return nil }
    guard wanted != nil || dataFormat == nil else {
      throw .request(
        "'\(fileFormat ?? "")' holds \(Self.names(heldBy: named)) only, not "
          + printable(dataFormat ?? ""))
    }
    let coding = wanted?.coding ?? Coding.all.first { $0.fileFormats.first == named } ?? .aac
    if let fileFormat, !coding.fileFormats.contains(where: { $0 == named }) {
      let able = coding.fileFormats.map { "-f \($0.rawValue)" }.joined(separator: ", ")
      throw .request("'\(printable(fileFormat))' cannot hold \(coding.name); add \(able)")
    }
    self.fileFormat = named
    self.coding = coding
    sampleRate = wanted?.sampleRate
    self.bitRate = try bitRate.map { (text) throws(SoundError) in try Self.bitRate(text) }
  }

  private static func names(heldBy format: FileFormat?) -> String {
    Coding.all.filter { $0.fileFormats.contains { $0 == format } }.map(\.word)
      .joined(separator: ", ")
  }

  private static func bitRate(_ text: String) throws(SoundError) -> Int {
    guard let rate = Int(text), (1_000...10_000_000).contains(rate) else {
      throw .request("-b must be 1000…10000000 bits a second, not \(printable(text))")
    }
    return rate
  }

  /// `aac`, `alac` or `alac-24`, and perhaps a rate: `aac@44100`.
  private static func coding(
    _ text: String
  ) throws(SoundError) -> (coding: Coding, sampleRate: Double?)? {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: "-", maxSplits: 1).map(String.init)
    guard var coding = Coding.all.first(where: { $0.word == words.first?.trimmed }) else {
      return nil
    }
    if words.count == 2 {
      let depths = ["16": 16, "20": 24, "24": 24, "32": 24]
      guard let depth = depths[words[1]], let deep = coding.with(bitDepth: depth) else {
        return nil
      }
      coding = deep
    }
    guard parts.count == 2 else { return (coding, nil) }
    guard let rate = Double(parts[1]), rate == 0 || DataFormat.sampleRates.contains(rate) else {
      throw .request("invalid data format '\(printable(text))': '@' needs a sample rate in Hz")
    }
    return (coding, rate == 0 ? nil : rate)
  }
}

extension String {
  /// Without the space that fills a code up to four characters.
  fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}

extension ForeignOutput.Coding {
  /// One of each.
  static let all: [Self] = [.aac, .alac(bitDepth: nil), .heAAC, .opus, .flac(bitDepth: nil)]

  /// The word of `-d`.
  var word: String { id.description.trimmed }

  /// Core Audio's format ID.
  var id: FourCharCode {
    switch self {
    case .aac: "aac "
    case .heAAC: "aach"
    case .alac: "alac"
    case .flac: "flac"
    case .opus: "opus"
    }
  }

  /// The name for people.
  var name: String {
    switch self {
    case .aac: "AAC"
    case .heAAC: "HE-AAC"
    case .alac: "ALAC"
    case .flac: "FLAC"
    case .opus: "Opus"
    }
  }

  /// The file formats that ffmpeg writes it into so that they say its length, the usual one first.
  var fileFormats: [ForeignOutput.FileFormat] {
    switch self {
    case .aac: [.m4a, .audioBook, .mp4, .caf, .adts]
    case .heAAC: [.m4a, .audioBook, .mp4, .adts]
    case .alac: [.m4a, .audioBook, .mp4, .caf]
    case .flac: [.flac]
    case .opus: [.ogg, .caf]
    }
  }

  /// Frames of one packet; 0 where the encoder chooses. (ISO/IEC 14496-3, 4.5.1.1; Apple's ALAC
  /// sources, `kALACDefaultFramesPerPacket`; RFC 6716, 2.1.4: 20 ms.)
  var framesPerPacket: Int {
    switch self {
    case .aac: 1_024
    case .heAAC: 2_048
    case .alac: 4_096
    case .flac: 0
    case .opus: 960
    }
  }

  /// Frames that a decoder gives before the sound, where ffmpeg does not say it: libopus'
  /// look-ahead at 48 kHz (opusenc's pre-skip).
  var primingFrames: Int32 { self == .opus ? 312 : 0 }

  /// The sample rates in Hz; nil means all whole ones. (ISO/IEC 14496-3, 1.6.3.4; RFC 6716, 2.1.3:
  /// Opus is decoded at 48 kHz.)
  var rates: [Double]? {
    switch self {
    case .aac, .heAAC:
      [
        7_350, 8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000,
        88_200, 96_000,
      ]
    case .opus: [48_000]
    case .alac, .flac: nil
    }
  }

  /// The same with samples of so many bits; nil where that is not its choice.
  func with(bitDepth: Int) -> Self? {
    switch self {
    case .alac: .alac(bitDepth: bitDepth)
    case .flac: .flac(bitDepth: bitDepth)
    case .aac, .heAAC, .opus: nil
    }
  }
}

extension ForeignOutput {
  /// The name of the output beside others in a folder: the input's, with the format's extension.
  public func outputName(for input: String) -> String {
    plainName(of: input) + "." + (fileFormat ?? coding.fileFormats[0]).usualExtension
  }

  /// Lines of `-hf` for ffmpeg's formats: a code, a name with extensions, and data formats.
  public static let formatLines = FileFormat.allCases.map { format in
    let codings = Coding.all.filter { $0.fileFormats.contains(format) }
    return (
      format.rawValue, format.listName, codings.map { "'\($0.id)'" }.joined(separator: " ")
    )
  }
}

extension ForeignOutput.FileFormat {
  /// The content of such a file, as its first bytes show it.
  var content: FileContent {
    switch self {
    case .m4a, .audioBook, .mp4: .foreign(.mpeg4)
    case .adts: .foreign(.adts)
    case .caf: .container(.caf)
    case .flac: .foreign(.flac)
    case .ogg: .foreign(.ogg)
    }
  }

  /// The format for an output's name; the coding's usual one if its extension does not decide.
  init(named path: String, _ coding: ForeignOutput.Coding) {
    let suffix = fileExtension(of: path)
    self =
      coding.fileFormats.first { $0.extensions.contains(suffix) } ?? coding.fileFormats[0]
  }

  var name: String {
    switch self {
    case .m4a, .audioBook: "MPEG-4 (M4A)"
    case .mp4: "MPEG-4"
    case .caf: "CAF"
    case .adts: "AAC (ADTS)"
    case .flac: "FLAC"
    case .ogg: "Ogg"
    }
  }

  /// The name in afconvert's list, with the extensions.
  var listName: String {
    let name =
      switch self {
      case .m4a: "Apple MPEG-4 Audio"
      case .audioBook: "Apple MPEG-4 AudioBooks"
      case .mp4: "MPEG-4 Audio"
      case .caf: "CAF"
      case .adts: "AAC ADTS"
      case .flac: "FLAC"
      case .ogg: "Ogg"
      }
    return name + " (" + extensions.map { "." + $0 }.joined(separator: ", ") + ")"
  }

  /// The usual extension.
  var usualExtension: String { extensions[0] }

  private var extensions: [String] {
    switch self {
    case .m4a: ["m4a", "m4r"]
    case .audioBook: ["m4b"]
    case .mp4: ["mp4"]
    case .caf: ["caf"]
    case .adts: ["aac", "adts"]
    case .flac: ["flac"]
    case .ogg: ["opus", "ogg"]
    }
  }

  var container: FFmpegEncoder.Container {
    switch self {
    case .m4a: .m4a
    case .audioBook: .audioBook
    case .mp4: .mp4
    case .caf: .caf
    case .adts: .adts
    case .flac: .flac
    case .ogg: .ogg
    }
  }
}
