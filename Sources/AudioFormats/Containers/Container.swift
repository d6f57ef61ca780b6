/// The file formats of alert sounds, and the data formats that each can hold.
public enum Container: Hashable, Sendable, CaseIterable {
  /// Apple's Core Audio Format.
  case caf
  /// RIFF WAVE, plain or extensible.
  case wave
  /// RIFF WAVE with 64-bit sizes (EBU Tech 3306); read only.
  case rf64
  /// Audio Interchange File Format, big-endian PCM.
  case aiff
  /// AIFF-C, the same with other codings.
  case aifc

  /// The code that afconvert's `-f` takes.
  public var code: FourCharCode {
    switch self {
    case .caf: "caff"
    case .wave: "WAVE"
    case .rf64: "RF64"
    case .aiff: "AIFF"
    case .aifc: "AIFC"
    }
  }

  /// The name for people.
  public var name: String {
    switch self {
    case .caf: "CAF"
    case .wave: "WAVE"
    case .rf64: "RF64 WAVE"
    case .aiff: "AIFF"
    case .aifc: "AIFF-C"
    }
  }

  /// File name extensions, the usual one first.
  public var fileExtensions: [String] {
    switch self {
    case .caf: ["caf"]
    case .wave, .rf64: ["wav", "wave"]
    case .aiff: ["aiff", "aif"]
    case .aifc: ["aifc", "aiff", "aif"]
    }
  }

  /// Codings that the writer stores in this container, in the order of afconvert's `-hf` list.
  public var writableCodings: [DataFormat.Coding] {
    func pcm(_ formats: LinearPCM...) -> [DataFormat.Coding] { formats.map { .linearPCM($0) } }
    switch self {
    case .caf:
      return pcm(
        .int8, .int16(.bigEndian), .int24(.bigEndian), .int32(.bigEndian), .float32(.bigEndian),
        .float64(.bigEndian), .int16(.littleEndian), .int24(.littleEndian), .int32(.littleEndian),
        .float32(.littleEndian), .float64(.littleEndian)) + [.uLaw, .aLaw, .ima4]
    case .wave:
      return pcm(
        .uint8, .int16(.littleEndian), .int24(.littleEndian), .int32(.littleEndian),
        .float32(.littleEndian), .float64(.littleEndian)) + [.uLaw, .aLaw]
    case .rf64:
      return []
    case .aiff:
      return pcm(.int8, .int16(.bigEndian), .int24(.bigEndian), .int32(.bigEndian))
    case .aifc:
      return pcm(
        .int8, .int16(.bigEndian), .int24(.bigEndian), .int32(.bigEndian), .float32(.bigEndian),
        .float64(.bigEndian), .uint8, .int16(.littleEndian)) + [.uLaw, .aLaw, .ima4]
    }
  }
}
