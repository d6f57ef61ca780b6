import Foundation

/// The changes by `--optimize hearing` relative to `best`: a row for each sound, in three columns.
struct HearingPlot {
  private struct Column {
    let title: String
    /// The values at the left and the right edge.
    let range: ClosedRange<Double>
    let lines: [Double]
    /// "b" if more is better, "c" if more is a loss.
    let kind: String
    let value: (HearingScore) -> Double
  }

  private static let rowHeight = 13.0
  private static let top = 58.0
  private static let names = 210.0
  private static let columnWidth = 160.0
  private static let gap = 26.0
  /// The scores; sounds with the best hidden noise come first.
  private let scores: [HearingScore]

  init(_ scores: [HearingScore]) {
    // Scores that are NaN cannot be compared and come last.
    let order = { (score: HearingScore) in
      score.noiseToMaskChange.isNaN ? .infinity : score.noiseToMaskChange
    }
    self.scores = scores.sorted { order($0) < order($1) }
  }

  private var columns: [Column] {
    [
      Column(
        title: "noise to mask, dB", range: -20...1, lines: [-20, -15, -10, -5, 0], kind: "b",
        value: \.noiseToMaskChange),
      Column(
        title: "grade (ODG)", range: -0.25...2, lines: [0, 0.5, 1, 1.5, 2], kind: "b",
        value: \.gradeChange),
      Column(
        title: "signal to noise, dB", range: -10...1, lines: [-10, -7.5, -5, -2.5, 0], kind: "c",
        value: \.signalToNoiseChange),
    ]
  }

  var svg: String {
    let width = Self.names + 3 * (Self.columnWidth + Self.gap)
    return Drawing.svg(
      width: Int(width), height: Int(bottom + 12),
      title: "IMA4: what --optimize hearing changes against best, sound by sound",
      columns.indices.flatMap(column) + scores.indices.map(name))
  }

  private var bottom: Double { Self.top + Self.rowHeight * Double(scores.count) }

  private func name(_ row: Int) -> String {
    let y = Self.top + Self.rowHeight * (Double(row) + 0.78)
    let text = Drawing.escaped(scores[row].name)
    return """
      <text x="\(Self.names - 8)" y="\(y)" font-size="10.5" text-anchor="end">\(text)</text>
      """
  }

  private func column(_ number: Int) -> [String] {
    let column = columns[number]
    let left = Self.names + Double(number) * (Self.columnWidth + Self.gap)
    func x(_ value: Double) -> Double {
      let inside = min(max(value, column.range.lowerBound), column.range.upperBound)
      let width = column.range.upperBound - column.range.lowerBound
      return left + (inside - column.range.lowerBound) / width * Self.columnWidth
    }
    let title = "<text x=\"\(left)\" y=\"38\" font-weight=\"bold\">\(column.title)</text>"
    let lines = column.lines.map { value in
      let kind = value == 0 ? "zero" : "grid"
      return """
        <path d="M\(x(value)) \(Self.top - 3)V\(bottom)" class="\(kind)"/>
        <text x="\(x(value))" y="\(Self.top - 6)" font-size="10" text-anchor="middle">\
        \(String(format: "%g", value))</text>
        """
    }
    let bars = scores.enumerated().map { row, score in
      let value = column.value(score)
      let y = Self.top + Self.rowHeight * Double(row) + 2
      guard !value.isNaN else {
        return "<text x=\"\(x(0) + 3)\" y=\"\(y + 8)\" font-size=\"9\">not graded</text>"
      }
      let (from, to) = (min(x(0), x(value)), max(x(0), x(value)))
      return """
        <rect x="\(String(format: "%.1f", from))" y="\(y)" \
        width="\(String(format: "%.1f", max(1, to - from)))" height="\(Self.rowHeight - 4)" \
        class="area \(column.kind)"/>
        """
    }
    return [title] + lines + bars
  }
}
