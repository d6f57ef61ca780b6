/// Reads expressions of all languages alike; what it does not know is unknown, and what follows is
/// read all the same.
struct ExpressionParser {
  typealias Parsed = (expression: Expression, next: Int)

  private let unit: SourceUnit
  private let tokens: SourceTokens
  private var depth = 0
  /// A crafted source may have a million brackets within each other, or as many operands.
  private static let depthLimit = 48
  private static let operandLimit = 256

  init(_ unit: SourceUnit) {
    self.unit = unit
    tokens = unit.tokens
  }

  private var language: SourceLanguage { tokens.language }

  func expression(at index: Int) -> Parsed {
    var parser = self
    return parser.read(index)
  }

  // MARK: Operators

  private func isDouble(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
    tokens.isMark(index, mark) && tokens.isMark(index + 1, mark)
  }

  private mutating func read(_ start: Int, takesBlock: Bool = true) -> Parsed {
    guard depth < Self.depthLimit else { return (.unknown, start + 1) }
    depth += 1
    defer { depth -= 1 }
    var (left, at) = operand(start, takesBlock)
    for _ in 0..<Self.operandLimit {
      guard tokens.tokens.indices.contains(at) else { break }
      if tokens.tokens[at].kind == .mark {
        guard let (next, after) = readOperator(at, left, from: start) else { break }
        (left, at) = (next, after)
      } else if let word = tokens.word(at), !tokens.startsLine(at) {
        if ["as", "satisfies", "is"].contains(word) {
          at = type(from: at + 1)
          if word == "is" { left = .unknown }
        } else if word == "to", language == .kotlin {
          let (right, after) = operand(at + 1, takesBlock)
          (left, at) = (.pair(left, right), after)
        } else if word == "switch", language == .cSharp, tokens.isMark(at + 1, "{") {
          left = .choice(arms(in: at + 1))
          at = tokens.after(at + 1)
        } else if word == "or" || word == "and" || word == "in" || word == "instanceof" {
          (left, at) = (.unknown, operand(at + 1, takesBlock).next)
        } else {
          break
        }
      } else {
        break
      }
    }
    return (left, at)
  }

  /// The expression with an operator and what follows it; nil where none continues it.
  private mutating func readOperator(_ at: Int, _ left: Expression, from start: Int) -> Parsed? {
    func isMark(_ offset: Int, _ mark: Unicode.Scalar) -> Bool { tokens.isMark(at + offset, mark) }
    if isMark(0, "+") && !isMark(1, "+") && !isMark(1, "=")
      || language == .php && isMark(0, ".") && !isMark(1, "=")
    {
      let (right, next) = operand(at + 1, true)
      return (.sum(left, right, start), next)
    }
    if isDouble(at, "?") || isDouble(at, "|") || isMark(0, "?") && isMark(1, ":") {
      guard !isMark(2, "=") else { return nil }
      let (right, next) = read(at + 2)
      return (.choice([.init(value: left), .init(value: right)]), next)
    }
    if isMark(0, "?"), !isMark(1, ".") {
      let (first, colon) = read(at + 1)
      guard tokens.isMark(colon, ":") else { return nil }
      let (second, next) = read(colon + 1)
      return (choice(start..<at, first, second), next)
    }
    if isDouble(at, "&") { return read(at + 2) }
    if isMark(0, "<") || isMark(0, ">") || isMark(0, "=") && isMark(1, "=")
      || isMark(0, "!") && isMark(1, "=")
    {
      var next = at + 1
      while tokens.isMark(next, "=") { next += 1 }
      let (_, after) = operand(next, true)
      return (.unknown, after)
    }
    if "-*/%".utf8.contains(tokens.tokens[at].mark), !isMark(1, ">"), !tokens.startsLine(at) {
      return (.unknown, operand(at + 1, true).next)
    }
    return nil
  }

  /// What a condition chooses; nothing is known where it looks at the name itself.
  private func choice(
    _ condition: Range<Int>, _ first: Expression, _ second: Expression
  ) -> Expression {
    if Conditions.testsText(condition, tokens) { return .unknown }
    let platform = tokens.platform(in: condition)
    let excluded = Conditions.excluded(condition, tokens)
    return .choice([
      .init(value: first, platform: platform, excluded: excluded.unequal),
      .init(value: second, platform: platform.map(\.other), excluded: excluded.equal),
    ])
  }

