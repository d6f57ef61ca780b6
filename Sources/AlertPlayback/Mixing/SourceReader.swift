import AudioFormats
import LinuxProcess

/// Reads a source ahead of the mixer on a thread of its own, so that a slow file or decoder does
/// not delay other voices.
final class SourceReader: Sendable {
  /// The frames that the mixer gets at once.
  struct Piece {
    var frameCount = 0
    /// Whether enough was read ahead for the voice to start.
    var isReady = false
    /// Whether these are the last frames.
    var isLast = false
    /// The reason why it is the last, in the source's words.
    var failure: String?
  }

  private struct State: Sendable {
    /// The format that the mixer requests; nil until the device is open.
    var format: PlaybackFormat?
    var ring = FrameRing(capacity: 1, channelCount: 1)
    var isReady = false
    /// The ring is filled to its top, then let run half empty: the reader wakes seldom.
    var isFilling = true
    var hasEnded = false
    var failure: String?
    var isCancelled = false

    var isLow: Bool { !isFilling && !hasEnded && ring.frameCount <= ring.capacity / 2 }
  }

  /// Sound that is read ahead; a voice starts when it has as much, or all of it.
  static let readAhead = Duration.seconds(1)

  private let monitor = Monitor(State())

  /// A reader of the source that `makeSource` makes once the format is known.
  /// - Parameter onProgress: called when there are more frames to take, or the end has come.
  init(
    _ makeSource: sending @escaping (PlaybackFormat) throws -> any PCMSource,
    onProgress: @escaping @Sendable () -> Void
  ) {
    let monitor = monitor
    let started = startThread("tocsin.reader") {
      do {
        try Self.read(makeSource, monitor, onProgress)
      } catch {
        monitor.update { $0.failure = "\(error)" }
      }
      monitor.update {
        $0.hasEnded = true
        $0.isReady = true
      }
      onProgress()
    }
    guard !started else { return }
    monitor.update {
      $0.failure = PlaybackError.noThread.description
      $0.hasEnded = true
      $0.isReady = true
    }
  }

  /// Lets the reading begin.
  func begin(_ format: PlaybackFormat) { monitor.update { $0.format = format } }

  /// Ends the reading; no more frames can be taken.
  func cancel() { monitor.update { $0.isCancelled = true } }

  /// Moves up to `limit` frames to the start of `output`, without waiting for them.
  func take(_ limit: Int, into output: inout [Double]) -> Piece {
    let (piece, isLow) = monitor.withLock { state in
      guard state.isReady else { return (Piece(), false) }
      let count = state.ring.take(limit, into: &output)
      let isLast = state.hasEnded && state.ring.frameCount == 0
      let piece = Piece(
        frameCount: count, isReady: true, isLast: isLast, failure: isLast ? state.failure : nil)
      return (piece, state.isLow)
    }
    if isLow { monitor.update { $0.isFilling = true } }
    return piece
  }

  private static func read(
    _ makeSource: (PlaybackFormat) throws -> any PCMSource, _ monitor: Monitor<State>,
    _ onProgress: () -> Void
  ) throws {
    let wanted = monitor.wait { $0.isCancelled ? .some(nil) : $0.format.map(Optional.some) }
    guard let format = wanted.flatMap(\.self) else { return }
    var source = try makeSource(format)
    guard source.channelCount == format.channelCount, source.sampleRate == format.sampleRate else {
      throw WrongFormat(
        source: PlaybackFormat(sampleRate: source.sampleRate, channelCount: source.channelCount),
        device: format)
    }
    let ring = FrameRing(
      capacity: max(1, format.frames(in: readAhead)), channelCount: format.channelCount)
    monitor.withLock { $0.ring = ring }
    var block = PCMBuffer(channelCount: format.channelCount)
    while true {
      try source.read(into: &block)
      guard block.frameCount > 0, deliver(block, to: monitor, onProgress) else { return }
    }
  }

  /// Puts `block` where the mixer takes it from, waiting for room.
  /// - Returns: false if the frames are no longer wanted.
  private static func deliver(
    _ block: PCMBuffer, to monitor: Monitor<State>, _ onProgress: () -> Void
  ) -> Bool {
    var delivered = 0
    while delivered < block.frameCount {
      let isWanted = monitor.wait { state -> Bool? in
        if state.isCancelled { return false }
        guard state.isFilling else { return nil }
        delivered += state.ring.append(block, from: delivered)
        if state.ring.frameCount == state.ring.capacity {
          state.isReady = true
          state.isFilling = false
        }
        return true
      }
      guard isWanted == true else { return false }
      onProgress()
    }
    return true
  }
}

/// A source that does not yield the requested format.
private struct WrongFormat: Error, CustomStringConvertible {
  let source: PlaybackFormat
  let device: PlaybackFormat

  var description: String {
    "the sound has \(source.channelCount) channels at \(source.sampleRate) Hz, "
      + "the device \(device.channelCount) at \(device.sampleRate) Hz"
  }
}
