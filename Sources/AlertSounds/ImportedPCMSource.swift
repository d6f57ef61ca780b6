public import AudioContainers
import AudioImport
import AudioTypes

/// A foreign sound's PCM, whose errors name the file.
struct ImportedPCMSource: PCMSource {
  private let path: String
  private var pcm: any PCMSource
  let frameCount: Int64?
  private var framesLeft: Int64

  /// - Parameter frameCount: frames that are sound, where that is known; others are cut off.
  init(path: String, _ pcm: any PCMSource, frameCount: Int64?) {
    self.path = path
    self.pcm = pcm
    self.frameCount = frameCount
    framesLeft = frameCount ?? .max
  }

  var sampleRate: Double { pcm.sampleRate }
  var channelCount: Int { pcm.channelCount }

  mutating func read(into buffer: inout PCMBuffer) throws {
    guard framesLeft > 0 else { return buffer.removeAll() }
    do { try pcm.read(into: &buffer) } catch let error as ImportError {
      throw SoundError.imported(path: path, error)
    }
    buffer.keepFirst(frames: Int(min(framesLeft, Int64(buffer.frameCount))))
    framesLeft -= Int64(buffer.frameCount)
  }
}

extension ForeignKind {
  /// What the first bytes of `path` say; nil for containers of ours, and what cannot be read.
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

  /// Whether decoding the sound takes ffmpeg.
  public var needsFFmpeg: Bool {
    switch content {
    case .imported(let sound): return sound.facts != nil
    case .container(let description):
      guard case .other(let id, _, _) = description.dataFormat.coding else { return false }
      return !id.isKnownToLibsndfile
    }
  }

  /// The PCM of a foreign format.
  func pcm(of sound: ImportedSound) throws(SoundError) -> any PCMSource {
    let pcm: any PCMSource
    do { pcm = try sound.pcm() } catch { throw .imported(path: path, error) }
    let source = ImportedPCMSource(path: path, pcm, frameCount: sound.frameCount)
    return excerpt.startFrame == 0 ? source : SkippingSource(source, frames: excerpt.startFrame)
  }

  /// The PCM of a container of ours with a coding that has no codec here. What it says about
  /// priming and length holds, whoever decodes the packets.
  func foreignPCM(in description: ContainerDescription) throws(SoundError) -> any PCMSource {
    let frames = excerpt.frames(of: description)
    let skipped = frames?.lowerBound ?? excerpt.startFrame
    let pcm: any PCMSource
    do { pcm = try foreignPackets(in: description) } catch { throw .imported(path: path, error) }
    let source = ImportedPCMSource(path: path, pcm, frameCount: frames?.upperBound)
    return skipped == 0 ? source : SkippingSource(source, frames: skipped)
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
      let sound = try ImportedSound(source, needsFFmpeg: true)
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
