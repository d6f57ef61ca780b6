public import AudioFormats
import Glibc

/// The changes to a sound beside its format, in the order in which they are made.
public struct SoundEdits: Hashable, Sendable {
  /// The part that is kept, in seconds from the start; an end beyond the sound is its end.
  public var start = 0.0
  /// The end of the part that is kept, in seconds from the start; nil is the sound's end.
  public var end: Double?
  /// Whether the mean of each channel becomes 0.
  public var removesDC = false
  /// Whether silence (below −60 dB of full scale) is cut off at both ends.
  public var trimsSilence = false
  /// The increase of the level in dB.
  public var gain = 0.0
  /// The loudness to reach (LUFS); the true peak stays at or below `SoundEdits.peakLimit`.
  public var loudness: Double?
  /// The number of times that the sound is played.
  public var repeatCount = 1
  /// Seconds over which the level rises from 0 at the start, and falls to 0 at the end.
  public var fadeIn = 0.0
  /// Seconds over which the level falls to 0 at the end.
  public var fadeOut = 0.0
  /// Seconds of silence before and after.
  public var paddingBefore = 0.0
  /// Seconds of silence after the sound.
  public var paddingAfter = 0.0

  /// The maximum true peak after a change of loudness, in dBTP: the limit of EBU R 128.
  public static let peakLimit = -1.0
  /// The level below which a sound is silent, full scale 1: −60 dB.
  public static let silenceThreshold = 0.001

  /// Edits that change nothing.
  public init() {}

  /// Whether nothing is changed.
  public var isEmpty: Bool { self == SoundEdits() }
}

extension PCMTrack {
  /// This track with `edits` made. Each change that depends on the whole sound (silence, mean,
  /// loudness, a fade at an unknown end) reads the track once more, block by block.
  /// - Throws: any error from reading the track, and ``LoudnessError`` where a loudness is asked for
  ///   and cannot be measured.
  public func edited(_ edits: SoundEdits) throws -> PCMTrack {
    var track = self
    if edits.start > 0 || edits.end != nil {
      track = try track.kept(from: edits.start, to: edits.end)
    }
    if edits.removesDC { track = try track.withoutDC() }
    if edits.trimsSilence { track = try track.withoutSilenceAround() }
    if let loudness = edits.loudness { track = try track.normalized(to: loudness) }
    if edits.gain != 0 { track = try track.amplified(by: edits.gain) }
    if edits.repeatCount > 1 { track = try track.repeated(edits.repeatCount) }
    if edits.fadeIn > 0 || edits.fadeOut > 0 {
      track = try track.faded(in: edits.fadeIn, out: edits.fadeOut)
    }
    if edits.paddingBefore > 0 || edits.paddingAfter > 0 {
      track = try track.padded(before: edits.paddingBefore, after: edits.paddingAfter)
    }
    return track
  }

  /// This track and `others` after it, all with this track's rate and channels.
  /// - Throws: any error from opening the tracks, and ``ResamplingError`` where rates are too far
  ///   apart.
  public func joined(with others: [PCMTrack]) throws -> PCMTrack {
    if others.isEmpty { return self }
    let tracks = try others.map { [sampleRate, channelCount] other in
      try other.map {
        try $0.adapted(toRate: sampleRate, channelCount: channelCount, .mix)
      }
    }
    return try PCMTrack { try JoinedSource([self] + tracks) }
  }

  private func kept(from start: Double, to end: Double?) throws -> PCMTrack {
    try map { source in
      let first = source.frames(in: start)
      let count = end.map { max(0, source.frames(in: $0) - first) }
      return TrimmedSource(source, from: first, count: count)
    }
  }

  private func withoutDC() throws -> PCMTrack {
    let means = try levels().means
    return try map { LevelledSource($0, subtracting: means) }
  }

  /// A sound of silence alone is left as it is, because it has no loud frame to start or end at.
  private func withoutSilenceAround() throws -> PCMTrack {
    let levels = try levels()
    guard let first = levels.firstLoudFrame, let last = levels.lastLoudFrame else { return self }
    return try map { TrimmedSource($0, from: first, count: last - first + 1) }
  }

  private func levels() throws -> LevelMeter {
    var meter = LevelMeter(channelCount: channelCount, threshold: SoundEdits.silenceThreshold)
    try forEachBlock { meter.add($0) }
    return meter
  }

  /// Silence has no loudness, and stays silence.
  private func normalized(to target: Double) throws -> PCMTrack {
    let meter = try LoudnessMeter(channelCount: channelCount, sampleRate: sampleRate)
    try forEachBlock { meter.add($0) }
    let peak = meter.truePeak
    guard let loudness = meter.loudness(), let peak else { return self }
    return try amplified(by: min(target - loudness, SoundEdits.peakLimit - peak))
  }

  private func amplified(by decibels: Double) throws -> PCMTrack {
    let factor = pow(10, decibels / 20)
    return try map { LevelledSource($0, factor: factor) }
  }

  private func repeated(_ count: Int) throws -> PCMTrack {
    try PCMTrack { try JoinedSource(Array(repeating: self, count: count)) }
  }

  private func faded(in fadeIn: Double, out fadeOut: Double) throws -> PCMTrack {
    let length = try countedFrames()
    return try map {
      FadedSource(
        $0, length: length, fadeIn: $0.frames(in: fadeIn), fadeOut: $0.frames(in: fadeOut))
    }
  }

  private func padded(before: Double, after: Double) throws -> PCMTrack {
    func silence(_ seconds: Double) throws -> PCMTrack {
      try PCMTrack { [sampleRate, channelCount] in
        let frames = Int64(exactly: (seconds * sampleRate).rounded()) ?? 0
        return SilenceSource(sampleRate: sampleRate, channelCount: channelCount, frames: frames)
      }
    }
    let tracks = [try silence(before), self, try silence(after)]
    return try PCMTrack { try JoinedSource(tracks) }
  }
}
