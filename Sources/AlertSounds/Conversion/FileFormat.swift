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
    let candidates = named(by: path)
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
  /// CAF; the source's own linear PCM in WAVE and AIFF, or AIFF-C where only that can hold it.
  static func alertCoding(
    forOutput path: String, source: DataFormat?
  ) -> DataFormatRequest.Coding? {
    let candidates = named(by: path)
    guard candidates.first != .caf else { return .ima4 }
    if case .linearPCM(let pcm)? = source?.coding {
      for container in candidates {
        if let same = container.coding(like: pcm) { return .linearPCM(same) }
      }
    }
    return candidates.first?.defaultCoding
  }

  /// The samples that this container holds and that are those of `pcm`, in any byte order.
  private func coding(like pcm: LinearPCM) -> LinearPCM? {
    let held = writableCodings.compactMap { coding -> LinearPCM? in
      if case .linearPCM(let held) = coding { held } else { nil }
    }
    return held.first { $0 == pcm }
      ?? held.first {
        $0.bitDepth == pcm.bitDepth && ($0.sampleType == .float) == (pcm.sampleType == .float)
      }
  }

  /// The containers whose extension `path` has, the plain one first.
  private static func named(by path: String) -> [Container] {
    let suffix = fileExtension(of: path)
    return [.aiff, .aifc, .caf, .wave].filter { $0.fileExtensions.contains(suffix) }
  }
}
