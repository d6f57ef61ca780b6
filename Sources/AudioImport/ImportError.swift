/// The reason why a foreign sound could not be opened, read or written.
public enum ImportError: Error, Hashable, Sendable {
  /// The format is unknown; the text is that of the last reader.
  case notOpened(String)
  case notRead(String)
  case notWritten(String)
  /// A sample rate or channel count that Tocsin does not take.
  case unsupported(String)
  /// libsndfile is not installed.
  case libraryMissing
  /// AAC, ALAC, M4A or another format that needs the program ffmpeg, which is not installed.
  case needsFFmpeg
  /// A foreign decoder is needed for the named coding or format, and the caller does not allow one.
  case notAllowed(String)
  /// Another program could not be started: its path, and the system's words.
  case notStarted(String, String)
  /// A decoder was still busy when its time was up.
  case tookTooLong
  /// The decoder returned more sound than a file of that size can hold.
  case tooMuch
}

extension ImportError: CustomStringConvertible {
  /// The error and its remedy, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .notOpened(let reason): "no known sound: \(reason)"
    case .notRead(let reason): "the sound breaks off: \(reason)"
    case .notWritten(let reason): "ffmpeg cannot write it: \(reason)"
    case .unsupported(let what): what
    case .libraryMissing: "this format needs libsndfile, which is not installed (libsndfile1)"
    case .needsFFmpeg:
      "AAC, ALAC, M4A and other formats of that kind need the program ffmpeg, which is not "
        + "installed: sudo apt install ffmpeg"
    case .notAllowed(let what): "\(what) needs a foreign decoder, and none is used on this file"
    case .notStarted(let program, let reason): "\(program) does not start: \(reason)"
    case .tookTooLong: "the decoder is busy without end"
    case .tooMuch: "more sound comes out of it than it can hold"
    }
  }
}
