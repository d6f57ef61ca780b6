/// Why a foreign sound could not be opened or read.
public enum ImportError: Error, Hashable, Sendable {
  /// The library's own words.
  case notOpened(String)
  case notRead(String)
  /// A sample rate or channel count that Tocsin does not take.
  case unsupported(String)
  /// libsndfile is not installed.
  case libraryMissing
  /// MPEG-4 content, which libsndfile does not know.
  case needsFFmpeg
  /// The library was still busy with the header when its time was up.
  case tookTooLong
}

extension ImportError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notOpened(let reason): "no known sound: \(reason)"
    case .notRead(let reason): "the sound breaks off: \(reason)"
    case .unsupported(let what): what
    case .libraryMissing: "this format needs libsndfile, which is not installed (libsndfile1)"
    case .needsFFmpeg:
      "MPEG-4 (M4A) needs a build with FFmpeg: swift build --traits FFmpegImport"
    case .tookTooLong: "the header keeps the decoder busy without end"
    }
  }
}
