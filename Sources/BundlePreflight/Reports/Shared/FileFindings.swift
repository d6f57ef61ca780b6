import AlertSounds

/// The findings in one file, in their order there.
struct FileFindings {
  let file: String
  let findings: [PreflightFinding]

  var worst: Finding.Severity? { findings.map(\.finding.severity).max() }
}

extension PreflightReport {
  /// The findings by file, in the order of the files' bytes.
  var findingsByFile: [FileFindings] { findings.byFile }
}

extension [PreflightFinding] {
  /// These findings by file, in the order of the files' bytes.
  var byFile: [FileFindings] {
    Dictionary(grouping: self) { FileKey($0.file) }
      .sorted { $0.key < $1.key }
      .map { FileFindings(file: $0.value[0].file, findings: $0.value.sorted(by: comesBefore)) }
  }
}

/// From the top of a file to its end, the worst first at one place.
private func comesBefore(_ left: PreflightFinding, _ right: PreflightFinding) -> Bool {
  let (first, second) = (left.sortingPlace, right.sortingPlace)
  if first != second { return first < second }
  if left.finding.rule != right.finding.rule { return left.finding.rule < right.finding.rule }
  return FileKey(left.finding.message) < FileKey(right.finding.message)
}

extension PreflightFinding {
  fileprivate var sortingPlace: (Int, Int, Int64, Int) {
    (line ?? 0, column ?? 0, finding.byteOffset ?? -1, -finding.severity.rank)
  }
}

extension Finding.Severity {
  /// The rank of the severity; 0 is the mildest.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
