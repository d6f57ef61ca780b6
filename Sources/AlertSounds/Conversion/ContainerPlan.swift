import AudioFormats
import AudioProcessing
import Files

/// A conversion with every choice made.
struct ContainerPlan {
  let request: ConversionRequest
  let container: Container
  let dataFormat: DataFormat
  /// Whether the request matches the source's packets: they are copied and never re-coded.
  let copiesPackets: Bool
  var writing: WriterOptions

  /// Resolves the fields that `request` leaves open from the output's name and the source.
  /// - Parameter isJoined: whether other sounds follow `source`.
  init(
    _ request: ConversionRequest, output: String, source: SoundFile, isJoined: Bool = false
  ) throws(SoundError) {
    self.request = request
    writing = request.writing
    let wanted = try Self.dataFormat(request, output: output, source)
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
      source.isWhole && !isJoined && request.edits.isEmpty && dataFormat == source.dataFormat
      && (source.primingFrames == 0 || container == .caf)
    if let layout = writing.channelLayout, layout.channelCount != dataFormat.channelCount {
      throw .request(
        "the channel layout \(layout.name) has \(layout.channelCount) channels, "
          + "the output \(dataFormat.channelCount): add -c \(layout.channelCount)")
    }
    if writing.channelLayout == nil, let layout = source.channelLayout,
      layout.channelCount == dataFormat.channelCount
    {
      writing.channelLayout = layout
    }
    if wanted.coding == nil, !copiesPackets {
      throw .request(
        "-d 0 copies packets untouched: rate, channels and length cannot change")
    }
  }

  /// The requested data format, or the default one of the container.
  private static func dataFormat(
    _ request: ConversionRequest, output: String, _ source: SoundFile
  ) throws(SoundError) -> DataFormatRequest {
    if let dataFormat = request.dataFormat { return dataFormat }
    if let container = request.container { return DataFormatRequest(container.defaultCoding) }
    guard let format = Container.alertFormat(forOutput: output, source: source.dataFormat) else {
      throw .request(unknownName(output))
    }
    return format
  }

  private static func unknownName(_ output: String) -> String {
    output.isEmpty
      ? "no output file format or data format specified: add -f, -d or both"
      : "the name \(printable(output)) does not tell the file format: "
        + "end it in .caf, .wav, .aiff or .aifc, or add -f"
  }

  private static func coding(
    _ wanted: DataFormatRequest, _ source: SoundFile
  ) throws(SoundError) -> DataFormat.Coding {
    if let coding = wanted.coding { return coding }
    guard let format = source.dataFormat else {
      throw .request("-d 0 copies packets of CAF, WAVE and AIFF only; name a data format")
    }
    return format.coding
  }

  private static func container(
    _ request: ConversionRequest, output: String, coding: DataFormat.Coding
  ) throws(SoundError) -> Container {
    if let container = request.container { return container }
    if let container = Container.forOutput(named: output, holding: coding) { return container }
    if output.isEmpty {
      let able = Container.allCases.filter { $0.writableCodings.contains(coding) }
      if able.count == 1 { return able[0] }
      let names = able.map { "-f \($0.code)" }.joined(separator: ", ")
      throw .request("\(able.count) file formats can hold this data format: add \(names)")
    }
    throw .request(unknownName(output))
  }

  private static func refusal(_ container: Container, _ coding: DataFormat.Coding) -> String {
    "'\(container.code)' cannot hold this data format; it holds "
      + container.writableCodings.map(\.name).joined(separator: " ")
  }
}

extension ContainerPlan {
  /// The samples to encode: `track` with the rate and the channels of the plan, then the edits,
  /// which measure the output's samples, then the dither.
  func processed(_ track: PCMTrack) throws -> any PCMSource {
    let adapted = try track.map { [dataFormat, request] source in
      try source.adapted(
        toRate: dataFormat.sampleRate, channelCount: dataFormat.channelCount,
        request.mixes ? .mix : .select, quality: request.resamplingQuality)
    }
    let source = try adapted.edited(request.edits).source()
    guard request.dithers, case .linearPCM(let pcm) = dataFormat.coding, pcm.sampleType != .float
    else { return source }
    return DitheredSource(source, bitDepth: pcm.bitDepth)
  }
}

extension Container {
  /// The container that the name of an output asks for.
  ///
  /// `.aiff` and `.aif` mean AIFF if that can hold the coding, otherwise AIFF-C.
  static func forOutput(named path: String, holding coding: DataFormat.Coding) -> Container? {
    let candidates = named(by: path)
    return candidates.first { $0.writableCodings.contains(coding) } ?? candidates.first
  }

  /// The data format that afconvert takes when only the file format is given: the first 16-bit
  /// PCM of its list; nil if it has none.
  var defaultCoding: DataFormat.Coding? {
    writableCodings.first {
      if case .linearPCM(let pcm) = $0 { pcm.bitDepth == 16 } else { false }
    }
  }

  /// The data format of an alert sound if only the name of the output is given: ima4 in CAF; the
  /// source's own linear PCM in WAVE and AIFF, or AIFF-C where only that can hold it.
  static func alertFormat(
    forOutput path: String, source: DataFormat?
  ) -> DataFormatRequest? {
    let candidates = named(by: path)
    guard candidates.first != .caf else { return DataFormatRequest(.ima4) }
    if case .linearPCM(let pcm)? = source?.coding {
      for container in candidates {
        if let same = container.coding(like: pcm) { return DataFormatRequest(.linearPCM(same)) }
      }
    }
    return candidates.first.map { DataFormatRequest($0.defaultCoding) }
  }

  /// The samples that this container holds and that are those of `pcm`, in any byte order.
  private func coding(like pcm: LinearPCM) -> LinearPCM? {
    let held = writableCodings.compactMap { coding -> LinearPCM? in
      if case .linearPCM(let held) = coding { held } else { nil }
    }
    return held.first { $0 == pcm }
      ?? held.first {
        $0.bitDepth == pcm.bitDepth && ($0.sampleType == .float) == (pcm.sampleType == .float)
      }
  }

  /// The containers whose extension `path` has, the plain one first.
  private static func named(by path: String) -> [Container] {
    let suffix = fileExtension(of: path)
    return [.aiff, .aifc, .caf, .wave].filter { $0.fileExtensions.contains(suffix) }
  }
}
