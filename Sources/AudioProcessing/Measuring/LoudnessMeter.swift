public import AudioFormats
import Glibc

/// Loudness, through libebur128, and true peak by EBU R 128 (ITU-R BS.1770).
public final class LoudnessMeter {
  private let state: EBUR128State
  private var peak: TruePeakMeter
  private let channelCount: Int
  /// Frames of a gating block: 400 ms, counted as libebur128 does.
  private let blockFrames: Int
  private var frameCount = 0

  /// The rates (Hz) that are measured.
  public static var sampleRates: ClosedRange<Double> { EBUR128State.sampleRates }

  /// The reason why sounds of `channelCount` channels at `sampleRate` Hz have no loudness here; nil
  /// where they have one.
  public static func refusal(channelCount: Int, sampleRate: Double) -> LoudnessError? {
    EBUR128State.refusal(channelCount: channelCount, sampleRate: sampleRate)
  }

  /// A meter for sounds of `channelCount` channels at `sampleRate` Hz, which is rounded: the
  /// standard's filters know whole rates.
  /// - Throws: ``LoudnessError`` below 3,364 Hz, beyond 64 channels, and where libebur128 is not
  ///   installed.
  public init(channelCount: Int, sampleRate: Double) throws(LoudnessError) {
    state = try EBUR128State(channelCount: channelCount, sampleRate: sampleRate)
    let rate = Int(sampleRate.rounded())
    peak = TruePeakMeter(channelCount: channelCount, sampleRate: sampleRate)
    self.channelCount = channelCount
    blockFrames = (rate + 5) / 10 * 4
  }

  /// Takes more of the sound.
  public func add(_ pcm: PCMBuffer) {
    state.add(pcm.samples, pcm.samples.indices)
    peak.add(pcm)
    frameCount += pcm.frameCount
  }

  /// The integrated loudness in LUFS; nil for sounds that are too short (400 ms) or silent.
  public var integratedLoudness: Double? { state.integratedLoudness }

  /// Whether the sound was too short to fill a gating block, so that R 128 gives no integrated
  /// loudness.
  public var isShort: Bool { frameCount < blockFrames }

  /// The loudness in LUFS of a sound that is too short for a gating block; nil for longer ones and
  /// silence.
  ///
  /// It is R 128's momentary loudness of one block of 400 ms: the sound, and silence after it, as a
  /// device plays it. So a click has the same loudness alone, with silence saved after it, and in a
  /// longer file, and a tone of 399 ms that of 401 ms. Without a gate, very quiet sounds have a
  /// value, too. Nothing can be added afterwards.
  public func shortSoundLoudness() -> Double? {
    guard isShort, frameCount > 0 else { return nil }
    // bounded: less than a block.
    let silence = [Double](repeating: 0, count: (blockFrames - frameCount) * channelCount)
    state.add(silence, silence.indices)
    return state.momentaryLoudness
  }

  /// The loudness in LUFS of a sound of any length, by the method that fits it; nil for silence.
  /// Nothing can be added after.
  public func loudness() -> Double? { isShort ? shortSoundLoudness() : integratedLoudness }

  /// The highest true peak of all channels in dBTP; nil for silence.
  public var truePeak: Double? {
    peak.highest > 0 ? 20 * log10(peak.highest) : nil
  }
}
