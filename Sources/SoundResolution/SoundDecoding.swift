import AlertSounds
import AudioFormats
import AudioProcessing
import Files

/// Stores samples as Int16 while every sample fits exactly, then switches to Float.
struct SampleCollector {
  private var integers: [Int16] = []
  private var floats: [Float]?

  mutating func append(_ samples: [Double]) {
    if floats == nil, !samples.allSatisfy(Self.isInteger) {
      floats = integers.map { Float($0) / 32_768 }
      integers = []
    }
    if floats != nil {
      // NaN is silence, as in the player.
      floats?.append(contentsOf: samples.lazy.map { $0.isNaN ? 0 : Float($0) })
    } else {
      integers.append(contentsOf: samples.lazy.map { Int16($0 * 32_768) })
    }
  }

  var samples: DecodedSound.Samples { floats.map { .floats($0) } ?? .integers(integers) }

  private static func isInteger(_ sample: Double) -> Bool {
    Int16(exactly: sample * 32_768) != nil
  }
}

extension DecodedSound {
  /// Frames a second (Hz) of the fastest sound that is kept as it is.
  static let maximumRate = 48_000.0

  /// Decodes the bytes of an alert sound that is at `path`.
  ///
  /// A sound with a validation error is replaced by the default sound, so that a project's check
  /// and the delivery agree; but one that only other players mind is heard. Other libraries never
  /// see the bytes.
  static func decode(_ bytes: [UInt8], path: String) throws(SoundFallback) -> DecodedSound {
    let source = MemorySource(bytes)
    try checkRules(source, path)
    do {
      return try collect(try ContainerSound(parsing: source, path: path).pcm(), path)
    } catch let error as SoundFallback {
      throw error
    } catch { throw .undecodable(path: path, message: "\(error)") }
  }

  private static func checkRules(_ source: MemorySource, _ path: String) throws(SoundFallback) {
    let report = SoundValidator(.appleRules).validate(source, path: path)
    if let seconds = report.duration, seconds >= SoundRules.maximumDuration {
      throw .tooLong(path: path, seconds: seconds)
    }
    if let finding = report.findings.first(where: { $0.severity == .error && !$0.isReadable }) {
      throw .invalid(path: path, rule: finding.rule, message: finding.message)
    }
  }

  private static func collect(
    _ source: any PCMSource, _ path: String
  ) throws -> DecodedSound {
    var input = try source.adapted(
      toRate: min(source.sampleRate, maximumRate), channelCount: min(source.channelCount, 2), .mix)
    let isUnknown = input.frameCount == nil
    let rate = input.sampleRate
    var collector = SampleCollector()
    var frameCount = 0
    try input.forEachBlock { block in
      frameCount += block.frameCount
      let seconds = Double(frameCount) / rate
      // A length in the header has been checked already; resampling may round it up.
      if isUnknown, seconds >= SoundRules.maximumDuration {
        throw SoundFallback.tooLong(path: path, seconds: seconds)
      }
      collector.append(block.samples)
    }
    return DecodedSound(
      sampleRate: rate, channelCount: input.channelCount, samples: collector.samples)
  }
}
