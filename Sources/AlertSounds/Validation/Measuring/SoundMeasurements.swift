/// The loudness and shape of a sound, measured in one pass over its samples.
public struct SoundMeasurements: Hashable, Sendable, Codable {
  /// The loudness of a sound, and the method of its measurement.
  public struct Loudness: Hashable, Sendable, Codable {
    /// The method of a loudness measurement.
    public enum Method: String, Hashable, Sendable, Codable {
      /// EBU R 128 over the whole sound.
      case integrated
      /// The sound is shorter than R 128's gating block of 400 ms: the momentary loudness of one
      /// block, with silence after the sound.
      case shortSound = "short-sound"
    }

    /// LUFS.
    public let value: Double
    /// The method of the measurement.
    public let method: Method

    /// A loudness in LUFS.
    public init(value: Double, method: Method) {
      self.value = value
      self.method = method
    }
  }

  /// The lowest and the highest sample of a stretch of the sound; 127 is full scale.
  public struct WaveformColumn: Hashable, Sendable, Codable {
    /// The lowest sample, −127 to 127.
    public let lowest: Int8
    /// The highest sample, −127 to 127.
    public let highest: Int8

    /// A column between two samples, −127 to 127.
    public init(lowest: Int8, highest: Int8) {
      self.lowest = lowest
      self.highest = highest
    }
  }

  /// nil for silence, for sounds that never pass R 128's gate of −70 LUFS, and where a
  /// `LoudnessMeter` refuses the rate.
  public let loudness: Loudness?
  /// dBTP; nil for silence, and where a `LoudnessMeter` refuses the rate.
  public let truePeak: Double?
  /// dB of full scale; nil for silence.
  public let samplePeak: Double?
  /// Runs of three or more samples of one channel at full scale: the largest magnitude that both
  /// signs of the data format have.
  public let clippedRunCount: Int
  /// Seconds before the first frame over −60 dB of full scale; the duration if there is no such
  /// frame.
  public let leadingSilence: Double
  /// Seconds after the last such frame; the duration if there is no such frame.
  public let trailingSilence: Double
  /// The largest mean of a channel, as a fraction of full scale, without its sign.
  public let dcOffset: Double
  /// Whether no sample reaches −60 dB of full scale.
  public let isSilent: Bool
  /// The shape of the sound for a drawing, all channels in one: 240 columns, or one for each frame
  /// where there are fewer.
  public internal(set) var waveform: [WaveformColumn]

  /// Numbers that were measured elsewhere, such as those of a report that is read again.
  public init(
    loudness: Loudness?, truePeak: Double?, samplePeak: Double?, clippedRunCount: Int,
    leadingSilence: Double, trailingSilence: Double, dcOffset: Double, isSilent: Bool,
    waveform: [WaveformColumn]
  ) {
    self.loudness = loudness
    self.truePeak = truePeak
    self.samplePeak = samplePeak
    self.clippedRunCount = clippedRunCount
    self.leadingSilence = leadingSilence
    self.trailingSilence = trailingSilence
    self.dcOffset = dcOffset
    self.isSilent = isSilent
    self.waveform = waveform
  }
}

extension SoundMeasurements {
  /// The same numbers without the drawing, which takes most of their memory.
  public var withoutWaveform: SoundMeasurements {
    var copy = self
    copy.waveform = []
    return copy
  }
}
