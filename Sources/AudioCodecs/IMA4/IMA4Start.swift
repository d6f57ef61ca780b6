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
        let start = IMA4Preamble(carrying: IMAState(predictor: predictor, stepIndex: stepIndex))
          .state(after: IMAState())
        let error = error(of: samples, from: start)
        if error < least { (best, least) = (start, error) }
      }
    }
    return best
  }

  private static func error(of samples: [Int16], from start: IMAState) -> Int64 {
    var state = start
    return state.encode(samples) { _, _ in }
  }
}
