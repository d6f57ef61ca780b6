import AlertSounds
import Glibc

/// All sounds in one picture: the loudness of each over its duration.
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

  /// The sounds' places in the picture, by the level of their findings.
  private var dots = [[(x: Int16, y: Int16)]](
    repeating: [], count: Finding.Severity.allCases.count + 1)

  /// - Parameter level: 0 for a sound without findings, otherwise 1 + the rank of its worst
  ///   finding.
  mutating func add(_ sound: PreflightSound, level: Int) {
    guard let duration = sound.duration, let loudness = sound.measurements?.loudness?.value,
      duration.isFinite, loudness.isFinite
    else { return }
    dots[level].append((Int16(Self.x(duration).rounded()), Int16(Self.y(loudness).rounded())))
  }

  /// Writes nothing for fewer than two sounds.
  func write(to output: inout some TextOutputStream) {
    let dotCount = dots.reduce(0) { $0 + $1.count }
    guard dotCount > 1 else { return }
    let (width, height) = Self.size
    output.write("<figure><svg class=\"overview\" viewBox=\"0 0 \(width) \(height)\" role=\"img\" ")
    output.write("aria-label=\"Loudness over duration of \(count(dotCount, "sound"))\">\n")
    writeScales(to: &output)
    for (level, dots) in dots.enumerated() where !dots.isEmpty {
      output.write("<path class=\"dots dots-\(level)\(dotCount > 500 ? " many" : "")\" d=\"")
      // A line of zero length with a round end is a dot of only a few bytes.
      for dot in dots { output.write("M\(dot.x) \(dot.y)h0") }
      output.write("\"/>\n")
    }
    output.write(
      "</svg><figcaption>LUFS over seconds, a dot for each sound</figcaption></figure>\n")
  }

  private func writeScales(to output: inout some TextOutputStream) {
    let (left, right, top, bottom) = Self.plot
    for (text, loudness) in [("0", 0.0), ("−12", -12), ("−24", -24), ("−36", -36)] {
      let y = Int(Self.y(loudness).rounded())
      output.write("<path class=\"grid\" d=\"M\(Int(left)) \(y)H\(Int(right))\"/>")
      output.write("<text x=\"28\" y=\"\(y)\" dy=\"4\" text-anchor=\"end\">\(text)</text>\n")
    }
    for seconds in [0.1, 0.3, 1, 3, 10, 30] {
      let x = Int(Self.x(seconds).rounded())
      let isLimit = seconds == 30
      let start = Int(isLimit ? top : bottom - 4)
      output.write(
        "<path class=\"\(isLimit ? "limit" : "tick")\" d=\"M\(x) \(start)V\(Int(bottom))\"/>")
      let text = fixed(seconds, decimals: seconds < 1 ? 1 : 0) + (isLimit ? " s" : "")
      output.write("<text x=\"\(x)\" y=\"\(Self.size.height - 10)\" text-anchor=\"middle\">\(text)")
      output.write("</text>\n")
    }
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
