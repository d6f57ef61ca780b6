public import AudioContainers
import AudioTypes

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
}

/// A path's last component.
///
/// Bytes are compared, not characters: to the system, a slash with an accent on it is a slash.
func lastComponent(of path: String) -> Substring {
  Substring(path.utf8.split(separator: UInt8(ascii: "/")).last ?? ""[...].utf8)
}

/// The lower-case extension of a file name, without the dot; empty where there is none.
func fileExtension(of path: String) -> String {
  let name = lastComponent(of: path)
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
  return name[name.index(after: dot)...].lowercased()
}

/// A path's last component without its extension.
func baseName(of path: String) -> String {
  let name = lastComponent(of: path)
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
  return String(name[..<dot])
}
