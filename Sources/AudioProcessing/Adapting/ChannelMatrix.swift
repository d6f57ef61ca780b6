/// The share of each input channel in each output channel.
struct ChannelMatrix {
  /// One term of an output channel's sum.
  struct Term {
    let channel: Int
    let weight: Double
  }

  /// A row for each output channel; inputs of weight 0 have no term.
  let rows: [[Term]]

  private init(weights: [[Double]]) {
    rows = weights.map { row in
      row.enumerated().filter { $0.element != 0 }.map {
        Term(channel: $0.offset, weight: $0.element)
      }
    }
  }

  /// Each output channel is the input channel of the same number; mono is copied to all.
  static func selecting(from inputCount: Int, to outputCount: Int) -> ChannelMatrix {
    ChannelMatrix(
      weights: (0..<outputCount).map { output in
        (0..<inputCount).map { $0 == (inputCount == 1 ? 0 : output) ? 1 : 0 }
      })
  }

  /// Down-mix weights (ITU-R BS.775-3, Table 2), scaled so that no mix can clip. Channel counts
  /// that the table does not know are mixed evenly.
  static func mixing(from inputCount: Int, to outputCount: Int) -> ChannelMatrix {
    guard let sides = sides(inputCount), outputCount <= 2, inputCount > outputCount else {
      return ChannelMatrix(weights: even(from: inputCount, to: outputCount))
    }
    let left = sides.map { weight($0, near: .left, surround: .surroundLeft) }
    let right = sides.map { weight($0, near: .right, surround: .surroundRight) }
    let rows = outputCount == 2 ? [left, right] : [zip(left, right).map(+)]
    return ChannelMatrix(weights: rows.map(normalized))
  }

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

  private static func weight(_ side: Side, near: Side, surround: Side) -> Double {
    switch side {
    case near: 1
    case .center, surround: 0.5.squareRoot()  // −3 dB
    default: 0  // the other side; low frequencies are left out, as in BS.775
    }
  }

  private static func normalized(_ row: [Double]) -> [Double] {
    let sum = row.reduce(0, +)
    return sum > 0 ? row.map { $0 / sum } : row
  }

  private static func even(from inputCount: Int, to outputCount: Int) -> [[Double]] {
    (0..<outputCount).map { output in
      if outputCount == 1 { return Array(repeating: 1 / Double(inputCount), count: inputCount) }
      let share = (inputCount - output + outputCount - 1) / outputCount
      return (0..<inputCount).map { input in
        if inputCount == 1 { return 1 }
        return input % outputCount == output ? 1 / Double(share) : 0
      }
    }
  }
}
