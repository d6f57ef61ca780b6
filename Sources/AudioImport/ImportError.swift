/// Why libsndfile could not open or read a sound.
public enum ImportError: Error, Hashable, Sendable {
  /// libsndfile's own words.
  case notOpened(String)
  case notRead(String)
  /// A sample rate or channel count that Tocsin does not take.
  case unsupported(String)
  /// libsndfile is not installed.
  case libraryMissing
  /// libsndfile was still busy with the header when its time was up.
  case tookTooLong
}

extension ImportError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notOpened(let reason): "no known sound: \(reason)"
    case .notRead(let reason): "the sound breaks off: \(reason)"
    case .unsupported(let what): what
    case .libraryMissing: "this format needs libsndfile, which is not installed (libsndfile1)"
    case .tookTooLong: "the header keeps the decoder busy without end"
    }
  }
}
