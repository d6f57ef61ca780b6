public import AudioFormats
import AudioProcessing
public import Files
import Glibc

extension SoundMeasurements {
  /// The threshold of silence: −60 dB of full scale.
  public static let silenceThreshold = SoundEdits.silenceThreshold
  /// Columns of a waveform.
  public static let columnCount = 240
  /// The most channels that are measured, and the highest rate (Hz): libebur128 keeps 400 ms of
  /// each channel, and no alert sound has more than two.
  public static let maximumChannelCount = 8
  /// Hz.
  public static let maximumSampleRate = 192_000.0

  /// Measures the sound that `description`, parsed from `source`, describes, in one pass,
  /// block by block.
  /// - Throws: `SoundError`, also for channels and rates beyond the limits.
  public init(
    measuring description: ContainerDescription, in source: any ByteSource, path: String
  ) throws {
    let format = description.dataFormat
    var pcm = try ContainerSound(description, in: source, path: path).pcm()
    guard
      var meters = SoundMeters(format, frameCount: pcm.frameCount ?? 0)
    else {
      let text = "\(format.channelCount) channels at \(format.sampleRate) Hz are not measured"
      throw SoundError.container(path: path, .limit(text))
    }
    try pcm.forEachBlock { block in
      if format.coding.isFloat { block.makeFinite() }
      meters.add(block)
    }
    self = meters.measurements
  }
}

/// Everything that looks at the samples of a sound as they pass.
private struct SoundMeters {
  private let sampleRate: Double
  /// nil where the rate is too low; the rule of the loudness says so.
  private let loudness: LoudnessMeter?
  private var level: LevelMeter
  private var clipping: ClippingMeter
  private var envelope: EnvelopeMeter

  init?(_ format: DataFormat, frameCount: Int64) {
    let channelCount = format.channelCount
    guard channelCount <= SoundMeasurements.maximumChannelCount,
      format.sampleRate <= SoundMeasurements.maximumSampleRate
    else { return nil }
    loudness = try? LoudnessMeter(channelCount: channelCount, sampleRate: format.sampleRate)
    sampleRate = format.sampleRate
    level = LevelMeter(
      channelCount: channelCount, threshold: SoundMeasurements.silenceThreshold)
    clipping = ClippingMeter(channelCount: channelCount, fullScale: format.coding.fullScale)
    envelope = EnvelopeMeter(
      columnCount: SoundMeasurements.columnCount, frameCount: frameCount)
  }

  mutating func add(_ block: PCMBuffer) {
    level.add(block)
    clipping.add(block)
    envelope.add(block)
    loudness?.add(block)
  }

  var measurements: SoundMeasurements {
    let frames = level.frameCount
    let last = level.lastLoudFrame ?? -1
    return SoundMeasurements(
      loudness: measuredLoudness, truePeak: loudness?.truePeak,
      samplePeak: level.samplePeak > 0 ? 20 * log10(level.samplePeak) : nil,
      clippedRunCount: clipping.runCount,
      leadingSilence: Double(level.firstLoudFrame ?? frames) / sampleRate,
      trailingSilence: Double(frames - 1 - last) / sampleRate,
      dcOffset: level.means.map { abs($0) }.max() ?? 0, isSilent: level.lastLoudFrame == nil,
      waveform: envelope.columns.map(SoundMeasurements.WaveformColumn.init))
  }

  private var measuredLoudness: SoundMeasurements.Loudness? {
    guard let loudness else { return nil }
    let method: SoundMeasurements.Loudness.Method = loudness.isShort ? .shortSound : .integrated
    return loudness.loudness().map { .init(value: $0, method: method) }
  }
}

extension SoundMeasurements.WaveformColumn {
  fileprivate init(_ column: EnvelopeMeter.Column) {
    func level(_ sample: Double) -> Int8 { Int8(max(-127, min(127, (sample * 127).rounded()))) }
    self.init(lowest: level(column.lowest), highest: level(column.highest))
  }
}

extension DataFormat.Coding {
  fileprivate var isFloat: Bool {
    if case .linearPCM(let pcm) = self { pcm.sampleType == .float } else { false }
  }

  /// The largest magnitude that a sample of either sign can have; players clip floats beyond 1.
  fileprivate var fullScale: Double {
    switch self {
    case .linearPCM(let pcm):
      pcm.sampleType == .float ? 1 : 1 - scalbn(1.0, Int32(1 - pcm.bitDepth))
    // The outermost levels of G.711, tables 1 and 2, in 16 bits.
    case .uLaw: 32_124 * 0x1p-15
    case .aLaw: 32_256 * 0x1p-15
    case .ima4, .msIMA, .other: 32_767 * 0x1p-15
    }
  }
}

extension PCMBuffer {
  /// Replaces NaN by silence and clamps to 120 dB over full scale: one such sample would dominate
  /// every mean and filter.
  mutating func makeFinite() {
    let limit = 0x1p20
    for index in samples.indices where !(abs(samples[index]) <= limit) {
      let sample = samples[index]
      samples[index] = sample.isNaN ? 0 : sample < 0 ? -limit : limit
    }
  }
}
