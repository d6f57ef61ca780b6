public import AudioTypes

/// A source at another sample rate; its length is the input's, rounded to the nearest frame.
public struct ResamplingSource: PCMFilter {
  public let sampleRate: Double
  public private(set) var input: any PCMSource
  private let resampler: SoxrResampler
  /// Input, and the frames of it that the resampler has taken.
  private var block: PCMBuffer
  private var taken = 0
  private var inputFrames: Int64 = 0
  private var outputFrames: Int64 = 0
  private var inputHasEnded = false
  /// Frames of one block, however far apart the rates are.
  private static let blockFrames = 8_192

  public init(
    _ input: any PCMSource, to sampleRate: Double, quality: ResamplingQuality = .best
  ) throws(ResamplingError) {
    self.input = input
    self.sampleRate = sampleRate
    block = PCMBuffer(channelCount: input.channelCount)
    resampler = try SoxrResampler(
      from: input.sampleRate, to: sampleRate, channelCount: input.channelCount,
      quality: quality)
  }

  public var frameCount: Int64? { input.frameCount.map(outputLength) }

  private func outputLength(_ inputFrames: Int64) -> Int64 {
    Int64(exactly: (Double(inputFrames) * sampleRate / input.sampleRate).rounded()) ?? .max
  }

  public mutating func read(into buffer: inout PCMBuffer) throws {
    repeat {
      if taken == block.frameCount, !inputHasEnded { try readInput() }
      if inputHasEnded {
        flush(into: &buffer)
      } else {
        taken += resampler.process(block, from: taken, into: &buffer, room: Self.blockFrames)
      }
    } while buffer.frameCount == 0 && !inputHasEnded
    outputFrames += Int64(buffer.frameCount)
  }

  private mutating func readInput() throws {
    try input.read(into: &block)
    taken = 0
    inputFrames += Int64(block.frameCount)
    inputHasEnded = block.frameCount == 0
  }

  /// Takes what the filter still holds, and makes the length exact.
  private func flush(into buffer: inout PCMBuffer) {
    let missing = outputLength(inputFrames) - outputFrames
    guard missing > 0 else { return buffer.removeAll() }
    _ = resampler.process(nil, into: &buffer, room: Self.blockFrames)
    let isLast = buffer.frameCount == 0
    if isLast || Int64(buffer.frameCount) > missing {
      buffer.resize(frames: Int(min(missing, Int64(Self.blockFrames))))
    }
  }
}
