public import AudioTypes

/// A source at another sample rate; its length is the input's, rounded to the nearest frame.
public struct ResamplingSource: PCMSource {
  public let sampleRate: Double
  private var input: any PCMSource
  private let resampler: SoxrResampler
  private var block: PCMBuffer
  private var inputFrames: Int64 = 0
  private var outputFrames: Int64 = 0
  private var inputHasEnded = false

  public init(_ input: any PCMSource, to sampleRate: Double) throws(ResamplingError) {
    self.input = input
    self.sampleRate = sampleRate
    block = PCMBuffer(channelCount: input.channelCount)
    resampler = try SoxrResampler(
      from: input.sampleRate, to: sampleRate, channelCount: input.channelCount)
  }

  public var channelCount: Int { input.channelCount }

  public var frameCount: Int64? { input.frameCount.map(outputLength) }

  private func outputLength(_ inputFrames: Int64) -> Int64 {
    Int64((Double(inputFrames) * sampleRate / input.sampleRate).rounded())
  }

  public mutating func read(into buffer: inout PCMBuffer) throws {
    buffer.removeAll()
    while buffer.frameCount == 0 && !inputHasEnded {
      try input.read(into: &block)
      inputFrames += Int64(block.frameCount)
      inputHasEnded = block.frameCount == 0
      let room = Int(Double(block.frameCount) * sampleRate / input.sampleRate) + 8_192
      if inputHasEnded {
        flush(into: &buffer, room: room)
      } else {
        resampler.process(block, into: &buffer, roomFor: room)
      }
    }
    outputFrames += Int64(buffer.frameCount)
  }

  /// Takes what the filter still holds, and makes the length exact.
  private func flush(into buffer: inout PCMBuffer, room: Int) {
    var before = -1
    while buffer.frameCount > before {
      before = buffer.frameCount
      resampler.process(nil, into: &buffer, roomFor: room)
    }
    buffer.resize(frames: Int(max(0, outputLength(inputFrames) - outputFrames)))
  }
}
