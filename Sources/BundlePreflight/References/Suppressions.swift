import AlertSounds

/// The places of a source where its comments suppress findings: `tocsin:disable-line`,
/// `tocsin:disable-next-line` and `tocsin:disable-file`, each followed by rules, or by none for all
/// rules.
struct Suppressions: Hashable, Sendable {
  private enum Rules: Hashable {
    case all
    case some(Set<String>)

    func contains(_ rule: String) -> Bool {
      switch self {
      case .all: true
      case .some(let rules): rules.contains(rule)
      }
    }
  }

  private var lines: [Int: [Rules]] = [:]
  private var file: [Rules] = []

  var isEmpty: Bool { lines.isEmpty && file.isEmpty }

  func contain(_ finding: PreflightFinding) -> Bool {
    let rule = finding.finding.rule
    let here = finding.line.flatMap { lines[$0] } ?? []
    return here.contains { $0.contains(rule) } || file.contains { $0.contains(rule) }
  }

  init(_ bytes: [UInt8]) {
    guard bytes.contains(bytesOf: "tocsin:disable-") else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    let all = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in all.enumerated() where line.utf8.count < 4096 {
      guard let (place, rules) = Self.read(line) else { continue }
      switch place {
      case "line": lines[index + 1, default: []].append(rules)
      case "next-line": lines[index + 2, default: []].append(rules)
      case "file": file.append(rules)
      default: continue
      }
    }
  }

  private static func read(_ line: Substring) -> (place: String, rules: Rules)? {
    let mark = "tocsin:disable-"
    guard let start = line.indices.first(where: { line[$0...].hasPrefix(mark) }) else { return nil }
    let words = line[start...].dropFirst(mark.count)
      .split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
    guard let place = words.first else { return nil }
    // After the rules may come the end of the comment, or a reason after two hyphens.
    let rules = words.dropFirst().prefix { RuleCatalogue.rule($0) != nil }
    return (place, rules.isEmpty ? .all : .some(Set(rules)))
  }
}
