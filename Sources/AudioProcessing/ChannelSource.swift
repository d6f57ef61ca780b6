public import AudioTypes

/// A source with channels added or dropped, without regard to what they mean (afconvert's `-c`).
///
/// Dropping keeps the first channels. A mono sound is copied to every added channel; beside
/// several channels an added one is silent.
public struct ChannelSource: PCMSource {
  public let channelCount: Int
  private var input: any PCMSource
  private var block: PCMBuffer

  public init(_ input: any PCMSource, channelCount: Int) {
    self.input = input
    self.channelCount = channelCount
    block = PCMBuffer(channelCount: input.channelCount)
  }

  public var sampleRate: Double { input.sampleRate }
  public var frameCount: Int64? { input.frameCount }

  public mutating func read(into buffer: inout PCMBuffer) throws {
    try input.read(into: &block)
    buffer.resize(frames: block.frameCount)
    let inputCount = input.channelCount
    for frame in 0..<block.frameCount {
      for channel in 0..<channelCount {
        let from = inputCount == 1 ? 0 : channel
        buffer.samples[frame * channelCount + channel] =
          from < inputCount ? block.samples[frame * inputCount + from] : 0
      }
    }
  }
}
