import AlertSounds
import AudioFormats

/// What a program gets wrong where its audio has an odd number of bytes.
enum OddSizeFault {
  /// A CAF with a byte after `data`: the format has no pad bytes.
  case trailingByte
  /// An AIFF whose `COMM` counts the pad byte as a frame: nothing can tell.
  case padIsFrame
  /// An AIFF whose `SSND` counts the pad byte; `COMM` is right, and no frame is missing.
  case padIsAudio
  /// An AIFF without the pad byte.
  case noPad

  /// The fault of `file`; nil where its writer does it rightly.
  init?(_ file: PeerFile) {
    let isAIFF = file.container == .aiff || file.container == .aifc
    let isWide = file.coding.hasSuffix("24")
    switch file.writer {
    case .ffmpeg: return nil
    case .sndfileConvert where file.container == .caf, .sox where file.container == .caf:
      self = .trailingByte
    case .sndfileConvert where isAIFF: self = isWide ? .padIsAudio : .padIsFrame
    case .sox where isAIFF && isWide: self = .noPad
    default: return nil
    }
  }

  /// Frames that the file has too many.
  var extraFrames: Int { self == .padIsFrame ? 1 : 0 }

  /// The verdict on the file; nil where it looks clean.
  var severity: Finding.Severity? { self == .padIsFrame ? nil : .warning }
}

extension PeerFile {
  /// Bytes of one sample: the coding's name ends in the bits, G.711 has eight.
  private var bytesPerSample: Int { (Int(coding.suffix(2)) ?? 8) / 8 }

  /// The fault that shows in `made`.
  func fault(in made: Made) -> OddSizeFault? {
    let size = made.frameCount * made.channelCount * bytesPerSample
    return coding == "ima4" || size.isMultiple(of: 2) ? nil : OddSizeFault(self)
  }
}
