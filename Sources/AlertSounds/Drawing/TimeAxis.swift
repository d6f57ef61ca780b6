/// The marks of a time axis: round numbers of seconds, as many as fit.
struct TimeAxis {
  let duration: Double
  private let step: Double
  private let stepCount: Int

  /// - Parameter maximumCount: the most steps from the start to the end.
  init(duration: Double, maximumCount: Int) {
    self.duration = duration
    step = Self.steps.first { duration <= $0 * Double(max(1, maximumCount)) } ?? duration
    stepCount = step > 0 ? Int(duration / step + 1e-9) : 0
  }

  /// Seconds: 1, 2 and 5 of each power of ten up to a minute, then those of clocks.
  private static let steps: [Double] =
    [0.00001, 0.0001, 0.001, 0.01, 0.1, 1].flatMap { [$0, 2 * $0, 5 * $0] }
    + [10, 15, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 18_000, 36_000, 86_400]

  /// Each mark in seconds, and its label; the first one has the unit.
  var marks: [(time: Double, label: String)] {
    (0...stepCount).map { (Double($0) * step, label(Double($0) * step)) }
  }

  private func label(_ time: Double) -> String {
    if duration >= 100 {
      let whole = Int(exactly: time.rounded()) ?? .max
      let seconds = whole % 60
      return "\(whole / 60):\(seconds < 10 ? "0" : "")\(seconds)"
    }
    if time == 0 { return "0 s" }
    var decimals = 0
    var scaled = step
    while decimals < 5, abs(scaled - scaled.rounded()) > 1e-6 {
      decimals += 1
      scaled *= 10
    }
    return fixed(time, decimals: decimals)
  }
}
