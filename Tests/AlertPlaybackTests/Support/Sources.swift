import AlertPlayback
import AudioFormats
import Dispatch

/// A sound in memory, read in blocks of a given size.
struct BufferSource: PCMSource {
  let sampleRate: Double
  private let pcm: PCMBuffer
  private let blockFrames: Int
  private var position = 0

  init(_ pcm: PCMBuffer, sampleRate: Double = 48_000, blockFrames: Int = 1_000) {
    self.pcm = pcm
    self.sampleRate = sampleRate
    self.blockFrames = blockFrames
  }

  var channelCount: Int { pcm.channelCount }
  var frameCount: Int64? { Int64(pcm.frameCount) }

  mutating func read(into buffer: inout PCMBuffer) throws {
    let count = min(blockFrames, pcm.frameCount - position)
    let range = position * channelCount..<(position + count) * channelCount
    buffer = PCMBuffer(channelCount: channelCount, samples: Array(pcm.samples[range]))
    position += count
  }
}

/// A source that throws when its sound is over.
struct BreakingSource: PCMSource {
  struct Broken: Error, CustomStringConvertible { let description = "the sound breaks off" }

  private var input: BufferSource

  init(_ pcm: PCMBuffer) { input = BufferSource(pcm) }

  var sampleRate: Double { input.sampleRate }
  var channelCount: Int { input.channelCount }
  var frameCount: Int64? { nil }

  mutating func read(into buffer: inout PCMBuffer) throws {
    try input.read(into: &buffer)
    if buffer.frameCount == 0 { throw Broken() }
  }
}

/// A source without an end.
struct EndlessSource: PCMSource {
  let value: Double
  let sampleRate = 48_000.0
  let channelCount = 1
  let frameCount: Int64? = nil

  func read(into buffer: inout PCMBuffer) { buffer = constant(value, frames: 1_000) }
}

/// A source that yields nothing until its gate is opened.
struct GatedSource: PCMSource {
  let gate: DispatchSemaphore
  private var input: BufferSource
  private var isOpen = false

  init(_ pcm: PCMBuffer, gate: DispatchSemaphore) {
    input = BufferSource(pcm)
    self.gate = gate
  }

  var sampleRate: Double { input.sampleRate }
  var channelCount: Int { input.channelCount }
  var frameCount: Int64? { input.frameCount }

  mutating func read(into buffer: inout PCMBuffer) throws {
    if !isOpen { gate.wait() }
    isOpen = true
    try input.read(into: &buffer)
  }
}

extension PlaybackFormat {
  static let mono48 = PlaybackFormat(sampleRate: 48_000, channelCount: 1)
}

extension Player {
  /// Plays a sound in memory.
  func play(_ pcm: PCMBuffer, volume: Double = 1, blockFrames: Int = 1_000) -> Voice {
    play(
      PlaybackFormat(sampleRate: 48_000, channelCount: pcm.channelCount), volume: volume
    ) { format in BufferSource(pcm, sampleRate: format.sampleRate, blockFrames: blockFrames) }
  }
}

/// A sound whose samples all have the same value.
func constant(_ value: Double, frames: Int) -> PCMBuffer {
  PCMBuffer(channelCount: 1, samples: Array(repeating: value, count: frames))
}
