public import AudioFormats

/// A source whose level rises from 0 at its start, falls to 0 at its end, or both, in straight
/// lines.
public struct FadedSource: PCMFilter {
  /// The source that is faded.
  public private(set) var input: any PCMSource
  private let length: Int64
  private let fadeIn: Int64
  private let fadeOut: Int64
  private var position: Int64 = 0

  /// - Parameters:
  ///   - input: the source that is faded.
  ///   - length: frames of `input`, which the end is counted from.
  ///   - fadeIn: frames over which the level rises.
  ///   - fadeOut: frames over which it falls.
  public init(_ input: any PCMSource, length: Int64, fadeIn: Int64 = 0, fadeOut: Int64 = 0) {
    self.input = input
    self.length = max(0, length)
    self.fadeIn = min(max(0, fadeIn), self.length)
    self.fadeOut = min(max(0, fadeOut), self.length)
  }

  /// Replaces `buffer` with the input's next block at its new level.
  /// - Throws: any error from the input.
  public mutating func read(into buffer: inout PCMBuffer) throws {
    try input.read(into: &buffer)
    let end = position + Int64(buffer.frameCount)
    if position < fadeIn {
      scale(&buffer, from: position, to: min(fadeIn, end)) { [fadeIn] frame in
        Double(frame) / Double(fadeIn)
      }
    }
    if end > length - fadeOut {
      scale(&buffer, from: max(position, length - fadeOut), to: end) { [length, fadeOut] frame in
        Double(max(0, length - 1 - frame)) / Double(fadeOut)
      }
    }
    position = end
  }

  /// Multiplies the frames from `first` to `end`, counted from the source's start, by their gains.
  private func scale(
    _ buffer: inout PCMBuffer, from first: Int64, to end: Int64, gain: (Int64) -> Double
  ) {
    guard first < end else { return }
    for frame in first..<end {
      let factor = gain(frame)
      let start = Int(frame - position) * channelCount
      for index in start..<start + channelCount { buffer.samples[index] *= factor }
    }
  }
}
