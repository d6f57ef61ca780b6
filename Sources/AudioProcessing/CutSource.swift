public import AudioTypes

/// A source that ends early, and fades out before its end so that the cut is not heard as a click.
public struct CutSource: PCMSource {
  private var input: any PCMSource
  private let frames: Int64
  private let fadeFrames: Int64
  private var position: Int64 = 0

  /// The first `seconds` of `input`; over the last `fade` seconds of them the level falls to 0.
  /// What is shorter is left as it is.
  public init(_ input: any PCMSource, seconds: Double, fade: Double) {
    self.input = input
    let rate = input.sampleRate
    frames = max(0, Int64(seconds * rate))
    fadeFrames = min(frames, max(0, Int64(fade * rate)))
  }

  public var sampleRate: Double { input.sampleRate }
  public var channelCount: Int { input.channelCount }
  public var frameCount: Int64? { input.frameCount.map { min($0, frames) } }

  /// Whether the input goes on behind the cut; where nobody knows, it fades at the cut.
  private var isCut: Bool { input.frameCount.map { $0 > frames } ?? true }

  public mutating func read(into buffer: inout PCMBuffer) throws {
    guard position < frames else { return buffer.removeAll() }
    try input.read(into: &buffer)
    if Int64(buffer.frameCount) > frames - position {
      buffer.resize(frames: Int(frames - position))
    }
    if isCut { fade(&buffer) }
    position += Int64(buffer.frameCount)
  }

  /// A straight line from full level to nothing.
  private func fade(_ buffer: inout PCMBuffer) {
    let start = frames - fadeFrames
    let first = max(0, start - position)
    guard first < Int64(buffer.frameCount) else { return }
    for frame in Int(first)..<buffer.frameCount {
      let gain = Double(frames - position - Int64(frame)) / Double(max(1, fadeFrames))
      for sample in frame * channelCount..<(frame + 1) * channelCount {
        buffer.samples[sample] *= gain
      }
    }
  }
}
