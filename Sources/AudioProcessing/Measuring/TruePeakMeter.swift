import AudioFormats

/// The highest true peak of a sound: that of the samples and of the curve between them (ITU-R
/// BS.1770-5, annex 2).
///
/// A point between samples is at most the highest sample that it is made of times the filter's
/// overshoot. Stretches where this product cannot reach the peak found so far are skipped; the
/// result is the same. So of a sound that dies away only the first part is interpolated.
struct TruePeakMeter {
  /// The highest peak so far, full scale 1.
  private(set) var highest = 0.0

  private let filter: TruePeakFilter
  private let channelCount: Int
  /// The samples that the points of a block depend on: some from before it, then the block.
  private var window: [Float]
  /// The number of frames kept from before the block.
  private let contextCount: Int
  /// The magnitude of the stretch before the next one.
  private var lastMagnitude = 0.0

  /// Frames that are judged as one, more than a point depends on.
  private static let stretchFrames = 64

  init(channelCount: Int, sampleRate: Double) {
    self.channelCount = channelCount
    filter = TruePeakFilter(sampleRate: sampleRate)
    contextCount = filter.contextCount(channelCount: channelCount)
    window = Array(repeating: 0, count: contextCount)
  }

  mutating func add(_ pcm: PCMBuffer) {
    highest = max(highest, SampleRange(of: pcm.samples, pcm.samples.indices).magnitude)
    guard filter.isNeeded else { return }
    window.reserveCapacity(contextCount + pcm.samples.count)
    for sample in pcm.samples { window.append(Float(sample)) }
    let stretch = Self.stretchFrames * channelCount
    for start in stride(from: 0, to: pcm.samples.count, by: stretch) {
      let range = start..<min(start + stretch, pcm.samples.count)
      let magnitude = SampleRange(of: pcm.samples, range).magnitude
      if max(lastMagnitude, magnitude) * filter.overshoot > highest {
        let points = range.lowerBound + contextCount..<range.upperBound + contextCount
        highest = max(
          highest, Double(filter.peak(of: window, points, channelCount: channelCount)))
      }
      // A stretch that is cut short is not a whole context: the one before it counts on.
      lastMagnitude = range.count < stretch ? max(lastMagnitude, magnitude) : magnitude
    }
    window.removeFirst(window.count - contextCount)
  }
}
