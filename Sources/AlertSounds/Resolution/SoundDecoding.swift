import AudioContainers
import AudioProcessing
import AudioTypes

/// Collects samples as 16-bit integers as long as they are some.
struct SampleCollector {
  private var integers: [Int16] = []
  private var floats: [Float]?

  mutating func append(_ samples: [Double]) {
    if floats == nil, !samples.allSatisfy(Self.isInteger) {
      floats = integers.map { Float($0) / 32_768 }
      integers = []
    }
    if floats != nil {
      // Not a number is silence, as in the player.
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
  static let greatestRate = 48_000.0

  /// Decodes the bytes of an alert sound that stands at `path`.
  ///
  /// What a validation calls an error makes the default sound play, so that a project's check and
  /// the delivery agree. No other library sees the bytes.
  static func decode(_ bytes: [UInt8], path: String) throws(SoundFallback) -> DecodedSound {
    let source = MemorySource(bytes)
    try checkRules(source, path)
    do {
      let description = try ContainerDescription(parsing: source)
      return try collect(PacketPCMSource(path: path, source, description), path)
    } catch let error as SoundFallback {
      throw error
    } catch { throw .undecodable(path: path, message: "\(error)") }
  }

  private static func checkRules(_ source: MemorySource, _ path: String) throws(SoundFallback) {
    let report = SoundValidator(.appleRules).validate(source, path: path)
    if let seconds = report.duration, seconds >= DurationRule.limit {
      throw .tooLong(path: path, seconds: seconds)
    }
    if let finding = report.findings.first(where: { $0.severity == .error }) {
      throw .invalid(path: path, rule: finding.rule, message: finding.message)
    }
  }

  private static func collect(
    _ source: any PCMSource, _ path: String
  ) throws -> DecodedSound {
    var input = source
    if input.channelCount > 2 { input = MixSource(input, channelCount: 2) }
    if input.sampleRate > greatestRate { input = try ResamplingSource(input, to: greatestRate) }
    var collector = SampleCollector()
    var block = PCMBuffer(channelCount: input.channelCount)
    var frameCount = 0
    while true {
      try input.read(into: &block)
      if block.frameCount == 0 { break }
      frameCount += block.frameCount
      let seconds = Double(frameCount) / input.sampleRate
      // Where a header tells the length, it has been checked; resampling may round it up.
      if input.frameCount == nil, seconds >= DurationRule.limit {
        throw SoundFallback.tooLong(path: path, seconds: seconds)
      }
      collector.append(block.samples)
    }
    return DecodedSound(
      sampleRate: input.sampleRate, channelCount: input.channelCount, samples: collector.samples)
  }
}
