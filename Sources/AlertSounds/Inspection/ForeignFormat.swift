import AudioImport

/// A library's words for a foreign format, in those of Core Audio where it has some.
struct ForeignFormat {
  let fileType: String
  let formatID: String
  let formatDescription: String
  /// The samples, where the coding keeps them as they were.
  let sourceBitDepth: String?

  init(_ sound: ImportedSound) {
    self.init(formatName: sound.formatName, codingName: sound.codingName)
  }

  init(formatName: String, codingName: String) {
    let word = formatName.split(separator: " ").first.map(String.init) ?? formatName
    fileType = Self.fileTypes[word] ?? word
    let depth = Self.depths[codingName]
    if fileType == "flac", let depth {
      formatID = "flac"
      formatDescription = "flac from \(depth.bits)-bit source"
    } else {
      formatID = depth != nil ? "lpcm" : Self.formatIDs[codingName] ?? codingName
      formatDescription = Self.formatIDs[codingName] ?? codingName
    }
    sourceBitDepth = depth?.name
  }

  /// AudioFile.h, `AudioFileTypeID`, by the first word of the library's name for the format.
  private static let fileTypes = [
    "FLAC": "flac", "MPEG-1/2": "MPG3", "AU": "NeXT", "SD2": "Sd2f", "W64": "W64f",
    "MPEG-4": "m4af",
  ]

  /// CoreAudioBaseTypes.h, `AudioFormatID`.
  private static let formatIDs = [
    "MPEG Layer III": ".mp3", "MPEG Layer II": ".mp2", "MPEG Layer I": ".mp1", "Opus": "opus",
    "U-Law": "ulaw", "A-Law": "alaw", "AAC (Advanced Audio Coding)": "aac ",
    "ALAC (Apple Lossless Audio Codec)": "alac",
  ]

  private static let depths: [String: (name: String, bits: Int)] = [
    "Signed 8 bit PCM": ("I8", 8), "Unsigned 8 bit PCM": ("UI8", 8),
    "Signed 16 bit PCM": ("I16", 16), "Signed 24 bit PCM": ("I24", 24),
    "Signed 32 bit PCM": ("I32", 32), "32 bit float": ("F32", 32), "64 bit float": ("F64", 64),
  ]
}
