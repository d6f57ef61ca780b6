import AudioFormats
import AudioProcessing
import Testing

/// Two frames of so many channels, and what becomes of them: sample 12 is channel 2 of frame 1.
struct ChannelChange: Sendable, CustomTestStringConvertible {
  let from: Int
  let to: Int
  let samples: [Double]

  init(_ from: Int, _ to: Int, _ samples: [Double]) {
    self.from = from
    self.to = to
    self.samples = samples
  }

  var testDescription: String { "\(from) → \(to) channels" }
}

@Suite struct ChannelSourceTests {
  private func input(channels: Int, frames: Int = 2) -> PCMBuffer {
    let samples: [Double] = (1...frames).flatMap { (frame: Int) -> [Double] in
      (1...channels).map { channel in Double(10 * frame + channel) }
    }
    return PCMBuffer(channelCount: channels, samples: samples)
  }

  @Test(arguments: [
    ChannelChange(1, 1, [11, 21]),
    ChannelChange(1, 2, [11, 11, 21, 21]),
    ChannelChange(1, 4, [11, 11, 11, 11, 21, 21, 21, 21]),
    ChannelChange(2, 2, [11, 12, 21, 22]),
    ChannelChange(2, 1, [11, 21]),
    ChannelChange(2, 4, [11, 12, 0, 0, 21, 22, 0, 0]),
    ChannelChange(6, 2, [11, 12, 21, 22]),
    ChannelChange(3, 5, [11, 12, 13, 0, 0, 21, 22, 23, 0, 0]),
  ])
  func channelsAreKeptCopiedOrLeftSilent(change: ChannelChange) throws {
    let source = ChannelSource(
      BufferSource(input(channels: change.from), sampleRate: 8_000), channelCount: change.to)
    #expect(source.channelCount == change.to)
    #expect(source.sampleRate == 8_000)
    #expect(source.frameCount == 2)
    #expect(try source.allSamples() == change.samples)
  }

  @Test(arguments: [1, 2, 3, 100]) func theSizeOfTheBlocksDoesNotMatter(blockSize: Int) throws {
    let source = ChannelSource(
      BufferSource(input(channels: 2, frames: 7), sampleRate: 8_000, blockSize: blockSize),
      channelCount: 3)
    let expected: [Double] = (1...7).flatMap { (frame: Int) -> [Double] in
      [Double(10 * frame + 1), Double(10 * frame + 2), 0]
    }
    #expect(try source.allSamples() == expected)
  }

  @Test func whatTheBufferHeldIsReplacedAndTheEndIsAnEmptyBlock() throws {
    var source = ChannelSource(
      BufferSource(input(channels: 2), sampleRate: 8_000), channelCount: 3)
    var block = PCMBuffer(channelCount: 3, samples: Array(repeating: 9, count: 30))
    try source.read(into: &block)
    #expect(block.samples == [11, 12, 0, 21, 22, 0])
    try source.read(into: &block)
    #expect(block.frameCount == 0)
  }

  @Test func anUnknownLengthStaysUnknown() {
    let input = BufferSource(input(channels: 2), sampleRate: 8_000, knowsItsLength: false)
    #expect(ChannelSource(input, channelCount: 1).frameCount == nil)
  }
}
