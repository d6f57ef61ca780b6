import CSound

/// libebur128's measurement of integrated loudness.
@safe final class EBUR128State {
  private let state: UnsafeMutablePointer<ebur128_state>
  private let channelCount: Int

  /// The rates (Hz) that are measured.
  ///
  /// R 128's first filter turns at 1,682 Hz, half of the lowest rate here: below, it is unstable, and
  /// its loudness is any number. At 16 and 17 Hz libebur128 1.2.6 moreover writes two frames past its
  /// buffer of six. The upper limit is the library's own.
  static let sampleRates = 3_364.0...2_822_400.0
  /// The library's own limit.
  static let maximumChannelCount = 64

  /// The reason why there is no measurement of such a sound; nil where there is one.
  static func refusal(channelCount: Int, sampleRate: Double) -> LoudnessError? {
    guard sampleRates.contains(sampleRate) else {
      return .sampleRate(sampleRate, measured: sampleRates)
    }
    guard (1...maximumChannelCount).contains(channelCount) else {
      return .channelCount(channelCount, maximum: maximumChannelCount)
    }
    return tocsin_has_ebur128() == 0 ? .libraryMissing : nil
  }

  /// A measurement at `sampleRate` Hz, rounded: the standard's filters know whole rates.
  init(channelCount: Int, sampleRate: Double) throws(LoudnessError) {
    if let error = Self.refusal(channelCount: channelCount, sampleRate: sampleRate) { throw error }
    // The library's own refusals are among those above: nil means that no memory is left.
    guard
      let made = unsafe ebur128_init(
        UInt32(channelCount), UInt(sampleRate.rounded()), Int32(EBUR128_MODE_I.rawValue))
    else { throw .noMemory }
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
