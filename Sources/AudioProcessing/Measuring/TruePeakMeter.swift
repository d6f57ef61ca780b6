import AudioTypes

/// The highest true peak of a sound: that of the samples and of the curve between them, through
/// libebur128.
///
/// Interpolating is what costs time. A point between samples is a sum of at most 25 of them, each
/// times a tap of the filter, so it never is higher than the highest of them times the sum of the
/// taps' magnitudes. Stretches where that cannot reach the peak found so far are left out; the
/// result is the same. Of a sound that dies away only the first part is interpolated.
struct TruePeakMeter {
  /// The sum of magnitudes is at most 1.87 for libebur128's four-fold filter and 2.31 for the
  /// two-fold one (49 taps of a Hann-windowed sinc); this bound has some room.
  static let overshoot = 2.4
  /// Frames that are judged as one.
  private static let stretchFrames = 64
  /// Frames before a stretch that its first points depend on: 49 taps over two at the most.
  private static let contextFrames = 32

  private let state: EBUR128State
  private let channelCount: Int
  /// The highest peak so far, full scale 1.
  private(set) var highest = 0.0
  /// The end of the last block, for the points of the first stretch of the next.
  private var context: [Double] = []
  private var contextPeak = 0.0
  /// Whether libebur128 has seen what stands before the next stretch.
  private var isFed = true

  init?(channelCount: Int, sampleRate: Int) {
    guard
      let state = EBUR128State(
        channelCount: channelCount, sampleRate: sampleRate, mode: .truePeak)
    else { return nil }
    self.state = state
    self.channelCount = channelCount
  }

  mutating func add(_ pcm: PCMBuffer) {
    let samples = pcm.samples
    highest = max(highest, SampleRange(of: samples, samples.indices).magnitude)
    let stretch = Self.stretchFrames * channelCount
    var start = 0
    while start < samples.count {
      let range = start..<min(start + stretch, samples.count)
      let peak = SampleRange(of: samples, range).magnitude
      if max(contextPeak, peak) * Self.overshoot > highest {
        interpolate(samples, range)
      } else {
        isFed = false
      }
      // A stretch that is cut short is no whole context: the one before it counts on.
      contextPeak = range.count < stretch ? max(contextPeak, peak) : peak
      start = range.upperBound
    }
    keepContext(samples)
  }

  private mutating func interpolate(_ samples: [Double], _ range: Range<Int>) {
    let wanted = Self.contextFrames * channelCount
    if !isFed {
      // What the filter makes of the jump to here is no peak of the sound: nobody asks for it.
      if range.lowerBound < wanted { state.add(context, context.indices) }
      state.add(samples, max(0, range.lowerBound - wanted)..<range.lowerBound)
    }
    state.add(samples, range)
    highest = max(highest, state.lastTruePeak)
    isFed = true
  }

  private mutating func keepContext(_ samples: [Double]) {
    let wanted = Self.contextFrames * channelCount
    context += samples[max(0, samples.count - wanted)...]
    context.removeFirst(max(0, context.count - wanted))
  }
}
