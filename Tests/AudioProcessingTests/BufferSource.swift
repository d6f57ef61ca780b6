import AudioFormats
import AudioProcessing

/// A source in memory that is read in blocks of a chosen size.
struct BufferSource: PCMSource {
  let sampleRate: Double
  let frameCount: Int64?
  private let pcm: PCMBuffer
  private let blockSize: Int
  private var position = 0

  init(_ pcm: PCMBuffer, sampleRate: Double, blockSize: Int = 4_096, knowsItsLength: Bool = true) {
    self.pcm = pcm
    self.sampleRate = sampleRate
    self.blockSize = blockSize
    frameCount = knowsItsLength ? Int64(pcm.frameCount) : nil
  }

  var channelCount: Int { pcm.channelCount }

  mutating func read(into buffer: inout PCMBuffer) {
    let end = min(pcm.frameCount, position + blockSize)
    buffer.samples = Array(pcm.samples[position * channelCount..<end * channelCount])
    position = end
  }
}

extension PCMSource {
  /// All samples from here to the end.
  func allSamples() throws -> [Double] {
    var source = self
    var block = PCMBuffer(channelCount: channelCount)
    var samples: [Double] = []
    repeat {
      try source.read(into: &block)
      samples += block.samples
    } while block.frameCount > 0
    return samples
  }
}
