public import AudioTypes

/// A source mixed to another number of channels by standard coefficients (afconvert's `--mix`).
public struct MixSource: PCMSource {
  public let channelCount: Int
  private var input: any PCMSource
  private var block: PCMBuffer
  /// A row for each output channel: the weight of each input channel.
  private let matrix: [[Double]]

  /// Mixes `input`, whose channels stand in the order of `MixMatrix`.
  public init(_ input: any PCMSource, channelCount: Int) {
    self.input = input
    self.channelCount = channelCount
    matrix = MixMatrix.weights(from: input.channelCount, to: channelCount)
    block = PCMBuffer(channelCount: input.channelCount)
  }

  public var sampleRate: Double { input.sampleRate }
  public var frameCount: Int64? { input.frameCount }

  public mutating func read(into buffer: inout PCMBuffer) throws {
    try input.read(into: &block)
    buffer.resize(frames: block.frameCount)
    let inputCount = input.channelCount
    for frame in 0..<block.frameCount {
      for channel in 0..<channelCount {
        var sum = 0.0
        for from in 0..<inputCount {
          sum += matrix[channel][from] * block.samples[frame * inputCount + from]
        }
        buffer.samples[frame * channelCount + channel] = sum
      }
    }
  }
}

/// Down-mix weights (ITU-R BS.775-3, Table 2), scaled so that no mix can clip.
enum MixMatrix {
  /// Which side a channel stands on.
  private enum Side { case left, right, center, lowFrequency, surroundLeft, surroundRight }

  /// Channel orders of WAVE and of Core Audio's default layouts.
  private static func sides(_ count: Int) -> [Side]? {
    switch count {
    case 1: [.center]
    case 2: [.left, .right]
    case 3: [.left, .right, .center]
    case 4: [.left, .right, .surroundLeft, .surroundRight]
    case 5: [.left, .right, .center, .surroundLeft, .surroundRight]
    case 6: [.left, .right, .center, .lowFrequency, .surroundLeft, .surroundRight]
    default: nil
    }
  }

  /// A row for each output channel. What no table knows is mixed evenly.
  static func weights(from inputCount: Int, to outputCount: Int) -> [[Double]] {
    guard let sides = sides(inputCount), outputCount <= 2, inputCount > outputCount else {
      return unmapped(from: inputCount, to: outputCount)
    }
    let left = sides.map { weight($0, near: .left, surround: .surroundLeft) }
    let right = sides.map { weight($0, near: .right, surround: .surroundRight) }
    let rows = outputCount == 2 ? [left, right] : [zip(left, right).map(+)]
    return rows.map(normalized)
  }

  private static func weight(_ side: Side, near: Side, surround: Side) -> Double {
    switch side {
    case near: 1
    case .center, surround: 0.5.squareRoot()  // −3 dB
    default: 0  // the other side; low frequencies are left out, as BS.775 has it
    }
  }

  private static func normalized(_ row: [Double]) -> [Double] {
    let sum = row.reduce(0, +)
    return sum > 0 ? row.map { $0 / sum } : row
  }

  private static func unmapped(from inputCount: Int, to outputCount: Int) -> [[Double]] {
    (0..<outputCount).map { output in
      if outputCount == 1 { return Array(repeating: 1 / Double(inputCount), count: inputCount) }
      return (0..<inputCount).map { input in
        inputCount == 1 || input % outputCount == output
          ? 1 / Double(inputCount == 1 ? 1 : (inputCount - output + outputCount - 1) / outputCount)
          : 0
      }
    }
  }
}
