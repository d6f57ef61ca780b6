import AlertSounds
import AudioFormats
import AudioProcessing

/// What the options ask for one output.
struct OutputOptions: Sendable {
  /// nil where no `-o` names it.
  var path: String?
  /// afconvert's `-f`, `-d` and `-b`.
  var fileFormat: String?
  var dataFormat: String?
  var bitRate: String?
  /// The resampler that `--src-complexity` names, whatever `--src-quality` says.
  var complexity: ResamplingQuality?
  /// The names of the options that were given.
  var given: Set<String> = []
  /// What is asked for without regard to another option.
  var request = ConversionRequest()
  /// The values of `--to`: a format, `FILEFORMAT[:DATAFORMAT]`, and the end in seconds.
  var targets: [OptionValue] = []
  /// The values of `-l`: perhaps the input's, and the output's.
  var layouts: [ChannelLayout] = []

  /// - Parameter tool: afconvert drops the metadata beside copied packets.
  init(of tool: Personality) { request.keepsMetadata = tool == .tocsin }
}

extension OutputOptions {
  /// The request that all of them make.
  /// - Throws: `UsageError` where they contradict one another.
  func wholeRequest() throws(UsageError) -> ConversionRequest {
    let ends = targets.filter { Double($0.text) != nil }
    let formats = targets.filter { Double($0.text) == nil }
    guard ends.count < 2, formats.count < 2 else {
      throw UsageError("--to is given twice: use it once for a format, once for seconds")
    }
    guard formats.isEmpty || (fileFormat == nil && dataFormat == nil) else {
      throw UsageError("--to says the same as -f and -d: use one or the other")
    }
    guard !given.isSuperset(of: ["--normalize", "--gain"]) else {
      throw UsageError("--normalize and --gain both set the level: use one of them")
    }
    guard layouts.count <= 2 else { throw UsageError("-l may be given twice at most") }
    var request = request
    if let complexity { request.resamplingQuality = complexity }
    request.writing.channelLayout = layouts.last
    do {
      if let end = ends.first {
        request.edits.end = try end.seconds()
      }
      if let format = formats.first {
        try request.setFormats(parsing: format.text, bitRate: bitRate)
      } else {
        try request.setFormats(file: fileFormat, data: dataFormat, bitRate: bitRate)
      }
    } catch let error as Expected {
      throw UsageError("--to must be \(error.text), not '\(ends[0].text)'")
    } catch { throw UsageError("\(error)") }
    if let end = request.edits.end, end <= request.edits.start {
      throw UsageError("--to \(plain(end)) is not after --from \(plain(request.edits.start))")
    }
    return request
  }

  /// Whether the output follows the source's tag: `-t` without a format.
  var restoresTag: Bool {
    given.contains("--tag") && dataFormat == nil && fileFormat == nil
  }

  /// A sentence for each option that has no effect here.
  var warnings: [String] {
    var names = ConvertOption.table.filter { $0.section == .ignored }.map(\.name).filter(
      given.contains)
    // AAC has a bit rate.
    if given.contains("--bitrate"), (try? wholeRequest())?.foreign == nil {
      names.append("--bitrate")
    }
    if layouts.count == 2 { names.append("the first --channellayout") }
    return names.map { "\($0) means nothing for alert sounds and is ignored" }
  }

  /// A sentence for each option of the IMA4 encoder that has no effect on an output of `format`.
  func warnings(writing format: DataFormat) -> [String] {
    if format.coding == .ima4 {
      return given.contains("--quality") && request.optimization == .hearing
        ? ["--quality has no effect with --optimize hearing"] : []
    }
    return ["--quality", "--optimize"].filter(given.contains)
      .map { "\($0) has no effect on \(format.codingName): it is for ima4" }
  }
}

/// A number without a fraction of zeros: `29.5`, `30`.
private func plain(_ value: Double) -> String {
  value == value.rounded() ? "\(Int(value))" : "\(value)"
}
