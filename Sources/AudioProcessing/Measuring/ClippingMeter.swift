public import AudioFormats

/// Counts runs of samples at full scale, which clipped waves consist of.
public struct ClippingMeter: Sendable {
  /// Samples of one channel, next to one another and on one side, that make a run. Two at the top
  /// of a wave are usual; three of a sine at full scale need a tone that is very low.
  public static let runLength = 3

  /// Runs so far, in all channels.
  public private(set) var runCount = 0
  private let fullScale: Double
  /// The length of each channel's current run at full scale; negative on the negative side.
  private var lengths: [Int]
  private static let stretchFrames = 64

  /// - Parameters:
  ///   - channelCount: the number of channels; each has runs of its own.
  ///   - fullScale: the largest magnitude that both signs of the data format have.
  public init(channelCount: Int, fullScale: Double) {
    self.fullScale = fullScale
    lengths = Array(repeating: 0, count: channelCount)
  }

  /// Takes more of the sound.
  public mutating func add(_ pcm: PCMBuffer) {
    let stretch = Self.stretchFrames * pcm.channelCount
    for start in stride(from: 0, to: pcm.samples.count, by: stretch) {
      let range = start..<min(start + stretch, pcm.samples.count)
      if SampleRange(of: pcm.samples, range).magnitude >= fullScale {
        for index in range { add(pcm.samples[index], channel: index % pcm.channelCount) }
      } else {
        for channel in lengths.indices { lengths[channel] = 0 }
      }
    }
  }

  private mutating func add(_ sample: Double, channel: Int) {
    let length = lengths[channel]
    if sample >= fullScale {
      lengths[channel] = max(0, length) + 1
    } else if sample <= -fullScale {
      lengths[channel] = min(0, length) - 1
    } else {
      lengths[channel] = 0
    }
    if abs(lengths[channel]) == Self.runLength { runCount += 1 }
  }
}
