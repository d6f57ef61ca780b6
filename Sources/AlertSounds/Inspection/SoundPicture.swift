import AudioFormats
import AudioImport
public import AudioProcessing
import Files
import Glibc

/// The content of a drawing of a sound: its envelope, and the numbers beside it.
public struct SoundPicture: Sendable {
  /// The path of the sound that is drawn.
  public let path: String
  /// The format of the sound: `ima4 in CAF, 1 ch, 44100 Hz`.
  public let facts: String
  /// The envelope of all channels in one, a column for each stretch of the same length.
  public let columns: [EnvelopeMeter.Column]
  /// Seconds.
  public let duration: Double
  /// LUFS; nil for silence, and where there is a ``loudnessError``.
  public let loudness: Double?
  /// The reason why the loudness and the true peak are not measured.
  public let loudnessError: LoudnessError?
  /// The true peak in dBTP; nil for silence, and where there is a ``loudnessError``.
  public let truePeak: Double?
  /// dB of full scale; nil for silence.
  public let samplePeak: Double?

  /// Seconds that an alert must stay under.
  public static let alertLimit = SoundRules.maximumDuration
  /// The label of that mark.
  public static let limitText =
    "\(fixed(alertLimit, decimals: 0)) s: longer alerts play the default sound"

  /// Reads the sound through, twice if its header does not state its length.
  /// - Parameters:
  ///   - sound: the sound, in any format that can be decoded.
  ///   - columnCount: columns of the envelope; shorter sounds have one for each frame.
  /// - Throws: ``SoundError`` where the sound cannot be decoded.
  public init(of sound: SoundFile, columnCount: Int) throws {
    path = sound.path
    let track = try sound.track()
    let frameCount = try track.countedFrames()
    var envelope = EnvelopeMeter(columnCount: columnCount, frameCount: frameCount)
    var meter: LoudnessMeter?
    var error: LoudnessError?
    do throws(LoudnessError) { meter = try Self.meter(of: track) } catch let failure {
      error = failure
    }
    loudnessError = error
    try track.forEachBlock { block in
      block.makeFinite()
      envelope.add(block)
      meter?.add(block)
    }
    columns = envelope.columns
    duration = Double(frameCount) / track.sampleRate
    truePeak = meter?.truePeak
    loudness = meter?.loudness()
    let peak = columns.reduce(0) { max($0, $1.highest, -$1.lowest) }
    samplePeak = peak > 0 ? 20 * log10(peak) : nil
    facts =
      "\(sound.codingName) in \(sound.formatName), \(track.channelCount) ch, "
      + "\(fixed(track.sampleRate, decimals: 0)) Hz"
  }

  private static func meter(of track: PCMTrack) throws(LoudnessError) -> LoudnessMeter {
    let maximum = SoundMeasurements.maximumChannelCount
    guard track.channelCount <= maximum else {
      throw .channelCount(track.channelCount, maximum: maximum)
    }
    let rates = LoudnessMeter.sampleRates.lowerBound...SoundMeasurements.maximumSampleRate
    guard rates.contains(track.sampleRate) else {
      throw .sampleRate(track.sampleRate, measured: rates)
    }
    return try LoudnessMeter(channelCount: track.channelCount, sampleRate: track.sampleRate)
  }
}

extension SoundPicture {
  /// The numbers with their names and units, in the order in which they are shown.
  public var numbers: [(name: String, value: String)] {
    func text(_ value: Double?, _ unit: String) -> String {
      value.map { fixed($0, decimals: 1) + " " + unit } ?? "–"
    }
    return [
      ("duration", secondsText(duration)), ("loudness", text(loudness, "LUFS")),
      ("true peak", text(truePeak, "dBTP")), ("peak", text(samplePeak, "dBFS")),
    ]
  }

  /// Whether the sound is longer than an alert may be.
  public var isOverLimit: Bool { duration >= Self.alertLimit }

  /// Whether the sound has no frames.
  public var isEmpty: Bool { columns.isEmpty }
}

extension SoundFile {
  fileprivate var codingName: String {
    switch content {
    case .container(let description): description.dataFormat.codingName
    case .imported(let sound): sound.codingName
    }
  }
}
