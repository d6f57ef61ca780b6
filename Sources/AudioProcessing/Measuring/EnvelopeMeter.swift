public import AudioFormats

/// The envelope of a sound for a drawing: the range and the power of its samples in columns of
/// equal length.
public struct EnvelopeMeter: Sendable {
  /// A stretch of the sound, all channels in one; full scale ±1. Its range contains 0.
  public struct Column: Hashable, Sendable {
    /// The lowest sample, 0 at most.
    public var lowest: Double
    /// The highest sample, 0 at least.
    public var highest: Double
    /// The root of the mean square.
    public var rms: Double

    /// A column; the defaults are silence.
    public init(lowest: Double = 0, highest: Double = 0, rms: Double = 0) {
      (self.lowest, self.highest, self.rms) = (lowest, highest, rms)
    }
  }

  /// The columns so far; those that no frame has reached are silent.
  public private(set) var columns: [Column]
  private let frameCount: Int64
  private var position: Int64 = 0
  private var column = 0
  /// Of the current column.
  private var squares = 0.0
  private var sampleCount = 0

  /// An envelope of `columnCount` columns, or one for each frame where there are fewer.
  /// - Parameters:
  ///   - columnCount: the maximum number of columns.
  ///   - frameCount: frames of the whole sound.
  public init(columnCount: Int, frameCount: Int64) {
    self.frameCount = max(0, frameCount)
    columns = Array(repeating: Column(), count: Int(min(Int64(columnCount), self.frameCount)))
  }

  /// Takes more of the sound; frames after the promised ones are left out.
  public mutating func add(_ pcm: PCMBuffer) {
    var frame = 0
    while frame < pcm.frameCount, column < columns.count {
      let end = end(ofColumn: column)
      let count = Int(min(end - position, Int64(pcm.frameCount - frame)))
      add(pcm.samples, frame * pcm.channelCount..<(frame + count) * pcm.channelCount)
      frame += count
      position += Int64(count)
      if position == end {
        column += 1
        (squares, sampleCount) = (0, 0)
      }
    }
  }

  /// The frame after a column: its share of all frames, rounded down. They are divided before they
  /// are multiplied, because a header may claim any number of them.
  private func end(ofColumn column: Int) -> Int64 {
    let (whole, rest) = frameCount.quotientAndRemainder(dividingBy: Int64(columns.count))
    return whole * Int64(column + 1) + rest * Int64(column + 1) / Int64(columns.count)
  }

  private mutating func add(_ samples: [Double], _ part: Range<Int>) {
    let range = SampleRange(of: samples, part)
    squares += sumOfSquares(samples, part)
    sampleCount += part.count
    columns[column].lowest = min(columns[column].lowest, range.lowest)
    columns[column].highest = max(columns[column].highest, range.highest)
    columns[column].rms = (squares / Double(sampleCount)).squareRoot()
  }
}

/// Four at a time.
private func sumOfSquares(_ samples: [Double], _ range: Range<Int>) -> Double {
  let whole = range.count / 4 * 4
  var four = SIMD4<Double>.zero
  unsafe samples.withUnsafeBytes { bytes in
    for index in stride(from: range.lowerBound, to: range.lowerBound + whole, by: 4) {
      let next = unsafe bytes.loadUnaligned(fromByteOffset: index * 8, as: SIMD4<Double>.self)
      four.addProduct(next, next)
    }
  }
  return samples[(range.lowerBound + whole)..<range.upperBound].reduce(four.sum()) { $0 + $1 * $1 }
}