  /// The token after a type: `Tone`, `Record<K, string>`, `{ [k: string]: string }`, `string[]`.
  private func type(from index: Int) -> Int {
    var at = index
    if tokens.isMark(at, "?") || tokens.isMark(at, "!") { at += 1 }
    for _ in 0..<32 where tokens.tokens.indices.contains(at) {
      if tokens.word(at) != nil, !tokens.startsLine(at) {
        at += 1
      } else if tokens.isMark(at, "<") {
        at = generics(from: at) ?? at + 1
      } else if ["[", "{"].contains(where: { tokens.isMark(at, $0) }), at == index {
        at = tokens.after(at)
      } else if tokens.isMark(at, "["), tokens.isMark(at + 1, "]") {
        at += 2
      } else if tokens.isMark(at, "."), tokens.word(at + 1) != nil {
        at += 2
      } else if tokens.isMark(at, "|") && !tokens.isMark(at + 1, "|") {
        at += 1
      } else {
        break
      }
    }
    return at
  }

  /// The token after `<…>`; nil where it is a comparison.
  private func generics(from index: Int) -> Int? {
    var open = 0
    for at in index..<min(index + 32, tokens.tokens.count) {
      if tokens.isMark(at, "<") { open += 1 }
      if tokens.isMark(at, ">") { open -= 1 }
      if open == 0 { return at + 1 }
      let isType =
        tokens.tokens[at].kind != .mark || "<>,?.[]{}:|&;()".utf8.contains(tokens.tokens[at].mark)
      guard isType else { return nil }
    }
    return nil
  }

  // MARK: Operands

  private static let leading: Set<String> = [
    "await", "const", "new", "try", "final", "return", "throw", "yield", "late",
  ]

  private mutating func operand(_ start: Int, _ takesBlock: Bool) -> Parsed {
    guard depth < Self.depthLimit else { return (.unknown, start + 1) }
    depth += 1
    defer { depth -= 1 }
    var at = start
    var isNew = false
    for _ in 0..<8 {
      if let word = tokens.word(at), Self.leading.contains(word) {
        isNew = isNew || word == "new"
        at += 1
        if tokens.isMark(at, "?") || tokens.isMark(at, "!") { at += 1 }
      } else if ["!", "-", "&"].contains(where: { tokens.isMark(at, $0) }) {
        at += 1
      } else if tokens.isMark(at, "."), tokens.isMark(at + 1, "."), tokens.isMark(at + 2, ".") {
        at += 3
      } else {
        break
      }
    }
    // C#'s `new() { ["bell"] = "bell.caf" }`.
    if isNew, tokens.isMark(at, "("), case let next = tokens.after(at) {
      return tokens.isMark(next, "{") ? (.bracket(next), tokens.after(next)) : (.bracket(at), next)
    }
    let (expression, next) = primary(at)
    return postfix(expression, next, takesBlock, isNew)
  }

  private static let nothing: Set<String> = ReferenceHits.systemDefaults.union([
    "null", "nil", "undefined", "false", "NULL",
  ])

  private mutating func primary(_ at: Int) -> Parsed {
    guard tokens.tokens.indices.contains(at) else { return (.unknown, at) }
    switch tokens.tokens[at].kind {
    case .string:
      // Texts beside each other are one text, which is seldom a name.
      let isWhole =
        tokens.startsLine(at + 1) || tokens.string(at + 1) == nil
      return (tokens.string(at).flatMap { isWhole ? .text($0, at) : nil } ?? .unknown, at + 1)
    case .computedString:
      return (TemplateReader(unit).template(at), at + 1)
    case .word: return word(at)
    case .mark: break
    }
    if tokens.isMark(at, "@") {
      return tokens.tokens.indices.contains(at + 1)
        ? primary(at + 1, afterAt: true) : (.unknown, at + 1)
    }
    if tokens.isMark(at, "(") { return parenthesis(at) }
    if tokens.isMark(at, "[") {
      return language == .objectiveC ? message(at) : (.bracket(at), tokens.after(at))
    }
    if tokens.isMark(at, "{") { return (.bracket(at), tokens.after(at)) }
    if tokens.isMark(at, "."), let name = tokens.word(at + 1) {
      return (.member(nil, name, at + 1), at + 2)
    }
    if tokens.isMark(at, "<"), let next = generics(from: at) { return primary(next) }
    return (.unknown, at + 1)
  }

  private mutating func primary(_ at: Int, afterAt: Bool) -> Parsed {
    if tokens.isMark(at, "[") || tokens.isMark(at, "{") {
      return (.bracket(at), tokens.after(at))
    }
    return primary(at)
  }

