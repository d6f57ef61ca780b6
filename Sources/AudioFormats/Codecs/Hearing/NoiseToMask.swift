import Glibc

/// The noise-to-mask ratio of a coded sound: the level of the coding errors above the noise that
/// the sound hides.
///
/// Below 0 dB most errors are inaudible. The mask is that of `EarModel`; silent frames do not
/// count.
public struct NoiseToMask: Sendable {
  private let ear: EarModel
  private var channels: [Channel]
  /// The ratios of frames that count, summed, and their logarithms.
  private var sum = 0.0
  private var logarithms = 0.0
  private var count = 0
  /// The sum of the flatness of the noise's spectra, in dB.
  private var flatness = 0.0
  private var noisyCount = 0

  /// The samples of a channel that no frame has taken completely yet.
  private struct Channel: Sendable {
    var original: [Double] = []
    var error: [Double] = []
  }

  /// A measurement of a sound at `sampleRate` Hz.
  /// - Throws: `CodecError.limit` for a rate below 8,000 Hz.
  public init(channelCount: Int, sampleRate: Double) throws(CodecError) {
    self.init(channelCount: channelCount, try EarModel(sampleRate: sampleRate))
  }

  init(channelCount: Int, _ ear: EarModel) {
    self.ear = ear
    let before = Array(repeating: 0.0, count: ear.frameCount / 2)
    channels = Array(
      repeating: Channel(original: before, error: before), count: channelCount)
  }

  /// Takes interleaved samples, full scale ±1, and their decoded values. The rest of the longer
  /// array is ignored.
  public mutating func add(_ original: [Double], _ decoded: [Double]) {
    let size = min(original.count, decoded.count)
    for channel in channels.indices {
      for index in stride(from: channel, to: size, by: channels.count) {
        channels[channel].original.append(original[index] * 0x1p15)
        channels[channel].error.append((original[index] - decoded[index]) * 0x1p15)
      }
      measureFrames(of: channel)
    }
  }

  /// The last frame, which silence follows.
  public mutating func finish() {
    for channel in channels.indices {
      let rest = Array(repeating: 0.0, count: ear.frameCount / 2)
      channels[channel].original += rest
      channels[channel].error += rest
      measureFrames(of: channel)
    }
  }

  /// The mean ratio in dB; nil for silence.
  public var decibels: Double? { count > 0 ? 10 * log10(sum / Double(count) + 1e-12) : nil }

  /// The mean of the frames' ratios in dB.
  var segmentalDecibels: Double? { count > 0 ? logarithms / Double(count) : nil }

  /// The flatness of the noise's spectrum: the geometric mean of its lines' powers over the
  /// arithmetic one, in dB, averaged over the frames. White noise has about -2.5 dB, a tone far
  /// less.
  var noiseFlatness: Double? { noisyCount > 0 ? flatness / Double(noisyCount) : nil }

  private mutating func measureFrames(of channel: Int) {
    var first = 0
    while first + ear.frameCount <= channels[channel].original.count {
      measureFrame(of: channel, at: first)
      first += ear.hop
    }
    channels[channel].original.removeFirst(first)
    channels[channel].error.removeFirst(first)
  }

  private mutating func measureFrame(of channel: Int, at first: Int) {
    let original = channels[channel].original
    guard sounds(original[first..<first + ear.frameCount]) else { return }
    let (power, noise) = ear.powers(original, channels[channel].error, at: first)
    let mask = ear.mask(ear.bandPowers(power))
    let ratio =
      zip(ear.bandPowers(noise), mask).reduce(0) { $0 + $1.0 / $1.1 } / Double(mask.count)
    sum += ratio
    logarithms += 10 * log10(ratio + 1e-12)
    count += 1
    // Leaves out the constant part, and the window's leakage from it.
    measureFlatness(noise.dropFirst(2))
  }

  private mutating func measureFlatness(_ noise: ArraySlice<Double>) {
    let mean = noise.reduce(0, +) / Double(noise.count)
    guard mean > 0 else { return }
    let logarithms = noise.reduce(0) { $0 + log10(max($1 / mean, 1e-9)) }
    flatness += 10 * logarithms / Double(noise.count)
    noisyCount += 1
  }

  /// Whether five samples in a row are 200 of 32768 together, as in BS.1387.
  private func sounds(_ samples: ArraySlice<Double>) -> Bool {
    let sizes = samples.map { abs($0) }
    guard sizes.contains(where: { $0 >= 40 }) else { return false }
    return (4..<sizes.count).contains { sizes[$0 - 4...$0].reduce(0, +) >= 200 }
  }
}
