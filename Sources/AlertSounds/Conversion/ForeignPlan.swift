import AudioFormats
import AudioImport

/// A conversion by ffmpeg with every choice made.
struct ForeignPlan {
  let fileFormat: ForeignOutput.FileFormat
  let coding: FFmpegEncoder.Coding
  /// The format of the resulting packets.
  let dataFormat: DataFormat
  /// The processing of the PCM before it is coded.
  let processing: ContainerPlan
  /// What the output is, which may leave the bit depth to the source.
  let wanted: ForeignOutput.Coding
  /// The requested properties that ffmpeg does not write, each a sentence.
  let losses: [String]

  private static let maximumChannelCount = 8

  /// Resolves the fields that `request` leaves open from the output's name and the source.
  init(
    _ output: ForeignOutput, _ request: ConversionRequest, path: String, source: SoundFile,
    isJoined: Bool = false
  ) throws(SoundError) {
    fileFormat = output.fileFormat ?? .init(named: path, output.coding)
    wanted = output.coding
    let id = wanted.id
    switch wanted {
    case .aac: coding = .aac(bitRate: output.bitRate)
    case .heAAC: coding = .heAAC(bitRate: output.bitRate)
    case .opus: coding = .opus(bitRate: output.bitRate)
    case .alac(let bitDepth): coding = .alac(bitDepth: bitDepth ?? source.losslessDepth)
    case .flac(let bitDepth): coding = .flac(bitDepth: bitDepth ?? source.losslessDepth)
    }
    let rate = output.sampleRate ?? source.sampleRate
    let usedRate =
      wanted.rates.map { Self.rate(for: rate, of: $0, isAsked: output.sampleRate != nil) }
      ?? max(1, rate.rounded())
    losses =
      request.extraChunks.isEmpty
      ? [] : ["tags, hashes and loudness are not kept beside \(wanted.name)"]
    let channels = request.channelCount ?? source.channelCount
    guard channels <= Self.maximumChannelCount else {
      throw .request("\(id) has up to \(Self.maximumChannelCount) channels, not \(channels)")
    }
    do {
      dataFormat = try DataFormat(
        .other(.fourCharCode(id), bytesPerPacket: 0, framesPerPacket: wanted.framesPerPacket),
        sampleRate: usedRate, channelCount: channels)
    } catch { throw .request(error.description) }
    // Rate and channels are made as for samples that keep every bit.
    var pcm = request
    (pcm.foreign, pcm.container, pcm.extraChunks) = (nil, .caf, [])
    pcm.dataFormat = DataFormatRequest(
      .linearPCM(.float64(.littleEndian)), sampleRate: usedRate)
    processing = try ContainerPlan(pcm, output: path, source: source, isJoined: isJoined)
  }

  /// The requested rate, or the next one that the coding has; above 48 kHz only on request.
  private static func rate(for rate: Double, of rates: [Double], isAsked: Bool) -> Double {
    let most = min(isAsked ? .infinity : 48_000, rates.last ?? rate)
    return rates.first { $0 >= min(rate, most) } ?? most
  }
}

extension SoundFile {
  /// The bit depth of ALAC that holds the source's samples, or the closest one.
  fileprivate var losslessDepth: Int {
    switch dataFormat?.coding {
    case .linearPCM(let pcm): pcm.bitDepth > 16 ? 24 : 16
    case nil, .other: sourceBitDepth.map { $0 > 16 ? 24 : 16 } ?? 16
    case .uLaw, .aLaw, .ima4, .msIMA: 16
    }
  }
}
