import CEBUR128

/// libebur128's measurement of integrated loudness.
@safe final class EBUR128State {
  private let state: UnsafeMutablePointer<ebur128_state>
  private let channelCount: Int

  /// - Returns: nil where libebur128 does not take the channels or the rate (Hz).
  init?(channelCount: Int, sampleRate: Int) {
    guard let channels = UInt32(exactly: channelCount), let rate = UInt(exactly: sampleRate),
      let made = unsafe ebur128_init(channels, rate, Int32(EBUR128_MODE_I.rawValue))
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

  /// The loudness over all gating blocks in LUFS; nil where none passes the gate.
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
}
