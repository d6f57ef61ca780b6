/// The choice of a stream's first state.
enum IMA4Start {
  /// The state that a first preamble can state and from which `samples` are encoded best.
  static func best(for samples: [Int16]) -> IMAState {
    let first = Int32(samples[0])
    let below = first & IMA4Preamble.predictorMask
    let above = min(below + 128, 32_767 & IMA4Preamble.predictorMask)
    var best = IMAState()
    var least = error(of: samples, from: best)
    for predictor in [below, above] {
      for stepIndex in 0...IMAStepTable.maximumIndex {
        // What a decoder makes of the preamble: it may think that its own start will do.
        let start = IMA4Preamble(carrying: IMAState(predictor: predictor, stepIndex: stepIndex))
          .state(after: IMAState())
        let error = error(of: samples, from: start)
        if error < least { (best, least) = (start, error) }
      }
    }
    return best
  }

  /// The sum of squared differences between the samples and what is decoded.
  private static func error(of samples: [Int16], from start: IMAState) -> Int64 {
    var state = start
    var sum: Int64 = 0
    unsafe IMAStepTable.shared.withUnsafePointers { table in
      for sample in samples {
        _ = unsafe state.encode(Int32(sample), table)
        let error = Int64(Int32(sample) - state.predictor)
        sum += error * error
      }
    }
    return sum
  }
}
