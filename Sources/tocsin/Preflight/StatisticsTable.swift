import AlertSounds
import BundlePreflight
import ConsoleOutput

/// The number of findings of each rule, the greatest first.
struct StatisticsTable {
  private let counts: [(severity: Finding.Severity, rule: String, count: Int)]

  init(_ report: PreflightReport) {
    let groups = Dictionary(grouping: report.findings) {
      [$0.finding.severity.rawValue, $0.finding.rule]
    }
    counts = groups.values.map { group in
      (group[0].finding.severity, group[0].finding.rule, group.count)
    }.sorted { left, right in
      left.count != right.count
        ? left.count > right.count
        : (left.rule, left.severity.rawValue) < (right.rule, right.severity.rawValue)
    }
  }

  var text: String {
    var table = Table([("COUNT", .right), ("SEVERITY", .left), ("RULE", .left)])
    for row in counts { table.append(["\(row.count)", row.severity.rawValue, row.rule]) }
    return table.text
  }
}
