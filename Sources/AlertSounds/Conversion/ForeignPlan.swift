import AudioFormats
import AudioImport

/// A conversion to AAC or ALAC with every choice made.
struct ForeignPlan {
  let fileFormat: ForeignOutput.FileFormat
  let coding: FFmpegEncoder.Coding
  /// The format of the resulting packets.
  let dataFormat: DataFormat
  /// The processing of the PCM before it is coded.
  let processing: ConversionPlan
  /// The requested properties that ffmpeg does not write, each a sentence.
  let losses: [String]

  /// Frames of one packet (ISO/IEC 14496-3, 4.5.1.1; Apple's ALAC sources, `kALACDefaultFramesPerPacket`).
  private static let framesPerPacket = (aac: 1_024, alac: 4_096)
  /// AAC's sample rates (ISO/IEC 14496-3, 1.6.3.4), in Hz.
  private static let rates: [Double] = [
    7_350, 8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200,
    96_000,
  ]
  private static let maximumChannelCount = 8

  /// Resolves the fields that `request` leaves open from the output's name and the source.
  init(
    _ output: ForeignOutput, _ request: ConversionRequest, path: String, source: SoundFile,
    isJoined: Bool = false
  ) throws(SoundError) {
    fileFormat = output.fileFormat ?? .init(named: path, output.coding)
    let id: FourCharCode
    let rate = output.sampleRate ?? source.sampleRate
    let usedRate: Double
    switch output.coding {
    case .aac:
      coding = .aac(bitRate: output.bitRate)
      id = "aac "
      usedRate = Self.rate(for: rate, isAsked: output.sampleRate != nil)
    case .alac(let bitDepth):
      coding = .alac(bitDepth: bitDepth ?? source.losslessDepth)
      id = "alac"
      usedRate = max(1, rate.rounded())
    }
    losses =
      request.extraChunks.isEmpty
      ? []
      : ["tags, hashes and loudness are not kept beside \(output.coding == .aac ? "AAC" : "ALAC")"]
    let frames = id == "alac" ? Self.framesPerPacket.alac : Self.framesPerPacket.aac
    let channels = request.channelCount ?? source.channelCount
    guard channels <= Self.maximumChannelCount else {
      throw .request("\(id) has up to \(Self.maximumChannelCount) channels, not \(channels)")
    }
    do {
      dataFormat = try DataFormat(
        .other(.fourCharCode(id), bytesPerPacket: 0, framesPerPacket: frames),
        sampleRate: usedRate, channelCount: channels)
    } catch { throw .request(error.description) }
    // Rate and channels are made as for samples that keep every bit.
    var pcm = request
    (pcm.foreign, pcm.container, pcm.extraChunks) = (nil, .caf, [])
    pcm.dataFormat = DataFormatRequest(
      .linearPCM(.float64(.littleEndian)), sampleRate: usedRate)
    processing = try ConversionPlan(pcm, output: path, source: source, isJoined: isJoined)
  }

  /// The requested rate, or the next rate that AAC has; above 48 kHz only on request.
  private static func rate(for rate: Double, isAsked: Bool) -> Double {
    let most = isAsked ? 96_000.0 : 48_000
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
