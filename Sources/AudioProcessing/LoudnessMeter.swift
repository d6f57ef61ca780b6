public import AudioTypes
import CEBUR128
import Glibc

/// Loudness by EBU R 128, through libebur128.
@safe public final class LoudnessMeter {
  private let state: UnsafeMutablePointer<ebur128_state>
  private let channelCount: Int

  /// A meter for sounds of `channelCount` channels at `sampleRate` Hz.
  /// - Returns: nil where libebur128 does not take them.
  public init?(channelCount: Int, sampleRate: Double) {
    let mode = EBUR128_MODE_I.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue
    guard sampleRate == sampleRate.rounded(),
      let made = unsafe ebur128_init(UInt32(channelCount), UInt(sampleRate), Int32(mode))
    else { return nil }
    unsafe state = made
    self.channelCount = channelCount
  }

  deinit {
    var state: UnsafeMutablePointer<ebur128_state>? = unsafe self.state
    unsafe ebur128_destroy(&state)
  }

  /// Takes more of the sound.
  public func add(_ pcm: PCMBuffer) {
    unsafe pcm.samples.withUnsafeBufferPointer { samples in
      _ = unsafe ebur128_add_frames_double(state, samples.baseAddress, pcm.frameCount)
    }
  }

  /// The integrated loudness in LUFS; nil for sounds that are too short (400 ms) or silent.
  public var integratedLoudness: Double? {
    var loudness = 0.0
    guard unsafe ebur128_loudness_global(state, &loudness) == Int32(EBUR128_SUCCESS.rawValue),
      loudness.isFinite
    else { return nil }
    return loudness
  }

  /// The highest true peak of all channels in dBTP; nil for silence.
  public var truePeak: Double? {
    var highest = 0.0
    for channel in 0..<channelCount {
      var peak = 0.0
      _ = unsafe ebur128_true_peak(state, UInt32(channel), &peak)
      highest = max(highest, peak)
    }
    return highest > 0 ? 20 * log10(highest) : nil
  }
}
