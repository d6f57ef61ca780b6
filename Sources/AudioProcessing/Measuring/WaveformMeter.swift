public import AudioTypes

/// The shape of a sound for a drawing: the range of the samples in columns of equal length.
public struct WaveformMeter: Sendable {
  /// A stretch of the sound, all channels in one; full scale ±1.
  public struct Column: Hashable, Sendable {
    public fileprivate(set) var lowest = 0.0
    public fileprivate(set) var highest = 0.0
  }

  public private(set) var columns: [Column]
  private let frameCount: Int64
  private var position: Int64 = 0
  private var column = 0

  /// A drawing of `columnCount` columns, or one for each frame where there are fewer.
  /// - Parameter frameCount: frames of the whole sound.
  public init(columnCount: Int, frameCount: Int64) {
    self.frameCount = max(0, frameCount)
    columns = Array(repeating: Column(), count: Int(min(Int64(columnCount), self.frameCount)))
  }

  /// Takes more of the sound; frames behind the promised ones are left out.
  public mutating func add(_ pcm: PCMBuffer) {
    var frame = 0
    while frame < pcm.frameCount, column < columns.count {
      let end = frameCount * Int64(column + 1) / Int64(columns.count)
      let count = Int(min(end - position, Int64(pcm.frameCount - frame)))
      let samples = frame * pcm.channelCount..<(frame + count) * pcm.channelCount
      let range = SampleRange(of: pcm.samples, samples)
      columns[column].lowest = min(columns[column].lowest, range.lowest)
      columns[column].highest = max(columns[column].highest, range.highest)
      frame += count
      position += Int64(count)
      if position == end { column += 1 }
    }
  }
}
