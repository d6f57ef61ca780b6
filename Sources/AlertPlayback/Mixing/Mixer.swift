/// Sums voices, period by period. It does not depend on a device or on time.
struct Mixer {
  /// A voice that has been mixed to its end, `offset` frames into the mix.
  struct End {
    let voice: Voice
    let outcome: PlaybackOutcome
    let offset: Int
    /// Frames of the voice in all.
    let frameCount: Int64
  }

  private struct Entry {
    let voice: Voice
    let reader: SourceReader
    var gain: Gain
    var fadeNumber = 0
    var frameCount: Int64 = 0
    var piece = SourceReader.Piece()

    var end: End {
      let failure = piece.failure.map { PlaybackOutcome.failed(.source($0)) }
      return End(
        voice: voice, outcome: failure ?? (fadeNumber > 0 ? .cancelled : .played),
        offset: piece.frameCount, frameCount: frameCount)
    }
  }

  let format: PlaybackFormat
  private var voices: [Entry] = []
  private var input: [Double]
  /// Frames in which some voice was silent because its source was late.
  private(set) var starvedFrames: Int64 = 0
  /// Samples cut at full scale.
  private(set) var clippedSamples: Int64 = 0

  /// A mixer of at most `maximumFrames` at a time.
  init(_ format: PlaybackFormat, maximumFrames: Int) {
    self.format = format
    input = Array(repeating: 0, count: maximumFrames * format.channelCount)
    voices.reserveCapacity(16)
  }

  var isEmpty: Bool { voices.isEmpty }

  /// Takes one more voice into the mix.
  mutating func add(_ voice: Voice, _ reader: SourceReader) {
    reader.begin(format)
    voices.append(Entry(voice: voice, reader: reader, gain: Gain(volume: voice.orders.volume)))
  }

  /// Reports to each voice how much of it has been heard, when `queuedFrames` of the mix have not.
  func tellElapsed(queuedFrames: Int64) {
    for entry in voices {
      let heard = max(0, entry.frameCount - queuedFrames)
      entry.voice.setElapsed(format.duration(ofFrames: heard))
    }
  }

  /// Removes the voices for which `shallRemove` returns true, at once and without a fade.
  /// - Returns: the voices.
  mutating func remove(where shallRemove: (Voice) -> Bool = { _ in true }) -> [Voice] {
    let removed = voices.filter { shallRemove($0.voice) }
    for entry in removed { entry.reader.cancel() }
    voices.removeAll { shallRemove($0.voice) }
    return removed.map(\.voice)
  }

  /// Replaces the start of `output` with up to `frames` frames of the sum, cut at full scale.
  ///
  /// A voice whose source is late is silent meanwhile. If all sources are late, there is no mix.
  /// - Returns: the number of frames.
  mutating func mix(_ frames: Int, into output: inout [Double], ends: inout [End]) -> Int {
    let sampleCount = frames * format.channelCount
    for index in 0..<sampleCount { output[index] = 0 }
    var mixed = 0
    for index in voices.indices {
      mixed = max(mixed, add(index, frames, to: &output, ends: &ends))
    }
    for entry in voices where entry.piece.isReady && !entry.piece.isLast {
      starvedFrames += Int64(max(0, mixed - entry.piece.frameCount))
    }
    voices.removeAll { $0.piece.isLast }
    cut(&output, sampleCount: mixed * format.channelCount)
    return mixed
  }

  /// Adds the next frames of one voice.
  private mutating func add(
    _ index: Int, _ frames: Int, to output: inout [Double], ends: inout [End]
  ) -> Int {
    var entry = voices[index]
    defer { voices[index] = entry }
    let orders = entry.voice.orders
    if orders.fadeNumber != entry.fadeNumber, let duration = orders.fadeDuration {
      entry.fadeNumber = orders.fadeNumber
      entry.gain.fadeOut(frames: format.frames(in: duration))
    }
    entry.piece = entry.reader.take(frames, into: &input)
    let fadeEnd = entry.gain.add(
      input, to: &output, frames: entry.piece.frameCount, channelCount: format.channelCount,
      target: orders.volume)
    if let fadeEnd { entry.piece.frameCount = fadeEnd }
    entry.frameCount += Int64(entry.piece.frameCount)
    // A voice that is silent at the moment ends without a fade.
    if fadeEnd != nil || entry.fadeNumber > 0 && entry.piece.frameCount == 0 {
      entry.piece.isLast = true
    }
    if entry.piece.isLast {
      ends.append(entry.end)
      entry.reader.cancel()
    }
    return entry.piece.frameCount
  }

  /// Clips samples over full scale; NaN becomes silence.
  private mutating func cut(_ output: inout [Double], sampleCount: Int) {
    for index in 0..<sampleCount where !(abs(output[index]) <= 1) {
      output[index] = output[index].isNaN ? 0 : max(-1, min(1, output[index]))
      clippedSamples += 1
    }
  }
}
