public import AudioFormats

/// Tracks of one sample rate and channel count, one after the other.
public struct JoinedSource: PCMSource {
  /// The first track's rate, in Hz.
  public let sampleRate: Double
  /// The first track's channel count.
  public let channelCount: Int
  /// The frames of all tracks; nil where one does not know its own.
  public let frameCount: Int64?
  private var current: any PCMSource
  private var waiting: ArraySlice<PCMTrack>

  /// - Parameter tracks: at least one; all have the rate and the channels of the first.
  /// - Throws: any error from opening the first track.
  public init(_ tracks: [PCMTrack]) throws {
    let first = tracks[0]
    precondition(
      tracks.allSatisfy {
        $0.sampleRate == first.sampleRate && $0.channelCount == first.channelCount
      })
    (sampleRate, channelCount) = (first.sampleRate, first.channelCount)
    frameCount = tracks.reduce(0) { sum, track in
      guard let sum, let count = track.frameCount else { return nil }
      return sum.adding(count)
    }
    current = try first.source()
    waiting = tracks.dropFirst()
  }

  /// Replaces `buffer` with the next block of a track.
  /// - Throws: any error from a track when it is opened or read.
  public mutating func read(into buffer: inout PCMBuffer) throws {
    while try !current.readNext(into: &buffer), let next = waiting.popFirst() {
      current = try next.source()
    }
  }
}

/// Silence of a given length.
public struct SilenceSource: PCMSource {
  /// Frames a second (Hz).
  public let sampleRate: Double
  /// The number of silent channels.
  public let channelCount: Int
  private let length: Int64
  private var position: Int64 = 0
  private static let blockFrames: Int64 = 4_096

  /// - Parameters:
  ///   - sampleRate: frames a second (Hz).
  ///   - channelCount: the number of silent channels.
  ///   - frames: its length in frames.
  public init(sampleRate: Double, channelCount: Int, frames: Int64) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    length = max(0, frames)
  }

  /// The length that the source was made with.
  public var frameCount: Int64? { length }

  /// Replaces `buffer` with up to 4,096 frames of zeros.
  public mutating func read(into buffer: inout PCMBuffer) {
    let count = min(Self.blockFrames, length - position)
    buffer.removeAll()
    buffer.resize(frames: Int(count))
    position += count
  }
}
