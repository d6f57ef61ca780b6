public import AudioFormats

/// Measures the audible start and end of a sound, its sample peak and its offset from 0.
public struct LevelMeter: Sendable {
  /// Frames so far.
  public private(set) var frameCount: Int64 = 0
  /// The largest magnitude of a sample, full scale 1.
  public private(set) var samplePeak = 0.0
  /// The first frame with a sample that reaches the threshold; nil in silence.
  public private(set) var firstLoudFrame: Int64?
  /// The last such frame.
  public private(set) var lastLoudFrame: Int64?

  private let threshold: Double
  private var sums: [Double]
  private static let stretchFrames = 256

  /// - Parameters:
  ///   - channelCount: the number of channels of the sound.
  ///   - threshold: the level from which on a sample is not silence, full scale 1.
  public init(channelCount: Int, threshold: Double) {
    self.threshold = threshold
    sums = Array(repeating: 0, count: channelCount)
  }

  /// The mean of each channel, full scale 1.
  public var means: [Double] { sums.map { frameCount > 0 ? $0 / Double(frameCount) : 0 } }

  /// Takes more of the sound.
  public mutating func add(_ pcm: PCMBuffer) {
    let stretch = Self.stretchFrames * pcm.channelCount
    for start in stride(from: 0, to: pcm.samples.count, by: stretch) {
      let range = start..<min(start + stretch, pcm.samples.count)
      let peak = SampleRange(of: pcm.samples, range).magnitude
      samplePeak = max(samplePeak, peak)
      if peak >= threshold { addLoud(pcm, range) }
    }
    addSums(pcm.samples)
    frameCount += Int64(pcm.frameCount)
  }

  private mutating func addLoud(_ pcm: PCMBuffer, _ range: Range<Int>) {
    // bounded: frames that were read.
    func frame(_ index: Int) -> Int64 { frameCount + Int64(index / pcm.channelCount) }
    if firstLoudFrame == nil {
      firstLoudFrame = range.first { abs(pcm.samples[$0]) >= threshold }.map(frame)
    }
    lastLoudFrame = range.last { abs(pcm.samples[$0]) >= threshold }.map(frame) ?? lastLoudFrame
  }

  /// Four sums at a time where each of them belongs to one channel.
  private mutating func addSums(_ samples: [Double]) {
    let channels = sums.count
    let whole = 4 % channels == 0 ? samples.count / 4 * 4 : 0
    var four = SIMD4<Double>.zero
    unsafe samples.withUnsafeBytes { bytes in
      for index in stride(from: 0, to: whole, by: 4) {
        four += unsafe bytes.loadUnaligned(fromByteOffset: index * 8, as: SIMD4<Double>.self)
      }
    }
    if whole > 0 { for lane in 0..<4 { sums[lane % channels] += four[lane] } }
    for index in whole..<samples.count { sums[index % channels] += samples[index] }
  }
}
