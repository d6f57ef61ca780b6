import CEBUR128

/// A measurement of libebur128.
@safe final class EBUR128State {
  private let state: UnsafeMutablePointer<ebur128_state>
  private let channelCount: Int

  /// - Parameter mode: what is measured, as libebur128's flags.
  /// - Returns: nil where libebur128 does not take the channels or the rate (Hz).
  init?(channelCount: Int, sampleRate: Int, mode: EBUR128Mode) {
    guard let channels = UInt32(exactly: channelCount), let rate = UInt(exactly: sampleRate),
      let made = unsafe ebur128_init(channels, rate, Int32(mode.rawValue))
    else { return nil }
    unsafe state = made
    self.channelCount = channelCount
  }

  deinit {
    var state: UnsafeMutablePointer<ebur128_state>? = unsafe self.state
    unsafe ebur128_destroy(&state)
  }

  /// Takes the samples `range` of interleaved `samples`, whole frames only.
  func add(_ samples: [Double], _ range: Range<Int>) {
    precondition(samples.startIndex <= range.lowerBound && range.upperBound <= samples.endIndex)
    unsafe samples.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      _ = unsafe ebur128_add_frames_double(
        state, base + range.lowerBound, range.count / channelCount)
    }
  }

  /// LUFS over all gating blocks; nil where none passes the gate.
  var integratedLoudness: Double? {
    var loudness = 0.0
    let status = unsafe ebur128_loudness_global(state, &loudness)
    return status == Int32(EBUR128_SUCCESS.rawValue) && loudness.isFinite ? loudness : nil
  }

  /// LUFS of the last 400 ms, without a gate; nil for silence.
  var momentaryLoudness: Double? {
    var loudness = 0.0
    let status = unsafe ebur128_loudness_momentary(state, &loudness)
    return status == Int32(EBUR128_SUCCESS.rawValue) && loudness.isFinite ? loudness : nil
  }

  /// The highest true peak of all channels in the samples of the last `add`, full scale 1.
  var lastTruePeak: Double {
    (0..<channelCount).reduce(0) { highest, channel in
      var peak = 0.0
      _ = unsafe ebur128_prev_true_peak(state, UInt32(channel), &peak)
      return max(highest, peak)
    }
  }
}

/// What libebur128 shall measure.
enum EBUR128Mode {
  case integratedLoudness, truePeak

  fileprivate var rawValue: UInt32 {
    switch self {
    case .integratedLoudness: UInt32(EBUR128_MODE_I.rawValue)
    case .truePeak: UInt32(EBUR128_MODE_TRUE_PEAK.rawValue)
    }
  }
}
