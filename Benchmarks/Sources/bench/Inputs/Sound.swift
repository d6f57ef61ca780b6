import AlertSounds
import AudioFormats

/// A sound of 16-bit samples in memory.
struct Sound: Sendable {
  let name: String
  let sampleRate: Int
  let channelCount: Int
  /// Interleaved.
  let samples: [Int16]

  var frameCount: Int { samples.count / channelCount }

  /// The samples in Tocsin's working form.
  var pcm: PCMBuffer {
    PCMBuffer(channelCount: channelCount, samples: samples.map { Double($0) * 0x1p-15 })
  }

  init(name: String, sampleRate: Int, channelCount: Int, samples: [Int16]) {
    self.name = name
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.samples = samples
  }

  /// A sound whose samples `value` computes from the time (s) and the channel, with full scale ±1.
  init(
    _ name: String, sampleRate: Int, channelCount: Int = 1, frameCount: Int,
    _ value: (_ second: Double, _ channel: Int) -> Double
  ) {
    var samples: [Int16] = []
    samples.reserveCapacity(frameCount * channelCount)
    for frame in 0..<frameCount {
      for channel in 0..<channelCount {
        samples.append(Self.sample(value(Double(frame) / Double(sampleRate), channel)))
      }
    }
    self.init(name: name, sampleRate: sampleRate, channelCount: channelCount, samples: samples)
  }

  /// The sound of a file of any kind that tocsin reads.
  init(path: String) throws {
    var source = try SoundFile(path: path).pcm()
    var block = PCMBuffer(channelCount: source.channelCount)
    var samples: [Int16] = []
    repeat {
      try source.read(into: &block)
      samples += block.samples.map(Self.sample)
    } while block.frameCount > 0
    self.init(
      name: String(path.split(separator: "/").last ?? ""), sampleRate: Int(source.sampleRate),
      channelCount: source.channelCount, samples: samples)
  }

  private static func sample(_ value: Double) -> Int16 {
    Int16(max(-0x1p15, min(0x1p15 - 1, (value * 0x1p15).rounded())))
  }
}

/// White noise that is the same in every run: SplitMix64 (Steele, Lea, Flood 2014).
struct Noise {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next value, −1…1.
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Double(Int64(bitPattern: mixed ^ mixed >> 31)) * 0x1p-63
  }
}
