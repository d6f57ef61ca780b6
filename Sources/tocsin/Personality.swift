import AlertSounds
import ArgumentParser
import AudioFormats
import Files

/// The name that the tool was called by, and how it talks then.
enum Personality {
  case tocsin, afconvert, afinfo, afplay

  init(calledAs path: String) {
    switch path.split(separator: "/").last {
    case "afconvert": self = .afconvert
    case "afinfo": self = .afinfo
    case "afplay": self = .afplay
    default: self = .tocsin
    }
  }

  /// The command for the name.
  var command: any ParsableCommand.Type {
    switch self {
    case .tocsin: Tocsin.self
    case .afconvert: AfconvertCommand.self
    case .afinfo: AfinfoCommand.self
    case .afplay: AfplayCommand.self
    }
  }

  /// `error` in the tool's words; afconvert names the operation and the system's status first.
  func text(of error: SoundError) -> String {
    guard self == .afconvert else { return error.description }
    let (operation, status) = error.operationAndStatus
    return "\(operation) (\(status)): \(error.description)"
  }
}

extension SoundError {
  /// The error that afconvert prints for such a failure: from its public outputs, or the nearest
  /// one.
  fileprivate var operationAndStatus: (String, String) {
    switch self {
    case .file(let error) where error.operation == .write:
      ("ExtAudioFileCreateWithURL failed", error.reason == .permissionDenied ? "-54" : "-48")
    case .file(let error):
      switch error.reason {
      case .notFound: ("Couldn't open input file", "-43")
      case .permissionDenied: ("Couldn't open input file", "-54")
      default: ("Couldn't open input file", "'wht?'")
      }
    case .imported: ("Couldn't open input file", "'typ?'")
    case .container: ("Couldn't open input file", "'dta?'")
    case .output: ("ExtAudioFileCreateWithURL failed", "'fmt?'")
    case .codec: ("ExtAudioFileRead failed", "'pck?'")
    case .request: ("ExtAudioFileSetProperty ('cfmt') failed", "'fmt?'")
    }
  }
}
