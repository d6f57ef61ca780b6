public import AudioFormats
import AudioProcessing

/// A whole alert sound as PCM in memory: under 30 s, mono or stereo, at most 48 kHz.
///
/// Samples are kept in 16 bits where that is lossless, which is so for every coding except the
/// wider linear ones. 30 s of stereo then take 5.8 MB.
public final class DecodedSound: Sendable {
  enum Samples: Sendable {
    case integers([Int16])
    case floats([Float])
  }

  /// Frames a second (Hz).
  public let sampleRate: Double
  /// The number of channels, 1 or 2.
  public let channelCount: Int
  /// The same for equal sounds, in one run of the program.
  public let fingerprint: Int
  let samples: Samples

  init(sampleRate: Double, channelCount: Int, samples: Samples) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.samples = samples
    var hasher = Hasher()
    hasher.combine(sampleRate)
    hasher.combine(channelCount)
    switch samples {
    case .integers(let values): values.withUnsafeBytes { hasher.combine(bytes: $0) }
    case .floats(let values): values.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    fingerprint = hasher.finalize()
  }

  /// Frames of the whole sound.
  public var frameCount: Int { sampleCount / channelCount }

  /// The duration of the sound.
  public var duration: Duration { .seconds(Double(frameCount) / sampleRate) }

  /// The memory that the samples take.
  public var byteCount: Int {
    switch samples {
    case .integers(let values): values.count * MemoryLayout<Int16>.stride
    case .floats(let values): values.count * MemoryLayout<Float>.stride
    }
  }

  /// The sound from its start, in its own format.
  public func source() -> any PCMSource { DecodedSource(self) }

  /// The sound from its start, as a device takes it.
  /// - Throws: `ResamplingError` where the device's rate is too far from the sound's.
  public func source(sampleRate: Double, channelCount: Int) throws -> any PCMSource {
    try source().adapted(toRate: sampleRate, channelCount: channelCount, .mix)
  }

  private var sampleCount: Int {
    switch samples {
    case .integers(let values): values.count
    case .floats(let values): values.count
    }
  }

  func sample(at index: Int) -> Double {
    switch samples {
    case .integers(let values): Double(values[index]) / 32_768
    case .floats(let values): Double(values[index])
    }
  }
}

/// A decoded sound, read block by block.
private struct DecodedSource: PCMSource {
  private let sound: DecodedSound
  private var position = 0
  private static let blockFrames = 4_096

  init(_ sound: DecodedSound) { self.sound = sound }

  var sampleRate: Double { sound.sampleRate }
  var channelCount: Int { sound.channelCount }
  var frameCount: Int64? { Int64(sound.frameCount) }

  mutating func read(into buffer: inout PCMBuffer) {
    // bounded: frames in memory.
    let count = min(Self.blockFrames, sound.frameCount - position)
    let start = position * channelCount
    buffer.resize(frames: count)
    for index in 0..<count * channelCount {
      buffer.samples[index] = sound.sample(at: start + index)
    }
    position += count
  }
}
