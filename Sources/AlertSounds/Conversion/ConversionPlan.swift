import AudioCodecs
import AudioContainers
import AudioImport
import AudioProcessing
import AudioTypes

/// A conversion with every choice made.
struct ConversionPlan {
  let container: Container
  let dataFormat: DataFormat
  /// The packets of the source are what is asked for: they are copied and never re-coded.
  let copiesPackets: Bool
  let mixes: Bool
  let dithers: Bool
  let resamplingQuality: ResamplingQuality
  let effort: IMA4Encoder.Effort
  let optimization: IMA4Optimization
  var writing: WriterOptions
  let extraChunks: ExtraChunks
  let cut: ConversionRequest.Cut?

  /// Resolves what `request` leaves open from the output's name and the source.
  init(
    _ request: ConversionRequest, output: String, source: SourceFormat
  ) throws(SoundError) {
    guard request.container != nil || request.dataFormat != nil else {
      throw .request("no output file format or data format specified: add -f, -d or both")
    }
    let wanted =
      request.dataFormat ?? DataFormatRequest(request.container?.defaultCoding ?? .sameAsSource)
    let coding = try Self.coding(wanted, source)
    container = try Self.container(request, output: output, coding: coding)
    guard container.writableCodings.contains(coding) else {
      throw .request(Self.refusal(container, coding))
    }
    do {
      dataFormat = try DataFormat(
        coding, sampleRate: wanted.sampleRate ?? source.sampleRate,
        channelCount: request.channelCount ?? request.writing.channelLayout?.channelCount
          ?? source.channelCount)
    } catch {
      let hint = coding == .ima4 ? "; -c 2 keeps the first two" : ""
      throw .request(error.description + hint)
    }
    copiesPackets =
      source.isWhole && request.cut == nil && dataFormat == source.dataFormat
      && (source.primingFrames == 0 || container == .caf)
    mixes = request.mixes
    dithers = request.dithers
    resamplingQuality = request.resamplingQuality
    effort = request.effort
    optimization = request.optimization
    writing = request.writing
    extraChunks = request.extraChunks
    cut = request.cut
    if let layout = writing.channelLayout, layout.channelCount != dataFormat.channelCount {
      throw .request(
        "the channel layout \(layout.name) has \(layout.channelCount) channels, "
          + "the output \(dataFormat.channelCount): add -c \(layout.channelCount)")
    }
    if wanted.coding == .sameAsSource, !copiesPackets {
      throw .request(
        "-d 0 copies packets untouched: rate, channels and length cannot change")
    }
  }

  private static func coding(
    _ wanted: DataFormatRequest, _ source: SourceFormat
  ) throws(SoundError) -> DataFormat.Coding {
    switch wanted.coding {
    case .linearPCM(let pcm): return .linearPCM(pcm)
    case .uLaw: return .uLaw
    case .aLaw: return .aLaw
    case .ima4: return .ima4
    case .sameAsSource:
      guard let format = source.dataFormat else {
        throw .request("-d 0 copies packets of CAF, WAVE and AIFF only; name a data format")
      }
      return format.coding
    }
  }

  private static func container(
    _ request: ConversionRequest, output: String, coding: DataFormat.Coding
  ) throws(SoundError) -> Container {
    if let container = request.container { return container }
    if let container = Container.forOutput(named: output, holding: coding) { return container }
    if output.isEmpty {
      let able = Container.allCases.filter { $0.writableCodings.contains(coding) }
      if able.count == 1 { return able[0] }
      throw .request("\(able.count) file formats can hold this data format: add -f")
    }
    throw .request(
      "the name \(printable(output)) does not tell the file format: "
        + "end it in .caf, .wav, .aiff or .aifc, or add -f")
  }

  private static func refusal(_ container: Container, _ coding: DataFormat.Coding) -> String {
    let names = container.writableCodings.map { coding in
      switch coding {
      case .linearPCM(let pcm): pcm.description
      case .uLaw: "ulaw"
      case .aLaw: "alaw"
      default: "ima4"
      }
    }
    return "'\(container.code)' cannot hold this data format; it holds "
      + names.joined(separator: " ")
  }
}

/// What a conversion starts from.
struct SourceFormat {
  let sampleRate: Double
  let channelCount: Int
  /// nil for foreign formats.
  let dataFormat: DataFormat?
  /// Frames before the sound.
  let primingFrames: Int32
  /// Whether the sound is read from its start to its end.
  let isWhole: Bool

  init(_ sound: SoundFile) {
    isWhole = sound.excerpt == SoundFile.Excerpt()
    switch sound.content {
    case .container(let description):
      dataFormat = description.dataFormat
      primingFrames = description.packetTable?.primingFrames ?? 0
      sampleRate = description.dataFormat.sampleRate
      channelCount = description.dataFormat.channelCount
    case .imported(let sound):
      dataFormat = nil
      primingFrames = 0
      sampleRate = sound.sampleRate
      channelCount = sound.channelCount
    }
  }
}
