import AudioFormats
import AudioImport
import Files

/// A reader's words for a foreign format, in those of Core Audio where it has some.
struct ForeignFormat {
  let fileType: String
  let formatID: String
  let formatDescription: String
  /// The samples, where the coding keeps them as they were.
  let sourceBitDepth: String?
  /// The same, in bits.
  let bitDepth: Int?
  /// Frames of one packet; 0 where they vary, nil where Core Audio does not know the coding.
  let framesPerPacket: Int?
  /// The format, where it is one of ours in a foreign container.
  let plainFormat: DataFormat?

  init(_ sound: ImportedSound) {
    self.init(
      formatName: sound.formatName, codingName: sound.codingName, sampleRate: sound.sampleRate,
      channelCount: sound.channelCount, foreignDepth: sound.facts?.sourceBitDepth)
  }

  init(
    formatName: String, codingName: String, sampleRate: Double = 44_100, channelCount: Int = 1,
    foreignDepth: Int? = nil
  ) {
    let word = formatName.split(separator: " ").first.map(String.init) ?? formatName
    fileType = Self.fileTypes[word] ?? word
    let pcm = Self.samples[codingName]
    let coding = Self.codings.first { $0.name == codingName }
    bitDepth = pcm?.bitDepth ?? foreignDepth
    sourceBitDepth = pcm?.depthName ?? foreignDepth.map { "I\($0)" }
    // Half as much where MPEG-2 has halved the rate (ISO/IEC 13818-3, 2.4.2.3).
    let codedFrames = coding.map {
      $0.id == ".mp3" && sampleRate < 32_000 ? $0.frames / 2 : $0.frames
    }
    framesPerPacket = codedFrames ?? (fileType == "flac" ? 0 : nil)
    let isBigEndian = ["NeXT", "Sd2f"].contains(fileType)
    plainFormat =
      fileType == "flac"
      ? nil
      : Self.plain(codingName, isBigEndian: isBigEndian)
        .flatMap { try? DataFormat($0, sampleRate: sampleRate, channelCount: channelCount) }
    if fileType == "flac", let bitDepth {
      formatID = "flac"
      formatDescription = Self.lossless("flac", bitDepth)
    } else if let coding, let framesPerPacket = codedFrames {
      formatID = coding.id
      formatDescription =
        bitDepth.map { Self.lossless(coding.id, $0) + ", \(framesPerPacket) frames/packet" }
        ?? compressedDescription(coding.id, framesPerPacket: framesPerPacket)
    } else if let plainFormat {
      formatID = plainFormat.formatName
      formatDescription = plainFormat.formatDescription
    } else {
      formatID = codingName
      formatDescription = codingName
    }
  }

  /// The format line of a lossless coding: its flags contain the depth of the source.
  static func lossless(_ id: String, _ bitDepth: Int) -> String {
    "\(id) (0x\(hexadecimal(UInt64(losslessFlags(bitDepth)), digits: 8))) "
      + "from \(bitDepth)-bit source"
  }

  /// CoreAudioBaseTypes.h, `kAppleLosslessFormatFlag_…BitSourceData`.
  private static func losslessFlags(_ bitDepth: Int) -> Int {
    [16: 1, 20: 2, 24: 3, 32: 4][bitDepth] ?? 0
  }

  private static func plain(_ name: String, isBigEndian: Bool) -> DataFormat.Coding? {
    switch name {
    case "U-Law": return .uLaw
    case "A-Law": return .aLaw
    default:
      guard let pcm = samples[name] else { return nil }
      let order: LinearPCM.ByteOrder = isBigEndian ? .bigEndian : .littleEndian
      return LinearPCM(pcm.sampleType, bitDepth: pcm.bitDepth, byteOrder: order)
        .map { .linearPCM($0) }
    }
  }

  /// AudioFile.h, `AudioFileTypeID`, by the first word of the reader's name for the format.
  private static let fileTypes = [
    "FLAC": "flac", "MPEG-1/2": "MPG3", "AU": "NeXT", "SD2": "Sd2f", "W64": "W64f",
    "MPEG-4": "m4af", "OGG": "Oggf", "Ogg": "Oggf", "raw": "adts",
  ]

  /// CoreAudioBaseTypes.h, `AudioFormatID`, and frames a packet.
  private static let codings: [(name: String, id: String, frames: Int)] = [
    ("MPEG Layer III", ".mp3", 1_152), ("MPEG Layer II", ".mp2", 1_152),
    ("MPEG Layer I", ".mp1", 384), ("Opus", "opus", 0),
    ("AAC (Advanced Audio Coding)", "aac ", 1_024),
    ("ALAC (Apple Lossless Audio Codec)", "alac", 4_096),
  ]

  private static let samples: [String: LinearPCM] = [
    "Signed 8 bit PCM": .int8, "Unsigned 8 bit PCM": .uint8,
    "Signed 16 bit PCM": .int16(.littleEndian), "Signed 24 bit PCM": .int24(.littleEndian),
    "Signed 32 bit PCM": .int32(.littleEndian), "32 bit float": .float32(.littleEndian),
    "64 bit float": .float64(.littleEndian),
  ]
}

/// The format of packets whose size varies, as afinfo prints it.
func compressedDescription(_ id: String, framesPerPacket: Int) -> String {
  "\(id) (0x00000000) 0 bits/channel, 0 bytes/packet, \(framesPerPacket) frames/packet, "
    + "0 bytes/frame"
}

extension ImportedSound {
  /// Bits of a sample before a lossless coding, where they are known.
  var sourceBitDepth: Int? { ForeignFormat(self).bitDepth }
}
