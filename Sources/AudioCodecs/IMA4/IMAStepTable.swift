/// The quantiser of IMA ADPCM (IMA Recommended Practices for Enhancing Digital Audio
/// Compatibility 3.00, 1992, §6): 89 step sizes and what each of 16 codes does with them.
struct IMAStepTable: Sendable {
  static let stepCount = 89
  static let maximumIndex = 88

  /// For index and code (`index << 4 | code`): the difference, shifted left by 8, and the next
  /// index. One look-up serves both, which halves the latency of a chain that waits for them.
  let transitions: [Int32]
  /// For each index eight entries: the smallest differences that get code 1…7, and a filler.
  let thresholds: [Int32]

  static let shared = IMAStepTable()

  /// The tables as the inner loops want them.
  @unsafe struct Pointers {
    let transitions: UnsafePointer<Int32>
    let thresholds: UnsafePointer<Int32>
  }

  /// Runs `body` with pointers that are valid until it returns. Step indices are 0…88 and codes
  /// 0…15 wherever they come from, so no look-up leaves the tables.
  @inline(__always)
  func withUnsafePointers<T>(_ body: (Pointers) -> T) -> T {
    unsafe transitions.withUnsafeBufferPointer { transitions in
      unsafe thresholds.withUnsafeBufferPointer { thresholds in
        guard let first = transitions.baseAddress, let second = thresholds.baseAddress else {
          preconditionFailure("the tables are never empty")
        }
        return unsafe body(Pointers(transitions: first, thresholds: second))
      }
    }
  }

  private init() {
    transitions = Self.steps.indices.flatMap { index in
      (0..<16).map { code in
        Self.difference(code, step: Self.steps[index]) << 8 | Int32(Self.next(index, code))
      }
    }
    thresholds = Self.steps.flatMap { step in
      (0..<8).map { code in Self.threshold(code, step: step) }
    }
  }

  /// The decoder's difference: shifts and additions, not a multiplication, as in every decoder.
  private static func difference(_ code: Int, step: Int32) -> Int32 {
    let magnitude =
      step >> 3 + (code & 4 != 0 ? step : 0) + (code & 2 != 0 ? step >> 1 : 0)
      + (code & 1 != 0 ? step >> 2 : 0)
    return code & 8 != 0 ? -magnitude : magnitude
  }

  /// The difference at which the standard encoder's comparisons turn to `code`.
  private static func threshold(_ code: Int, step: Int32) -> Int32 {
    code == 0
      ? .max
      : (code & 4 != 0 ? step : 0) + (code & 2 != 0 ? step >> 1 : 0)
        + (code & 1 != 0 ? step >> 2 : 0)
  }

  private static func next(_ index: Int, _ code: Int) -> Int {
    let change = [-1, -1, -1, -1, 2, 4, 6, 8][code & 7]
    return min(max(index + change, 0), maximumIndex)
  }

  private static let steps: [Int32] = [
    7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73,
    80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494,
    544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499,
    2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442,
    11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
  ]
}

/// What an IMA ADPCM decoder remembers of a channel between samples.
struct IMAState: Hashable, Sendable {
  /// The last sample, −32768…32767.
  var predictor: Int32 = 0
  /// Index of the step size, 0…88.
  var stepIndex: Int = 0
}
