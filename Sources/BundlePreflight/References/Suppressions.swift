import AlertSounds

/// The places of a source where its comments suppress findings: `tocsin:disable-line`,
/// `tocsin:disable-next-line` and `tocsin:disable-file`, each followed by rules, or by none for all
/// rules. A reason may follow, after two hyphens or a colon.
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

  /// A word in the place of a rule that is none.
  private struct Unknown: Hashable {
    let name: String
    let line: Int
    let column: Int
  }

  private var lines: [Int: [Rules]] = [:]
  private var file: [Rules] = []
  private var unknown: [Unknown] = []
  /// The maximum number of unknown rules that are reported: a crafted file may have a million.
  private static let maximumUnknown = 100

  func contain(_ finding: PreflightFinding) -> Bool {
    let here = finding.line.flatMap { lines[$0] } ?? []
    return finding.ruleNames.contains { name in
      here.contains { $0.contains(name) } || file.contains { $0.contains(name) }
    }
  }

  /// The findings about unknown rules: each hides nothing.
  func findings(in path: TreePath) -> [TreeFinding] {
    unknown.map { unknown in
      Rule.suppressionUnknown.finding(
        "there is no rule \(printed(unknown.name)), so the comment suppresses nothing",
        fix: Self.similar(to: unknown.name).map { "did you mean \(printed($0))?" }
          ?? "name a rule that `tocsin rules` lists, or give a reason after two hyphens",
        file: path, line: unknown.line, column: unknown.column)
    }
  }

  private static func similar(to name: String) -> String? {
    RuleCatalogue.rules.map(\.identifier).first { Spelling.isClose($0, name.lowercased()) }
  }

  /// Reads the comments of a source whose strings are known.
  init(_ tokens: SourceTokens) { self.init(tokens.bytes, tokens.tokens) }

  /// Reads the comments of a text whose strings are among its tokens.
  init(_ bytes: [UInt8], _ tokens: [Token]) {
    let strings = tokens.filter { $0.kind == .string || $0.kind == .computedString }
    var next = 0
    self.init(bytes) { offset in
      while next < strings.count, strings[next].end <= offset { next += 1 }
      return next >= strings.count || strings[next].start > offset
    }
  }

  /// Reads a text.
  /// - Parameter isComment: whether an offset, greater than the one before, is in a comment.
  init(_ bytes: [UInt8], isComment: (Int) -> Bool) { read(bytes, isComment: isComment) }

  /// The start of each suppression.
  static let mark: BytePattern = "tocsin:disable-"

  private mutating func read(_ bytes: [UInt8], isComment: (Int) -> Bool) {
    let mark = Self.mark
    guard bytes.contains(bytesOf: mark) else { return }
    var places = TextPlaces(bytes)
    var at = 0
    while let end = bytes.end(of: mark, from: at) {
      at = end
      guard isComment(end - 1) else { continue }
      let place = places.place(of: end)
      let line = bytes[end...].prefix(512).prefix { $0 != 0x0A && $0 != 0x0D }
      add(String(decoding: line, as: UTF8.self)[...], place)
    }
  }

  /// Adds what follows the mark, which ends at a place.
  private mutating func add(_ text: Substring, _ place: TextPlace) {
    let kind = text.prefix { $0.isLetter || $0 == "-" }
    guard ["line", "next-line", "file"].contains(kind) else { return }
    guard let rules = rules(text[kind.endIndex...], of: text, place) else { return }
    switch kind {
    case "line": lines[place.line, default: []].append(rules)
    case "next-line": lines[place.line + 1, default: []].append(rules)
    default: file.append(rules)
    }
  }

  /// The rules at the start of `list`, a part of `text`; nil if the names there are those of none.
  private mutating func rules(
    _ list: Substring, of text: Substring, _ place: TextPlace
  ) -> Rules? {
    let names = Self.names(list)
    var known: Set<String> = []
    for name in names {
      if RuleCatalogue.rule(String(name)) != nil {
        known.insert(String(name))
        continue
      }
      // After a rule and without a comma, prose begins.
      guard known.isEmpty || Self.follows(name, comma: list) else { break }
      if unknown.count < Self.maximumUnknown {
        let column = place.column + text[..<name.startIndex].unicodeScalars.count
        unknown.append(Unknown(name: String(name), line: place.line, column: column))
      }
      // Of prose the first word is enough.
      if known.isEmpty { break }
    }
    return names.isEmpty ? .all : known.isEmpty ? nil : .some(known)
  }

  /// The words in a list of rules, up to a reason or the end of the comment.
  private static func names(_ list: Substring) -> [Substring] {
    let ends = ["--", ":", "*/"].compactMap { list.firstRange(of: $0)?.lowerBound }
    return list[..<(ends.min() ?? list.endIndex)].split {
      !($0.isLetter || $0.isNumber || $0 == "-")
    }
  }

  private static func follows(_ name: Substring, comma list: Substring) -> Bool {
    list[..<name.startIndex].last { !$0.isWhitespace } == ","
  }
}
