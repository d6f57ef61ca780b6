public import AudioTypes

/// A source with other channels, each a weighted sum of the input's.
public struct ChannelSource: PCMFilter {
  /// How the channels of a sound become another number of channels.
  public enum Method: Hashable, Sendable {
    /// Channels are dropped from the end or added, without regard to what they mean (afconvert's
    /// `-c`). A mono sound is copied to every added channel; others get silent channels.
    case select
    /// Channels are mixed by standard coefficients (afconvert's `--mix`).
    case mix
  }

  public let channelCount: Int
  public private(set) var input: any PCMSource
  private var block: PCMBuffer
  private let matrix: ChannelMatrix

  public init(_ input: any PCMSource, channelCount: Int, _ method: Method = .select) {
    self.input = input
    self.channelCount = channelCount
    matrix =
      switch method {
      case .select: .selecting(from: input.channelCount, to: channelCount)
      case .mix: .mixing(from: input.channelCount, to: channelCount)
      }
    block = PCMBuffer(channelCount: input.channelCount)
  }

  public mutating func read(into buffer: inout PCMBuffer) throws {
    try input.read(into: &block)
    buffer.resize(frames: block.frameCount)
    let inputCount = input.channelCount
    for channel in 0..<channelCount {
      let terms = matrix.rows[channel]
      for frame in 0..<block.frameCount {
        let start = frame * inputCount
        // The first term is not added to 0: that would turn −0 into +0.
        var sum = terms.first.map { $0.weight * block.samples[start + $0.channel] } ?? 0
        for term in terms.dropFirst() { sum += term.weight * block.samples[start + term.channel] }
        buffer.samples[frame * channelCount + channel] = sum
      }
    }
  }
}
