public import AudioTypes

/// What a user asks for with afconvert's `-d`: `LEI16`, `BEF32@44100`, `ima4`, `0` …
public struct DataFormatRequest: Hashable, Sendable {
  public enum Coding: Hashable, Sendable {
    case linearPCM(LinearPCM)
    case uLaw, aLaw, ima4
    /// `0`: the packets of the source, copied untouched.
    case sameAsSource
  }

  public var coding: Coding
  /// Sample rate in Hz; nil keeps that of the source.
  public var sampleRate: Double?

  public init(_ coding: Coding, sampleRate: Double? = nil) {
    self.coding = coding
    self.sampleRate = sampleRate
  }

  /// Asks for `format`, as a tag kept it.
  public init(restoring format: DataFormat) {
    let coding: Coding =
      switch format.coding {
      case .linearPCM(let pcm): .linearPCM(pcm)
      case .uLaw: .uLaw
      case .aLaw: .aLaw
      case .ima4: .ima4
      case .msIMA, .other: .sameAsSource
      }
    self.init(coding, sampleRate: format.sampleRate)
  }

  /// Reads `text` by afconvert's grammar: `FMT[@rate][/hexflags][#framesPerPacket]`.
  public init(parsing text: String) throws(SoundError) {
    var parser = DataFormatParser(text)
    self = try parser.parse()
  }
}

extension DataFormatRequest {
  /// The text that `init(parsing:)` reads as this request.
  public var text: String {
    let name =
      switch coding {
      case .linearPCM(let pcm): pcm.description
      case .uLaw: "ulaw"
      case .aLaw: "alaw"
      case .ima4: "ima4"
      case .sameAsSource: "0"
      }
    return name + (sampleRate.map { $0 == $0.rounded() ? "@\(Int($0))" : "@\($0)" } ?? "")
  }
}
