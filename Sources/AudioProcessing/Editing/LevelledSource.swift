public import AudioFormats

/// A source whose samples are moved and multiplied: offsets are taken away, then a factor applied.
public struct LevelledSource: PCMFilter {
  /// The source whose level changes.
  public private(set) var input: any PCMSource
  private let offsets: [Double]
  private let factor: Double

  /// - Parameters:
  ///   - input: the source whose level changes.
  ///   - offsets: subtracted from the samples of each channel (full scale 1); empty subtracts
  ///     nothing.
  ///   - factor: multiplies the samples.
  public init(_ input: any PCMSource, subtracting offsets: [Double] = [], factor: Double = 1) {
    self.input = input
    self.offsets = offsets
    self.factor = factor
  }

  /// Replaces `buffer` with the input's next block at its new level.
  /// - Throws: any error from the input.
  public mutating func read(into buffer: inout PCMBuffer) throws {
    try input.read(into: &buffer)
    if offsets.count == channelCount {
      for index in buffer.samples.indices { buffer.samples[index] -= offsets[index % channelCount] }
    }
    if factor != 1 {
      for index in buffer.samples.indices { buffer.samples[index] *= factor }
    }
  }
}
