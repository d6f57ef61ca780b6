import CIMA4Search

/// The quantiser of IMA ADPCM (IMA Recommended Practices for Enhancing Digital Audio Compatibility
/// 3.00, 1992, §6): 89 step sizes, and the effects of the 16 codes on them.
struct IMAStepTable: Sendable {
  static let stepCount = 89
  static let maximumIndex = 88

  /// For index and code (`index << 4 | code`): the difference, shifted left by 8, and the next
  /// index. One look-up serves both, which halves the latency of a chain that waits for them.
  let transitions: [Int32]

  static let shared = IMAStepTable()

  /// Runs `body` with a pointer that is valid until it returns. Step indices are 0…88 and codes
  /// 0…15 wherever they come from, so no look-up leaves the table.
  @inline(__always)
  func withTransitions<T>(_ body: (UnsafePointer<Int32>) -> T) -> T {
    unsafe transitions.withUnsafeBufferPointer { transitions in
      guard let first = transitions.baseAddress else {
        preconditionFailure("the table is never empty")
      }
      return unsafe body(first)
    }
  }

  private init() {
    let steps = (0..<Self.stepCount).map { Int32(ima4_step_size(Int32($0))) }
    transitions = steps.indices.flatMap { index in
      (0..<16).map { code in
        Self.difference(code, step: steps[index]) << 8 | Int32(Self.next(index, code))
      }
    }
  }

  /// The decoder's difference: shifts and additions, not a multiplication, as in every decoder.
  private static func difference(_ code: Int, step: Int32) -> Int32 {
    let magnitude =
      step >> 3 + (code & 4 != 0 ? step : 0) + (code & 2 != 0 ? step >> 1 : 0)
      + (code & 1 != 0 ? step >> 2 : 0)
    return code & 8 != 0 ? -magnitude : magnitude
  }

  private static func next(_ index: Int, _ code: Int) -> Int {
    let change = [-1, -1, -1, -1, 2, 4, 6, 8][code & 7]
    return min(max(index + change, 0), maximumIndex)
  }
}

/// The state of an IMA ADPCM decoder for one channel between samples.
struct IMAState: Hashable, Sendable {
  /// The last sample, −32768…32767.
  var predictor: Int32 = 0
  /// Index of the step size, 0…88.
  var stepIndex: Int = 0
}

extension IMAState {
  /// Decodes one code to a sample.
  @inline(__always)
  mutating func decode(_ code: Int, _ transitions: UnsafePointer<Int32>) -> Int32 {
    let entry = unsafe transitions[stepIndex << 4 | code]
    predictor = min(max(predictor &+ entry >> 8, -32_768), 32_767)
    stepIndex = Int(entry & 0xFF)
    return predictor
  }
}
