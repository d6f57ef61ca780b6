/// The two bytes before a packet's codes: nine bits of predictor, seven of step index.
struct IMA4Preamble {
  /// The low seven bits of the predictor do not fit.
  static let predictorMask: Int32 = ~0x7F
  /// The maximum distance between a decoder's own predictor and a preamble that only repeats it.
  static let tolerance: Int32 = 0x7F

  let predictor: Int32
  let stepIndex: Int

  init(_ high: UInt8, _ low: UInt8) {
    let word = Int16(bitPattern: UInt16(high) << 8 | UInt16(low))
    predictor = Int32(word) & Self.predictorMask
    stepIndex = Int(low & 0x7F)
  }

  /// The preamble that carries `state` on.
  init(carrying state: IMAState) {
    predictor = state.predictor & Self.predictorMask
    stepIndex = state.stepIndex
  }

  var bytes: (UInt8, UInt8) {
    let word = UInt32(bitPattern: predictor) | UInt32(stepIndex)
    return (UInt8(truncatingIfNeeded: word >> 8), UInt8(truncatingIfNeeded: word))
  }

  /// The state from which the packet is decoded, by QuickTime's rule: a preamble that agrees with
  /// the running state, as far as its nine bits show, leaves the exact predictor alone.
  func state(after running: IMAState) -> IMAState {
    let agrees =
      stepIndex == running.stepIndex && abs(predictor - running.predictor) <= Self.tolerance
    return agrees ? running : IMAState(predictor: predictor, stepIndex: stepIndex)
  }
}
