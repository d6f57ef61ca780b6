public import AudioFormats

/// A stretch of a source: some frames are skipped, and it may end early.
public struct TrimmedSource: PCMFilter {
  /// The source that the frames are taken from.
  public private(set) var input: any PCMSource
  /// Frames that are left; nil where the input does not know its length.
  public let frameCount: Int64?
  private var framesToSkip: Int64
  private var framesLeft: Int64

  /// The frames of `input` from `first` on, `count` at most; nil keeps all of them.
  public init(_ input: any PCMSource, from first: Int64 = 0, count: Int64? = nil) {
    self.input = input
    framesToSkip = max(0, first)
    framesLeft = max(0, count ?? .max)
    let (skipped, limit) = (framesToSkip, framesLeft)
    frameCount = input.frameCount.map { min(max(0, $0 - skipped), limit) }
  }

  /// Replaces `buffer` with the next block of the stretch.
  /// - Throws: any error from the input.
  public mutating func read(into buffer: inout PCMBuffer) throws {
    guard framesLeft > 0 else { return buffer.removeAll() }
    while try input.readNext(into: &buffer), framesToSkip > 0 {
      let skipped = min(framesToSkip, Int64(buffer.frameCount))
      buffer.dropFirst(frames: Int(skipped))
      framesToSkip -= skipped
      if buffer.frameCount > 0 { break }
    }
    buffer.keepFirst(frames: Int(min(framesLeft, Int64(buffer.frameCount))))
    framesLeft -= Int64(buffer.frameCount)
  }
}

extension PCMSource {
  /// The first `seconds` of this source; over the last `fade` seconds of them the level falls to 0,
  /// so that the cut is not heard as a click. A source that is not longer is left as it is.
  public func cut(after seconds: Double, fade: Double) -> any PCMSource {
    let frames = frames(in: seconds)
    if let frameCount, frameCount <= frames { return self }
    return FadedSource(
      TrimmedSource(self, count: frames), length: frames, fadeOut: self.frames(in: fade))
  }

  /// The frames nearest to `seconds`; a number of seconds that no sound has is taken as its end.
  public func frames(in seconds: Double) -> Int64 {
    Int64(exactly: max(0, (seconds * sampleRate).rounded())) ?? .max
  }
}
