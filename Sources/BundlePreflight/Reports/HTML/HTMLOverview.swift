import AlertSounds
import Glibc

/// All sounds in one picture: how loud each is over how long it lasts.
///
/// A sound that is much louder than its siblings, or past the 30 s line, stands out before a row is
/// read.
struct HTMLOverview {
  private static let size = (width: 400, height: 172)
  /// The plot inside the labels.
  private static let plot = (left: 34.0, right: 392.0, top: 10.0, bottom: 146.0)
  /// Seconds at the left and the right edge; in between the scale is logarithmic.
  private static let durations = (0.1, 60.0)
  /// LUFS at the bottom and the top edge.
  private static let loudnesses = (-48.0, 0.0)

  private var dots = [String](repeating: "", count: Finding.Severity.allCases.count + 1)
  private var dotCount = 0

  /// - Parameter level: 0 for a sound without findings, else its worst one's rank and one.
  mutating func add(_ sound: PreflightSound, level: Int) {
    guard let duration = sound.duration, let loudness = sound.measurements?.loudness?.value,
      duration.isFinite, loudness.isFinite
    else { return }
    // A line of no length with a round end is a dot, at a few bytes each.
    dots[level] +=
      "M\(fixed(Self.x(duration), decimals: 0)) \(fixed(Self.y(loudness), decimals: 0))h0"
    dotCount += 1
  }

  /// Writes nothing where there are not two sounds to compare.
  func write(to output: inout some TextOutputStream) {
    guard dotCount > 1 else { return }
    let (width, height) = Self.size
    output.write("<figure><svg class=\"overview\" viewBox=\"0 0 \(width) \(height)\" role=\"img\" ")
    output.write("aria-label=\"Loudness over duration of \(dotCount) sounds\">\n")
    for (text, loudness) in [("0", 0.0), ("−12", -12), ("−24", -24), ("−36", -36)] {
      let y = fixed(Self.y(loudness), decimals: 0)
      output.write(
        "<path class=\"grid\" d=\"M\(Int(Self.plot.left)) \(y)H\(Int(Self.plot.right))\"/>")
      output.write("<text x=\"28\" y=\"\(y)\" dy=\"4\" text-anchor=\"end\">\(text)</text>\n")
    }
    for (text, seconds) in [
      ("0.1", 0.1), ("0.3", 0.3), ("1", 1.0), ("3", 3), ("10", 10), ("30 s", 30),
    ] {
      let x = fixed(Self.x(seconds), decimals: 0)
      let kind = seconds == 30 ? "limit" : "tick"
      let top = seconds == 30 ? Self.plot.top : Self.plot.bottom - 4
      output.write("<path class=\"\(kind)\" d=\"M\(x) \(Int(top))V\(Int(Self.plot.bottom))\"/>")
      output.write("<text x=\"\(x)\" y=\"\(height - 10)\" text-anchor=\"middle\">\(text)</text>\n")
    }
    for (level, path) in dots.enumerated() where !path.isEmpty {
      let size = dotCount > 500 ? " many" : ""
      output.write("<path class=\"dots dots-\(level)\(size)\" d=\"\(path)\"/>\n")
    }
    output.write(
      "</svg><figcaption>LUFS over seconds, a dot for each sound</figcaption></figure>\n")
  }

  private static func x(_ duration: Double) -> Double {
    let (first, last) = durations
    let share = log10(min(max(duration, first), last) / first) / log10(last / first)
    return plot.left + share * (plot.right - plot.left)
  }

  private static func y(_ loudness: Double) -> Double {
    let (lowest, highest) = loudnesses
    let share = (min(max(loudness, lowest), highest) - lowest) / (highest - lowest)
    return plot.bottom - share * (plot.bottom - plot.top)
  }
}
