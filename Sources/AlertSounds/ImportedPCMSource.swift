public import AudioFormats
import AudioImport
import AudioProcessing
import Files

/// A foreign sound's PCM, whose errors name the file. Its decoder, perhaps a program, starts when
/// the first block is read.
struct ImportedPCMSource: PCMSource {
  let sampleRate: Double
  let channelCount: Int
  let frameCount: Int64?
  private let path: String
  private let open: () throws(ImportError) -> any PCMSource
  private var pcm: (any PCMSource)?

  init(
    path: String, sampleRate: Double, channelCount: Int, frameCount: Int64?,
    open: @escaping () throws(ImportError) -> any PCMSource
  ) {
    self.path = path
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.frameCount = frameCount
    self.open = open
  }

  mutating func read(into buffer: inout PCMBuffer) throws {
    do {
      var source = if let pcm { pcm } else { try open() }
      pcm = nil
      defer { pcm = source }
      try source.read(into: &buffer)
    } catch let error as ImportError { throw SoundError.imported(path: path, error) }
  }
}

extension ForeignKind {
  /// The foreign format by the first bytes of `path`; nil for our own containers and unreadable
  /// files.
  public init?(of path: String) {
    guard let source = try? FileSource(path: path),
      let head = try? source.bytes(at: 0, count: ContentProbe.byteCount),
      case .foreign(let kind) = ContentProbe(head)
    else { return nil }
    self = kind
  }
}

extension SoundFile {
  /// Whether ffmpeg and ffprobe are installed. Nothing is run.
  public static var canRunFFmpeg: Bool { FFmpeg.isInstalled }

  /// The decoders without which the sound cannot be decoded.
  public var neededDecoders: Decoders {
    switch content {
    case .imported(let sound): return sound.facts == nil ? .libraries : .programs
    case .container(let description):
      guard case .other(let id, _, _) = description.dataFormat.coding else { return .own }
      return id.isKnownToLibsndfile ? .libraries : .programs
    }
  }

  /// Whether decoding the sound takes ffmpeg.
  public var needsFFmpeg: Bool { neededDecoders == .programs }

  /// The PCM of a foreign format.
  func pcm(of sound: ImportedSound) throws(SoundError) -> any PCMSource {
    let source = ImportedPCMSource(
      path: path, sampleRate: sound.sampleRate, channelCount: sound.channelCount,
      frameCount: sound.frameCount
    ) { () throws(ImportError) in try sound.pcm() }
    // Frames that the header does not count are padding.
    return TrimmedSource(
      source, from: excerpt.startFrame,
      count: sound.frameCount.map { $0.subtractingClamped(max(0, excerpt.startFrame)) })
  }

  /// The PCM of one of our containers with a coding that has no codec here. The container's own
  /// priming and length count, whichever program decodes the packets.
  func foreignPCM(in description: ContainerDescription) throws(SoundError) -> any PCMSource {
    let format = description.dataFormat
    guard neededDecoders <= decoders else {
      throw .imported(path: path, .notAllowed(format.codingName))
    }
    let frames = excerpt.frames(of: description)
    let source = ImportedPCMSource(
      path: path, sampleRate: format.sampleRate, channelCount: format.channelCount,
      frameCount: frames?.upperBound
    ) { () throws(ImportError) in try foreignPackets(in: description) }
    return frames.trim(source)
  }

  private func foreignPackets(
    in description: ContainerDescription
  ) throws(ImportError) -> any PCMSource {
    let format = description.dataFormat
    let demuxer: String
    switch description.container {
    case .caf: demuxer = "caf"
    case .aiff, .aifc: demuxer = "aiff"
    case .wave, .rf64:
      // libsndfile has the codings that Windows put into WAVE files.
      let sound = try ImportedSound(
        source, needsFFmpeg: true, runsPrograms: decoders == .programs)
      guard sound.sampleRate == format.sampleRate, sound.channelCount == format.channelCount else {
        throw .unsupported("its packets have another sample rate or channel count than its header")
      }
      return try sound.pcm()
    }
    return try ImportedSound.packets(
      in: source, demuxer: demuxer, sampleRate: format.sampleRate,
      channelCount: format.channelCount)
  }
}

extension DataFormat.FormatID {
  /// Whether libsndfile decodes it in a WAVE file: Microsoft's ADPCM and GSM 6.10 (RFC 2361).
  var isKnownToLibsndfile: Bool { self == .waveTag(0x0002) || self == .waveTag(0x0031) }
}
