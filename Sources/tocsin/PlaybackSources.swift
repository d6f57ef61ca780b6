import AlertPlayback
import AudioProcessing
import AudioTypes

extension PlaybackOptions {
  /// `pcm` as these options change it, in the format that is asked for.
  func processed(_ pcm: any PCMSource, to format: PlaybackFormat) throws -> any PCMSource {
    var source = pcm
    if rate != 1 { source = RetimedSource(source, rate: rate) }
    // Fewer channels first: what is dropped need not be resampled.
    if source.channelCount > format.channelCount {
      source = MixSource(source, channelCount: format.channelCount)
    }
    if source.sampleRate != format.sampleRate {
      source = try ResamplingSource(
        source, to: format.sampleRate, quality: quality == 0 ? .low : .best)
    }
    if source.channelCount < format.channelCount {
      source = ChannelSource(source, channelCount: format.channelCount)
    }
    if let seconds { source = ExcerptSource(source, duration: .seconds(min(seconds, 1e9))) }
    return source
  }

  /// How long the sound will last; nil where nobody knows before its end.
  func duration(of pcm: any PCMSource) -> Duration? {
    guard let frameCount = pcm.frameCount else { return nil }
    let whole = Double(frameCount) / (pcm.sampleRate * rate)
    return .seconds(min(whole, seconds ?? whole))
  }
}

/// A source that is played faster or slower: the same frames, another clock.
struct RetimedSource: PCMSource {
  private var input: any PCMSource
  private let rate: Double

  init(_ input: any PCMSource, rate: Double) {
    self.input = input
    self.rate = rate
  }

  var sampleRate: Double { input.sampleRate * rate }
  var channelCount: Int { input.channelCount }
  var frameCount: Int64? { input.frameCount }

  mutating func read(into buffer: inout PCMBuffer) throws { try input.read(into: &buffer) }
}

/// The start of a source. If it is cut, its last 10 ms are faded: a step would be a click.
struct ExcerptSource: PCMSource {
  let frameCount: Int64?
  private var input: any PCMSource
  private let limit: Int64
  private let fadeFrames: Int64
  private var position: Int64 = 0

  init(_ input: any PCMSource, duration: Duration) {
    self.input = input
    let frames = min(duration / .seconds(1) * input.sampleRate, 1e15)
    limit = Int64(frames.rounded())
    fadeFrames = min(limit, Int64((0.01 * input.sampleRate).rounded()))
    frameCount = input.frameCount.map { [limit] in min($0, limit) }
  }

  var sampleRate: Double { input.sampleRate }
  var channelCount: Int { input.channelCount }

  mutating func read(into buffer: inout PCMBuffer) throws {
    guard position < limit else { return buffer.removeAll() }
    try input.read(into: &buffer)
    buffer.keepFirst(frames: Int(min(limit - position, Int64(buffer.frameCount))))
    if input.frameCount.map({ $0 > limit }) ?? true { fade(&buffer) }
    position += Int64(buffer.frameCount)
  }

  private func fade(_ buffer: inout PCMBuffer) {
    let first = max(0, limit - fadeFrames - position)
    guard first < Int64(buffer.frameCount) else { return }
    for frame in Int(first)..<buffer.frameCount {
      let factor = Double(limit - position - Int64(frame) - 1) / Double(fadeFrames)
      let start = frame * channelCount
      for index in start..<start + channelCount { buffer.samples[index] *= factor }
    }
  }
}

/// A source times a factor, cut at full scale as a player cuts it.
struct VolumeSource: PCMSource {
  private var input: any PCMSource
  private let volume: Double

  init(_ input: any PCMSource, volume: Double) {
    self.input = input
    self.volume = volume
  }

  var sampleRate: Double { input.sampleRate }
  var channelCount: Int { input.channelCount }
  var frameCount: Int64? { input.frameCount }

  mutating func read(into buffer: inout PCMBuffer) throws {
    try input.read(into: &buffer)
    for index in buffer.samples.indices {
      let sample = buffer.samples[index] * volume
      buffer.samples[index] = sample.isNaN ? 0 : max(-1, min(1, sample))
    }
  }
}
