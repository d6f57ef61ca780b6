import AlertPlayback
import AlertSounds
import AudioFormats
import AudioProcessing

extension PlaybackOptions {
  /// `pcm` as these options change it, in the format that is asked for.
  func processed(_ pcm: any PCMSource, to format: PlaybackFormat) throws -> any PCMSource {
    var source = pcm
    if rate != 1 { source = RetimedSource(source, rate: rate) }
    source = try source.adapted(
      toRate: format.sampleRate, channelCount: format.channelCount, .mix,
      quality: quality == 0 ? .low : .best)
    // A cut without a fade would be a click.
    return seconds.map { source.cut(after: $0, fade: 0.01) } ?? source
  }

  /// The duration of the sound; nil if it is unknown before its end.
  func duration(of sound: SoundFile) -> Duration? {
    guard let frameCount = sound.frameCount else { return nil }
    let whole = Double(frameCount) / (sound.sampleRate * rate)
    return .seconds(min(whole, seconds ?? whole))
  }
}

/// A source that is played faster or slower: the same frames, another clock.
private struct RetimedSource: PCMFilter {
  private(set) var input: any PCMSource
  let rate: Double

  init(_ input: any PCMSource, rate: Double) {
    self.input = input
    self.rate = rate
  }

  var sampleRate: Double { input.sampleRate * rate }

  mutating func read(into buffer: inout PCMBuffer) throws { try input.read(into: &buffer) }
}

/// A source times a factor, cut at full scale as a player cuts it.
struct VolumeSource: PCMFilter {
  private(set) var input: any PCMSource
  private let volume: Double

  init(_ input: any PCMSource, volume: Double) {
    self.input = input
    self.volume = volume
  }

  mutating func read(into buffer: inout PCMBuffer) throws {
    try input.read(into: &buffer)
    for index in buffer.samples.indices {
      let sample = buffer.samples[index] * volume
      buffer.samples[index] = sample.isNaN ? 0 : max(-1, min(1, sample))
    }
  }
}
