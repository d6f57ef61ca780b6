import AudioFormats
import AudioImport
import Files

/// An output in AAC or ALAC, which the program ffmpeg codes.
public struct ForeignOutput: Hashable, Sendable {
  enum Coding: Hashable, Sendable {
    case aac
    /// 16 or 24 bits; nil takes those of the source.
    case alac(bitDepth: Int?)
  }

  /// afconvert's file formats that hold them, by their codes.
  enum FileFormat: String, Hashable, Sendable, CaseIterable {
    case m4a = "m4af"
    case audioBook = "m4bf"
    case mp4 = "mp4f"
    case caf = "caff"
    case adts
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
    let coding = try dataFormat.flatMap { (text) throws(SoundError) in try Self.coding(text) }
    guard coding != nil || (named != nil && named != .caf) else { return nil }
    if let fileFormat, named == nil {
      throw .request("'\(printable(fileFormat))' cannot hold AAC or ALAC: -f m4af, caff or adts do")
    }
    guard coding != nil || dataFormat == nil else {
      throw .request(
        "'\(fileFormat ?? "")' holds aac and alac only, not \(printable(dataFormat ?? ""))")
    }
    self.fileFormat = named
    self.coding = coding?.coding ?? .aac
    sampleRate = coding?.sampleRate
    if named == .adts, self.coding != .aac { throw .request("'adts' holds aac only") }
    self.bitRate = try bitRate.map { (text) throws(SoundError) in try Self.bitRate(text) }
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
    let coding: Coding
    switch parts[0] {
    case "aac", "aac ": coding = .aac
    case "alac": coding = .alac(bitDepth: nil)
    case "alac-16": coding = .alac(bitDepth: 16)
    case "alac-20", "alac-24", "alac-32": coding = .alac(bitDepth: 24)
    default: return nil
    }
    guard parts.count == 2 else { return (coding, nil) }
    guard let rate = Double(parts[1]), rate == 0 || DataFormat.sampleRates.contains(rate) else {
      throw .request("invalid data format '\(printable(text))': '@' needs a sample rate in Hz")
    }
    return (coding, rate == 0 ? nil : rate)
  }
}

extension ForeignOutput {
  /// The name of the output beside others in a folder: the input's, with the format's extension.
  public func outputName(for input: String) -> String {
    plainName(of: input) + "." + (fileFormat ?? .m4a).usualExtension
  }

  /// Lines of `-hf` for ffmpeg's formats: a code, a name with extensions, and data formats.
  public static let formatLines = [
    ("adts", "AAC ADTS (.aac, .adts)", "'aac '"), ("m4af", "Apple MPEG-4 Audio (.m4a, .m4r)", both),
    ("m4bf", "Apple MPEG-4 AudioBooks (.m4b)", both), ("mp4f", "MPEG-4 Audio (.mp4)", both),
  ]
  private static let both = "'aac ' 'alac'"
}

extension ForeignOutput.FileFormat {
  /// The content of such a file, as its first bytes show it.
  var content: FileContent {
    switch self {
    case .m4a, .audioBook, .mp4: .foreign(.mpeg4)
    case .adts: .foreign(.adts)
    case .caf: .container(.caf)
    }
  }

  /// The format for an output's name; M4A if its extension does not decide.
  init(named path: String, _ coding: ForeignOutput.Coding) {
    switch fileExtension(of: path) {
    case "caf": self = .caf
    case "aac", "adts": self = coding == .aac ? .adts : .m4a
    case "mp4": self = .mp4
    case "m4b": self = .audioBook
    default: self = .m4a
    }
  }

  var name: String {
    switch self {
    case .m4a, .audioBook: "MPEG-4 (M4A)"
    case .mp4: "MPEG-4"
    case .caf: "CAF"
    case .adts: "AAC (ADTS)"
    }
  }

  /// The usual extension.
  var usualExtension: String {
    switch self {
    case .m4a: "m4a"
    case .audioBook: "m4b"
    case .mp4: "mp4"
    case .caf: "caf"
    case .adts: "aac"
    }
  }

  var container: FFmpegEncoder.Container {
    switch self {
    case .m4a: .m4a
    case .audioBook: .audioBook
    case .mp4: .mp4
    case .caf: .caf
    case .adts: .adts
    }
  }
}
