import AudioFormats
import Testing

@Suite struct PCMBufferTests {
  /// Three stereo frames.
  private static let stereo = PCMBuffer(channelCount: 2, samples: [1, -1, 2, -2, 3, -3])

  @Test func aFrameIsOneSampleOfEachChannel() {
    #expect(Self.stereo.frameCount == 3)
    #expect(PCMBuffer(channelCount: 6, samples: Array(repeating: 0, count: 12)).frameCount == 2)
    #expect(PCMBuffer(channelCount: 1, samples: []).frameCount == 0)
  }

  @Test func aNewBufferIsEmptyAndHasItsRoom() {
    let buffer = PCMBuffer(channelCount: 2, frameCapacity: 100)
    #expect(buffer.frameCount == 0)
    #expect(buffer.samples.capacity >= 200)
  }

  @Test(arguments: [
    (0, [] as [Double]), (1, [1, -1]), (3, [1, -1, 2, -2, 3, -3]),
    (5, [1, -1, 2, -2, 3, -3, 0, 0, 0, 0]),
  ])
  func resizingKeepsFramesAndAddsZeros(frames: Int, samples: [Double]) {
    var buffer = Self.stereo
    buffer.resize(frames: frames)
    #expect(buffer.samples == samples)
    #expect(buffer.frameCount == frames)
  }

  @Test(arguments: [
    (0, [] as [Double]), (2, [1, -1, 2, -2]), (3, [1, -1, 2, -2, 3, -3]),
    (9, [1, -1, 2, -2, 3, -3]),
  ])
  func keepingTheFirstFramesNeverAdds(frames: Int, samples: [Double]) {
    var buffer = Self.stereo
    buffer.keepFirst(frames: frames)
    #expect(buffer.samples == samples)
  }

  @Test(arguments: [
    (0, [1, -1, 2, -2, 3, -3] as [Double]), (1, [2, -2, 3, -3]), (3, []), (9, []),
  ])
  func droppingTheFirstFramesLeavesTheRest(frames: Int, samples: [Double]) {
    var buffer = Self.stereo
    buffer.dropFirst(frames: frames)
    #expect(buffer.samples == samples)
  }

  @Test func removingAllKeepsTheMemory() {
    var buffer = PCMBuffer(channelCount: 2, samples: Array(repeating: 1, count: 1_000))
    buffer.removeAll()
    #expect(buffer.frameCount == 0)
    #expect(buffer.samples.capacity >= 1_000)
    #expect(buffer.channelCount == 2)
  }
}
