public import AudioContainers
import AudioTypes
import Files

extension Container {
  /// The container that afconvert's `-f` names: `caff`, `WAVE`, `AIFF`, `AIFC`.
  public init(parsing text: String) throws(SoundError) {
    let writable = Container.allCases.filter { !$0.writableCodings.isEmpty }
    if let match = writable.first(where: { $0.code.description == text }) {
      self = match
      return
    }
    let lowered = text.lowercased()
    let near = writable.first {
      $0.code.description.lowercased() == lowered || $0.fileExtensions.contains(lowered)
    }
    let hint =
      near.map { "; did you mean '\($0.code)'?" }
      ?? "; known are \(writable.map { "'\($0.code)'" }.joined(separator: ", "))"
    throw .request("unknown file format '\(printable(text))'" + hint)
  }

  /// The container that the name of an output asks for.
  ///
  /// `.aiff` and `.aif` mean AIFF where that can hold the coding, else AIFF-C.
  static func forOutput(named path: String, holding coding: DataFormat.Coding) -> Container? {
    let suffix = fileExtension(of: path)
    let candidates: [Container] = [.aiff, .aifc, .caf, .wave]
      .filter { $0.fileExtensions.contains(suffix) }
    return candidates.first { $0.writableCodings.contains(coding) } ?? candidates.first
  }

  /// The data format that afconvert takes when only the file format is given: the first 16-bit
  /// PCM of its list.
  var defaultCoding: DataFormatRequest.Coding {
    for case .linearPCM(let pcm) in writableCodings where pcm.bitDepth == 16 {
      return .linearPCM(pcm)
    }
    return .sameAsSource
  }

  /// The data format of an alert sound where nothing but the name of the output is given: ima4 in
  /// CAF; the source's own linear PCM in WAVE and AIFF, as far as that can hold it.
  func alertCoding(for source: DataFormat?) -> DataFormatRequest.Coding {
    if self == .caf { return .ima4 }
    guard case .linearPCM(let pcm)? = source?.coding else { return defaultCoding }
    if writableCodings.contains(.linearPCM(pcm)) { return .linearPCM(pcm) }
    return writableCodings.lazy.compactMap { coding -> DataFormatRequest.Coding? in
      guard case .linearPCM(let other) = coding, other.bitDepth == pcm.bitDepth,
        (other.sampleType == .float) == (pcm.sampleType == .float)
      else { return nil }
      return .linearPCM(other)
    }.first ?? defaultCoding
  }
}
