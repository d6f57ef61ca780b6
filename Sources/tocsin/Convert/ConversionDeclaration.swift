import AlertSounds
import ArgumentParser
import AudioFormats
import AudioProcessing
import Files

/// A command that converts: `tocsin convert`, or `afconvert` with less.
protocol ConversionDeclaration: ParsableCommand {
  var files: [String] { get }
  var options: ConversionOptions { get }
  /// - Throws: `UsageError` where the options make no sense.
  var wishes: ConversionWishes { get throws }
}

/// The options of `tocsin convert` beside afconvert's.
struct ConversionWishes {
  /// `FILEFORMAT[:DATAFORMAT]`.
  var target: String?
  var edits = SoundEdits()
  /// Whether the inputs become one sound.
  var joins = false
  /// Whether copied packets keep the metadata beside them; afconvert drops it.
  var keepsMetadata = false
  var outputFolder: String?
  var wantsJSON = false
  /// The format of inputs that are samples without a header; nil where they have one.
  var rawFormat: DataFormat?
  /// Whether any file may be replaced, apart from the inputs.
  var replacesAll = false
}

extension ConversionDeclaration {
  /// The request that the options make.
  /// - Throws: `UsageError` where they contradict one another.
  func request() throws -> ConversionRequest {
    do {
      var request = try options.request()
      let wishes = try wishes
      if let target = wishes.target {
        let wanted = try ConversionRequest(parsing: target)
        (request.container, request.dataFormat) = (wanted.container, wanted.dataFormat)
        request.foreign = wanted.foreign
      }
      request.edits = wishes.edits
      request.keepsMetadata = wishes.keepsMetadata
      return request
    } catch let error as SoundError {
      throw UsageError(error.description)
    }
  }
}

extension ConversionOptions {
  /// The request that the options make.
  func request() throws(SoundError) -> ConversionRequest {
    var request = ConversionRequest()
    request.foreign = try ForeignOutput(
      fileFormat: fileFormat, dataFormat: dataFormat, bitRate: foreign.bitRate)
    if request.foreign == nil {
      if let fileFormat { request.container = try Container(parsing: fileFormat) }
      if let dataFormat { request.dataFormat = try DataFormatRequest(parsing: dataFormat) }
    }
    if let channelCount {
      guard (1...DataFormat.maximumChannelCount).contains(channelCount) else {
        throw .request("-c must be 1…\(DataFormat.maximumChannelCount) channels")
      }
      request.channelCount = channelCount
    }
    request.mixes = mixes
    request.dithers = try wantsDither()
    request.resamplingQuality = try quality()
    request.effort = try effort()
    request.optimization = try aim()
    request.writing.pageAligned = !hasNoFiller
    request.writing.channelLayout = try outputLayout()
    request.extraChunks = extraChunks
    return request
  }

  /// The part of the input that is read.
  func excerpt() throws(SoundError) -> SoundFile.Excerpt {
    if let track, track != 0 { throw .request("the input has track 0 only, not \(track)") }
    var excerpt = SoundFile.Excerpt()
    if let offset {
      guard offset >= 0 else { throw .request("--offset must be a frame of 0 or more") }
      excerpt.startFrame = offset
    }
    if let primeOverride {
      let numbers = primeOverride.split(separator: ",").map { Int32($0) }
      guard numbers.count == 2, let priming = numbers[0], let remainder = numbers[1] else {
        throw .request("--prime-override needs two numbers of frames")
      }
      excerpt.primingFrames = priming < 0 ? nil : priming
      excerpt.remainderFrames = remainder < 0 ? nil : remainder
    }
    return excerpt
  }

  /// Whether the output follows the source's tag: `-t` without `-d` and `-f`.
  var restoresTag: Bool { tags && dataFormat == nil && fileFormat == nil }

  /// A sentence for each option that has no effect here.
  var warnings: [String] {
    // AAC has a bit rate.
    let output = try? ForeignOutput(fileFormat: fileFormat, dataFormat: dataFormat, bitRate: nil)
    var names = foreign.given.filter { $0 != "--bitrate" || output == nil }
    if channelLayouts.count == 2 { names.append("the first --channellayout") }
    return names.map { "\($0) means nothing for alert sounds and is ignored" }
  }

  private var extraChunks: ExtraChunks {
    let wishes: [(Bool, ExtraChunks)] = [
      (tags, .sourceTag), (generatesHash, .hash), (copiesHash, .copiedHash),
      (generatesSoundCheck, .loudness), (readsSoundCheck, .copiedInformation),
    ]
    return wishes.reduce(into: []) { if $1.0 { $0.insert($1.1) } }
  }

  private func wantsDither() throws(SoundError) -> Bool {
    guard let dither else { return false }
    guard (1...2).contains(dither) else { throw .request("--dither must be 1 or 2") }
    return true
  }

  /// afconvert's 0…127 and its algorithms on libsoxr's recipes.
  private func quality() throws(SoundError) -> ResamplingQuality {
    switch resamplingComplexity {
    case "line": return .quick
    case "bats": return .mastering
    case nil, "norm": break
    case let other?: throw .request("--src-complexity must be line, norm or bats, not \(other)")
    }
    switch resamplingQuality ?? 127 {
    case 0: return .quick
    case 1..<32: return .low
    case 32..<64: return .medium
    case 64..<96: return .high
    case 96...127: return .best
    default: throw .request("--src-quality must be 0…127")
    }
  }

  /// The effort of the search for IMA4: afconvert's 0…127, or a word.
  private func effort() throws(SoundError) -> IMA4Encoder.Effort {
    guard let codecQuality else { return .normal }
    if let effort = IMA4Encoder.Effort(rawValue: codecQuality) { return effort }
    switch Int(codecQuality) {
    case (0..<32)?: return .fast
    case (32..<96)?: return .normal
    case (96...127)?: return .best
    default: throw .request("--quality must be fast, normal, best or 0…127")
    }
  }

  private func aim() throws(SoundError) -> IMA4Optimization {
    guard let optimization else { return .signal }
    guard let aim = IMA4Optimization(rawValue: optimization) else {
      throw .request("--optimize must be signal or hearing")
    }
    return aim
  }

  private func outputLayout() throws(SoundError) -> ChannelLayout? {
    guard let name = channelLayouts.last else { return nil }
    guard channelLayouts.count <= 2 else { throw .request("-l may be given twice at most") }
    for name in channelLayouts where ChannelLayout(named: name) == nil {
      throw .request(
        "unknown channel layout '\(printable(name))'; known are "
          + ChannelLayout.knownNames.joined(separator: " "))
    }
    return ChannelLayout(named: name)
  }
}

/// The options of the IMA4 encoder, as far as an output may be of another coding.
struct EncoderOptions: Sendable {
  private let quality: String?
  private let optimization: String?

  init(_ options: ConversionOptions) {
    (quality, optimization) = (options.codecQuality, options.optimization)
  }

  /// A sentence for each option that has no effect on an output of `format`.
  func warnings(writing format: DataFormat) -> [String] {
    if format.coding == .ima4 {
      return quality != nil && optimization == IMA4Optimization.hearing.rawValue
        ? ["--quality has no effect with --optimize hearing"] : []
    }
    return [("--quality", quality), ("--optimize", optimization)].filter { $0.1 != nil }
      .map { "\($0.0) has no effect on \(format.codingName): it is for ima4" }
  }
}