  private mutating func word(_ at: Int) -> Parsed {
    guard let word = tokens.word(at) else { return (.unknown, at + 1) }
    if word == "if", language == .swift || language == .kotlin { return condition(at) }
    if word == "when" || word == "switch" {
      var brace = at + 1
      for _ in 0..<24 where !tokens.isMark(brace, "{") { brace = tokens.after(brace) }
      guard tokens.isMark(brace, "{") else { return (.unknown, at + 1) }
      return (.choice(arms(in: brace)), tokens.after(brace))
    }
    if Self.nothing.contains(word) { return (.nothing, at + 1) }
    if word == "async" || word == "function" {
      var next = at + 1
      if tokens.word(next) != nil, word == "function" { next += 1 }
      if tokens.isMark(next, "(") { return closure(after: tokens.after(next)) ?? (.unknown, next) }
    }
    if tokens.isMark(at + 1, "="), tokens.isMark(at + 2, ">") {
      return closure(after: at + 1) ?? (.unknown, at + 3)
    }
    if let first = word.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
      return (.unknown, at + 1)
    }
    return (.name(word, at), at + 1)
  }

  /// What stands after the parameters of a function without a name.
  private mutating func closure(after index: Int) -> Parsed? {
    var at = index
    if tokens.isMark(at, "="), tokens.isMark(at + 1, ">") {
      at += 2
    } else if tokens.isMark(at, "-"), tokens.isMark(at + 1, ">") {
      at += 2
    } else if !tokens.isMark(at, "{") {
      return nil
    }
    if tokens.isMark(at, "{") {
      return (.closure(result: at, isBlock: true), tokens.after(at))
    }
    return (.closure(result: at, isBlock: false), read(at).next)
  }

  private mutating func parenthesis(_ at: Int) -> Parsed {
    let next = tokens.after(at)
    if tokens.isMark(next, "="), tokens.isMark(next + 1, ">"), let closure = closure(after: next) {
      return closure
    }
    // A cast: `(NSString *)tone`.
    if language == .objectiveC || language == .java || language == .cSharp,
      tokens.word(at + 1) != nil, (3...5).contains(next - at),
      (at + 1..<next - 1).allSatisfy({ tokens.word($0) != nil || tokens.isMark($0, "*") }),
      tokens.word(next) != nil || tokens.isMark(next, "[")
    {
      return operand(next, true)
    }
    let parts = tokens.parts(of: at)
    if parts.count > 1 { return (.bracket(at), next) }
    return (read(at + 1).expression, next)
  }

  /// The values of `if` as an expression.
  private mutating func condition(_ start: Int) -> Parsed {
    var branches: [Expression.Branch] = []
    var at = start
    for _ in 0..<16 {
      guard tokens.isWord(at, "if") else {
        let (value, next) = block(at)
        branches.append(.init(value: value))
        return (.choice(branches), next)
      }
      var body = at + 1
      if language == .kotlin {
        body = tokens.after(body)
      } else {
        for _ in 0..<48 where !tokens.isMark(body, "{") { body = tokens.after(body) }
      }
      guard tokens.tokens.indices.contains(body) else { break }
      let (value, next) = block(body)
      branches.append(.init(value: value, platform: tokens.platform(in: at..<body)))
      guard tokens.isWord(next, "else") else { return (.choice(branches), next) }
      at = next + 1
    }
    return (.choice(branches), at)
  }

  private mutating func block(_ at: Int) -> Parsed {
    guard tokens.isMark(at, "{") else { return read(at) }
    return (read(at + 1).expression, tokens.after(at))
  }

  /// The values of the arms in a bracket.
  private mutating func arms(in bracket: Int) -> [Expression.Branch] {
    let end = Int(tokens.tokens[bracket].partner)
    var branches: [Expression.Branch] = []
    var at = bracket + 1
    while at < end, branches.count < Self.operandLimit {
      let arrow =
        tokens.isMark(at, "-") && tokens.isMark(at + 1, ">")
        || tokens.isMark(at, "=") && tokens.isMark(at + 1, ">")
      if arrow || tokens.isMark(at, ":") && language == .swift {
        let start = arrow ? at + 2 : at + 1
        if tokens.isWord(start, "throw") {
          at = start + 1
          continue
        }
        let (value, next) = block(start)
        branches.append(.init(value: value))
        at = max(next, start + 1)
      } else {
        at = tokens.after(at)
      }
    }
    return branches
  }

  /// Objective-C's `[receiver first:a second:b]`, and `[a, b]` after `@`.
  private mutating func message(_ at: Int) -> Parsed {
    let end = tokens.after(at)
    let (receiver, next) = operand(at + 1, false)
    guard let name = tokens.word(next) else { return (receiver, end) }
    return (.call(.member(receiver, name, next), list: at, initializer: nil), end)
  }

  private mutating func postfix(
    _ first: Expression, _ start: Int, _ takesBlock: Bool, _ isNew: Bool
  ) -> Parsed {
    var expression = first
    var at = start
    for _ in 0..<Self.operandLimit {
      guard tokens.tokens.indices.contains(at), tokens.tokens[at].kind == .mark else { break }
      if tokens.isMark(at, "."), tokens.word(at + 1) != nil {
        guard !tokens.isMark(at - 1, "."), language != .php else { break }
        expression = .member(expression, tokens.word(at + 1) ?? "", at + 1)
        at += 2
      } else if tokens.isMark(at, "?"), tokens.isMark(at + 1, "."), !tokens.isMark(at + 2, ".") {
        at += tokens.word(at + 2) != nil ? 1 : 2
      } else if tokens.isMark(at, ":"), tokens.isMark(at + 1, ":"), let name = tokens.word(at + 2) {
        expression = .member(expression, name, at + 2)
        at += 3
      } else if tokens.isMark(at, "!"), !tokens.isMark(at + 1, "=") {
        at += 1
      } else if tokens.isMark(at, "?"), tokens.isMark(at + 1, "["), !tokens.startsLine(at),
        language == .swift
      {
        at += 1
      } else if tokens.startsLine(at) {
        break
      } else if tokens.isMark(at, "("), tokens.tokens[at].partner > 0 {
        let next = tokens.after(at)
        let setsMembers =
          language == .cSharp && isNew && tokens.isMark(next, "{")
        expression = .call(expression, list: at, initializer: setsMembers ? next : nil)
        at = setsMembers ? tokens.after(next) : next
        if takesBlock, language == .swift || language == .kotlin, tokens.isMark(at, "{"),
          !tokens.startsLine(at)
        {
          at = tokens.after(at)
        }
      } else if tokens.isMark(at, "["), language != .objectiveC || isValue(expression) {
        expression = .subscripted(expression, bracket: at)
        at = tokens.after(at)
      } else if tokens.isMark(at, "{"), takesBlock, isCall(expression) {
        if language == .cSharp, isNew {
          expression = .call(expression, list: at, initializer: at)
          at = tokens.after(at)
        } else if language == .swift || language == .kotlin, case .member = expression {
          expression = .call(expression, list: at, initializer: nil)
          at = tokens.after(at)
        } else {
          break
        }
      } else if tokens.isMark(at, "<"), isCall(expression), let next = generics(from: at),
        ["(", "[", "{"].contains(where: { tokens.isMark(next, $0) })
      {
        at = next
        if !tokens.isMark(next, "("), language == .dart || language == .javaScript {
          // `Map<String, String>{…}` is the literal.
          expression = .bracket(next)
          at = tokens.after(next)
        }
      } else {
        break
      }
    }
    return (expression, at)
  }

  private func isCall(_ expression: Expression) -> Bool {
    switch expression {
    case .name, .member: true
    default: false
    }
  }

  private func isValue(_ expression: Expression) -> Bool {
    switch expression {
    case .name, .member, .subscripted, .bracket: true
    default: false
    }
  }

  // MARK: Elements

  func elements(in bracket: Int) -> [Element] {
    guard tokens.tokens.indices.contains(bracket) else { return [] }
    if language == .objectiveC, tokens.isMark(bracket, "["), !tokens.isMark(bracket - 1, "@") {
      return arguments(ofMessage: bracket)
    }
    var parser = self
    let parts = tokens.parts(of: bracket)
    return parts.prefix(Self.elementLimit).flatMap { parser.element($0, bracket) }
  }

  static let elementLimit = 1024

  private mutating func element(_ part: Range<Int>, _ bracket: Int) -> [Element] {
    var at = part.lowerBound
    let isSpread =
      tokens.isMark(at, ".") && tokens.isMark(at + 1, ".") && tokens.isMark(at + 2, ".")
    if isSpread { at += 3 }
    var label: String?
    // C#: `["ios_sound"] = "ding.caf"`, JavaScript's `[Tone.bell]: 'bell.caf'`.
    if tokens.isMark(at, "["), case let next = tokens.after(at),
      tokens.isMark(next, "=") || tokens.isMark(next, ":")
    {
      label = tokens.string(at + 1) ?? "?"
      at = next + 1
    } else if tokens.isMark(at + 1, ":") && !tokens.isMark(at + 2, ":")
      || language == .javaScript && tokens.isMark(at + 1, "?") && tokens.isMark(at + 2, ":"),
      let key = tokens.key(at)
    {
      label = key
      at += tokens.isMark(at + 1, ":") ? 2 : 3
    } else if tokens.isMark(at + 1, "="), !tokens.isMark(at + 2, "="), !tokens.isMark(at + 2, ">"),
      let key = tokens.word(at)
    {
      label = key
      at += 2
    } else if language == .php || language == .ruby,
      tokens.isMark(at, ":") || tokens.string(at) != nil,
      case let key = tokens.isMark(at, ":") ? at + 1 : at, tokens.isMark(key + 1, "="),
      tokens.isMark(key + 2, ">")
    {
      // `'sound' => $tone`, `:sound => tone`
      label = tokens.key(key)
      at = key + 3
    } else if tokens.isMark(bracket, "{"), language == .javaScript, tokens.word(at) != nil,
      tokens.isMark(at + 1, "("), tokens.isMark(tokens.after(at + 1), "{")
    {
      label = tokens.word(at)
      let body = tokens.after(at + 1)
      return [
        Element(
          label: label, value: .closure(result: body, isBlock: true), range: at..<part.upperBound)
      ]
    }
    guard at < part.upperBound else { return [] }
    // C#'s `{ "bell", "bell.caf" }` of a table.
    let (value, next) = read(at)
    // A switch over keys: `.bell: "bell.caf"`, `Tone.bell: 'bell.caf'`.
    if label == nil, tokens.isMark(next, ":"), next < part.upperBound {
      let name: String? =
        switch value {
        case .text(let text, _): text
        case .member(_, let name, _), .name(let name, _): name
        default: "?"
        }
      let range = min(next + 1, part.upperBound)..<part.upperBound
      return [Element(label: name ?? "?", value: read(next + 1).expression, range: range)]
    }
    if label == nil, case .name(let name, _) = value, language == .javaScript,
      tokens.isMark(bracket, "{")
    {
      label = name
    }
    return [
      Element(label: label, value: value, range: at..<part.upperBound, isSpread: isSpread)
    ]
  }

  private func arguments(ofMessage bracket: Int) -> [Element] {
    var parser = self
    var (_, at) = parser.operand(bracket + 1, false)
    let end = Int(tokens.tokens[bracket].partner)
    var found: [Element] = []
    while at < end, found.count < 64, let label = tokens.word(at), tokens.isMark(at + 1, ":") {
      let (value, next) = parser.read(at + 2)
      found.append(Element(label: label, value: value, range: at + 2..<max(next, at + 2)))
      at = next
      while tokens.isMark(at, ","), at < end {
        let (value, next) = parser.read(at + 1)
        found.append(Element(label: nil, value: value, range: at + 1..<max(next, at + 1)))
        at = max(next, at + 1)
      }
    }
    return found
  }
}

