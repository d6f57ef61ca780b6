import AlertSounds

/// The rules of a run: those with a page, and all others that findings name.
struct SARIFRules {
  let descriptors: [JSONValue]
  private let indexes: [String: Int]

  /// - Parameter address: where the rules' pages stand; nil if they stand nowhere.
  init(_ rules: [Rule], at address: String?, findings: [PreflightFinding]) {
    var descriptors: [JSONValue] = []
    var indexes: [String: Int] = [:]
    for rule in rules where indexes[rule.identifier] == nil {
      indexes[rule.identifier] = descriptors.count
      descriptors.append(rule.descriptor(at: address))
    }
    for rule in Set(findings.map(\.finding.rule)).sorted() where indexes[rule] == nil {
      indexes[rule] = descriptors.count
      descriptors.append(.object([("id", .string(rule))]))
    }
    self.descriptors = descriptors
    self.indexes = indexes
  }

  func index(of rule: String) -> Int { indexes[rule] ?? -1 }
}

extension Rule {
  /// SARIF's `reportingDescriptor` (section 3.49).
  fileprivate func descriptor(at address: String?) -> JSONValue {
    .object([
      ("id", .string(identifier)),
      ("helpUri", address.map { .string($0 + "#" + identifier) }),
      ("shortDescription", .object([("text", .string(sarifMessage(summary) + "."))])),
      ("fullDescription", .object([("text", .string(sarifMessage(firstParagraph)))])),
      (
        "help",
        .object([
          ("text", .string(sarifMessage(explanation))),
          ("markdown", .string(sarifMessage(markdown))),
        ])
      ),
      ("defaultConfiguration", .object([("level", .string(severity.rawValue))])),
    ])
  }

  private var firstParagraph: String {
    var lines = explanation.split(separator: "\n", omittingEmptySubsequences: false)[...]
    lines = lines.drop { $0.isEmpty }
    return lines.prefix { !$0.isEmpty }.joined(separator: " ")
  }

  private var markdown: String {
    let limits = limits.map {
      let unit = $0.unit.isEmpty ? "" : " \($0.unit)"
      return "- `\($0.name)` (\(fixed($0.standard, decimals: 2))\(unit)): \($0.meaning)"
    }
    return ["**\(summary)**", explanation, limits.joined(separator: "\n")]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}
