import AudioFormats
import Files

/// The end of a voice.
public enum PlaybackOutcome: Hashable, Sendable {
  /// All of it was heard.
  case played
  /// It was faded out before its end.
  case cancelled
  case failed(PlaybackError)
}

/// The reason why a sound was not heard to its end.
public enum PlaybackError: Error, Hashable, Sendable {
  /// The device cannot be opened: its name and the system's reason.
  case notOpened(device: String, reason: String)
  /// No device can be opened, because libasound is not installed.
  case noLibrary
  /// The device is open, and nothing would be heard of it.
  case silent(device: String, SilentOutput)
  /// The device went away while it played, and did not come back in time.
  case gone(device: String, reason: String)
  /// The device took no more samples and gave no reason; without a name, it did not even open.
  case stalled(device: String)
  /// The sound cannot be read, in its source's own words.
  case source(String)
  /// The system gives no more threads.
  case noThread
}

extension PlaybackError: CustomStringConvertible {
  /// The error and its remedy, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .notOpened(let device, let reason):
      "cannot open the sound device '\(printable(device))': \(reason)"
    case .noLibrary: "cannot open a sound device: libasound is not installed"
    case .silent(let device, let output):
      "nothing is heard of the sound device '\(printable(device))': \(printable(output.description))"
    case .gone(let device, let reason):
      "the sound device '\(printable(device))' went away: \(reason)"
    case .stalled(""): "the sound device does not answer"
    case .stalled(let device): "the sound device '\(printable(device))' has stalled"
    case .source(let reason): reason
    case .noThread: "the system gives no more threads"
    }
  }
}