/// What conditions say of the names that they choose from.
enum Conditions {
  /// Whether the condition looks at the name itself, so that it does not choose each value:
  /// `name.endsWith('.wav') ? name : '$name.wav'`.
  static func testsText(_ range: Range<Int>, _ tokens: SourceTokens) -> Bool {
    range.contains { index in
      tokens.isMark(index - 1, ".") && tokens.isMark(index + 1, "(")
        && tokens.word(index).map(textTests.contains) == true
    }
  }

  private static let textTests: Set<String> = [
    "endsWith", "startsWith", "contains", "includes", "hasSuffix", "hasPrefix", "EndsWith",
    "StartsWith", "Contains", "match", "matches",
  ]

  /// The texts that the condition compares a name with: what is equal is chosen by the first branch
  /// alone, as in `tone === 'none' ? null : tone`.
  static func excluded(
    _ range: Range<Int>, _ tokens: SourceTokens
  ) -> (equal: Set<String>, unequal: Set<String>) {
    var (equal, unequal): (Set<String>, Set<String>) = ([], [])
    for index in range {
      guard let text = tokens.string(index) else { continue }
      switch tokens.comparison(before: index) {
      case .equal: equal.insert(text)
      case .unequal: unequal.insert(text)
      case nil: continue
      }
    }
    return (equal.subtracting(unequal), unequal)
  }
}
