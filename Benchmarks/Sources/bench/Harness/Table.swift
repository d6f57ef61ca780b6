import Foundation

/// A table in Markdown: the first column to the left, all others to the right.
struct Table {
  private var rows: [[String]]

  init(_ titles: String...) { rows = [titles] }

  mutating func append(_ cells: String...) { rows.append(cells) }

  var text: String {
    let columns = rows[0].indices
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = columns.map { column in
        let fill = String(repeating: " ", count: widths[column] - cells[column].count)
        return column == 0 ? cells[column] + fill : fill + cells[column]
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = columns.map { column in
      String(repeating: "-", count: max(1, widths[column] - 1)) + (column == 0 ? "-" : ":")
    }
    return ([line(rows[0]), line(rule)] + rows.dropFirst().map(line)).joined(separator: "\n")
  }
}

extension Table {
  /// The table of a comparison; ratios are against the first contender, which is tocsin.
  init(_ comparison: Comparison) {
    self.init(
      "program", "wall (min–max)", "CPU", "peak memory", "wall, tocsin = 1", "CPU, tocsin = 1")
    let base = comparison.outcomes.first.flatMap(MedianCost.init)
    for (contender, outcome) in zip(comparison.contenders, comparison.outcomes) {
      let name = contender.name + (contender.note.isEmpty ? "" : " (\(contender.note))")
      switch outcome {
      case .missing: append(name, "not installed", "", "", "", "")
      case .failed(let reason): append("\(name): \(reason)", "failed", "", "", "", "")
      case .measured:
        guard let cost = MedianCost(outcome) else { continue }
        append(
          name, "\(time(cost.wall)) (\(time(cost.least))–\(time(cost.most)))", time(cost.cpu),
          memory(cost.peakMemory, floor: comparison.memoryFloor),
          base.map { significant(cost.wall / $0.wall) } ?? "",
          base.map { significant(cost.cpu / $0.cpu) } ?? "")
      }
    }
  }
}

/// Seconds, or milliseconds for less than 1 s.
private func time(_ seconds: Double) -> String {
  seconds < 1 ? significant(seconds * 1e3) + " ms" : significant(seconds) + " s"
}

/// The measured memory of a process includes that of `bench` at the fork, so smaller values cannot
/// be seen.
private func memory(_ bytes: Double, floor: Double) -> String {
  (bytes < floor * 1.05 ? "≤ " : "") + String(format: "%.1f MiB", bytes / 0x1p20)
}

/// At least three significant digits.
private func significant(_ value: Double) -> String {
  String(format: "%.\(value >= 100 ? 0 : value >= 10 ? 1 : 2)f", value)
}

/// The medians of a contender's rounds.
private struct MedianCost {
  let wall: Double
  let least: Double
  let most: Double
  let cpu: Double
  let peakMemory: Double

  init?(_ outcome: Outcome) {
    guard case .measured(let costs) = outcome, !costs.isEmpty else { return nil }
    let walls = costs.map(\.wall)
    wall = median(walls)
    least = walls.min() ?? wall
    most = walls.max() ?? wall
    cpu = median(costs.map(\.cpu))
    peakMemory = median(costs.map(\.peakMemory))
  }
}
