public import AudioTypes

/// A place where PCM becomes sound.
public protocol PlaybackDevice {
  /// Plays `pcm` behind what was written before, and returns when there is room for more.
  func write(_ pcm: PCMBuffer) throws(PlaybackError)

  /// Returns when all that was written has been heard.
  func drain() throws(PlaybackError)
}

/// Why a sound cannot be played.
public enum PlaybackError: Error, Hashable, Sendable {
  /// The device cannot be opened: its name and the system's reason.
  case notOpened(device: String, reason: String)
  /// The device fails while it plays.
  case failed(device: String, reason: String)
  /// The device takes no more samples and does not say why.
  case stalled(device: String)
}

extension PlaybackError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notOpened(let device, let reason):
      "cannot open the sound device '\(printable(device))': \(reason)"
    case .failed(let device, let reason):
      "the sound device '\(printable(device))' failed: \(reason)"
    case .stalled(let device): "the sound device '\(printable(device))' has stalled"
    }
  }
}
