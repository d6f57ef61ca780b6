public import AudioFormats

extension PCMSource {
  /// This source at another sample rate and with another number of channels.
  /// - Throws: `ResamplingError` where the rates are too far apart, and where libsoxr is not installed.
  public func adapted(
    toRate sampleRate: Double, channelCount: Int, _ method: ChannelSource.Method,
    quality: ResamplingQuality = .best
  ) throws(ResamplingError) -> any PCMSource {
    var source: any PCMSource = self
    // Fewer channels first: dropped channels need not be resampled.
    if source.channelCount > channelCount {
      source = ChannelSource(source, channelCount: channelCount, method)
    }
    if source.sampleRate != sampleRate {
      source = try ResamplingSource(source, to: sampleRate, quality: quality)
    }
    if source.channelCount < channelCount {
      source = ChannelSource(source, channelCount: channelCount, method)
    }
    return source
  }
}

/// A source at another sample rate; its length is the input's, rounded to the nearest frame.
public struct ResamplingSource: PCMFilter {
  /// The rate that the source is brought to, in Hz.
  public let sampleRate: Double
  /// The source at its own rate.
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

  /// A source of `input` at `sampleRate` Hz.
  /// - Throws: ``ResamplingError`` where the rates are too far apart, and where libsoxr is not
  ///   installed.
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

  /// The input's length at the new rate; nil where the input does not know its own.
  public var frameCount: Int64? { input.frameCount.map(outputLength) }

  private func outputLength(_ inputFrames: Int64) -> Int64 {
    Int64(exactly: (Double(inputFrames) * sampleRate / input.sampleRate).rounded()) ?? .max
  }

  /// Replaces `buffer` with the next block; the filter's delay is removed at the start.
  /// - Throws: any error from the input.
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

  /// Takes the frames that the filter still holds, and makes the length exact.
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

/// A source with other channels, each a weighted sum of the input's.
public struct ChannelSource: PCMFilter {
  /// The rule by which the channels of a sound become another number of channels.
  public enum Method: Hashable, Sendable {
    /// Channels are dropped from the end or added, without regard to their meaning (afconvert's
    /// `-c`). A mono sound is copied to every added channel; others get silent channels.
    case select
    /// Channels are mixed by standard coefficients (afconvert's `--mix`).
    case mix
  }

  /// The number of output channels.
  public let channelCount: Int
  /// The source with its own channels.
  public private(set) var input: any PCMSource
  private var block: PCMBuffer
  private let matrix: ChannelMatrix

  /// A source of `input` with `channelCount` channels.
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

  /// Replaces `buffer` with the input's next block, in the new channels.
  /// - Throws: any error from the input.
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
