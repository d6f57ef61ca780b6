/// The members and calls around a member of a literal. In `schedule({ notifications: [{ sound: … }]
/// })`, `sound` is inside the member `notifications` and the call `schedule`.
///
/// The walk outwards ends at a block of code, because the code around a function says nothing about
/// its body.
struct MemberPath {
  /// The names of the members, from inside out.
  private(set) var keys: [String] = []
  /// Those of them that are members of literals, and not the variables that these are given to.
  private(set) var members: Set<String> = []
  /// The calls, from inside out, each with the word before its last dot: `["Push", "schedule"]`.
  private(set) var calls: [[String]] = []
  /// The name that the literal is assigned to, and the name of its type, if the source has them.
  private(set) var variable: String?
  private(set) var type: String?
  /// Whether the variable exists only in the block of the literal.
  private var isDeclared = false
  /// The innermost bracket.
  let bracket: Int?

  private let unit: SourceUnit
  private var tokens: SourceTokens { unit.tokens }

  /// - Parameter followsVariable: a variable is followed once, because a chain of them could be as long
  ///   as the file.
  init(of index: Int, _ unit: SourceUnit, followsVariable: Bool = true) {
    self.unit = unit
    let tokens = unit.tokens
    let brackets = tokens.enclosing(index)
    bracket = brackets.first
    for bracket in brackets {
      guard step(out: bracket) else {
        if followsVariable, calls.isEmpty, let variable {
          let use = use(of: variable, after: bracket, inBlock: isDeclared)
          calls = use.calls
          keys += use.keys
          members.formUnion(use.keys)
        }
        break
      }
    }
  }

  /// Reads one bracket; false if the walk ends there.
  private mutating func step(out bracket: Int) -> Bool {
    let before = bracket - 1
    if tokens.isMark(bracket, "(") { return stepOutOfCall(before) }
    // Objective-C's @{…} and @[…].
    let outside = tokens.isMark(before, "@") ? before - 1 : before
    if tokens.isMark(outside, ":") { return stepOutOfMember(outside) }
    if tokens.isMark(outside, "=") {
      noteVariable(outside - 1)
      return false
    }
    if tokens.isMark(outside, ">") {
      // Dart's `<String, dynamic>{…}`, but not JavaScript's `=> {…}`.
      return tokens.language == .dart && !tokens.isMark(outside - 1, "=")
    }
    if let word = tokens.word(outside) {
      return ["return", "const", "await", "yield"].contains(word)
        || tokens.language == .dart && word.hasSuffix("Map")
    }
    return ["(", ",", "[", "?", "&", "|", "."].contains { tokens.isMark(outside, $0) }
  }

  private mutating func stepOutOfCall(_ before: Int) -> Bool {
    guard let name = tokens.word(before) else {
      // A grouping parenthesis; after an arrow it is the result of a function.
      return !tokens.isMark(before, ">")
    }
    guard !["if", "for", "while", "switch", "catch", "function"].contains(name) else {
      return false
    }
    var path = [name]
    var index = before - 1
    while path.count < 6 {
      if tokens.isMark(index, "?") || tokens.isMark(index, "!") { index -= 1 }
      guard tokens.isMark(index, ".") else { break }
      index -= 1
      if tokens.isMark(index, "?") || tokens.isMark(index, "!") { index -= 1 }
      guard let word = tokens.word(index) else { break }
      path.insert(word, at: 0)
      index -= 1
    }
    calls.append(path)
    return calls.count < 4
  }

  private mutating func stepOutOfMember(_ colon: Int) -> Bool {
    guard let key = tokens.string(colon - 1) ?? tokens.word(colon - 1) else {
      return tokens.isMark(colon - 1, ")") || tokens.isMark(colon - 1, "]")
    }
    keys.append(key)
    members.insert(key)
    return keys.count < 12
  }

  /// `const message: Message = {…}`, `payload.aps = {…}`.
  private mutating func noteVariable(_ end: Int) {
    // `const channels: Array<Channel> = [{…}]`
    if tokens.isMark(end, ">"), tokens.isMark(end - 2, "<"), tokens.isMark(end - 4, ":") {
      type = tokens.word(end - 1)
      variable = tokens.word(end - 5)
      return
    }
    // `const channels: Channel[] = [{…}]`
    let isList = tokens.isMark(end, "]") && tokens.isMark(end - 1, "[")
    let last = isList ? end - 2 : end
    var index = last
    while last - index < 8, tokens.word(index) != nil || tokens.isMark(index, ".") { index -= 1 }
    if tokens.isMark(index, ":") {
      type = tokens.word(last)
      variable = tokens.word(index - 1)
    } else {
      variable = tokens.word(last)
      isDeclared = tokens.word(last - 1) != nil
      if tokens.language == .javaScript || tokens.isMark(last - 1, ".") {
        variable.map { keys.append($0) }
      }
    }
  }

  /// The calls and members around the first use of a variable as an argument or a member, after the
  /// literal that it is given: `const options = [{…}]`, then `LocalNotifications.schedule(options)`.
  /// A variable that is declared elsewhere may be given the literal in a block of `if` or `else`, and
  /// used after it.
  private func use(
    of name: String, after literal: Int, inBlock: Bool
  ) -> (calls: [[String]], keys: [String]) {
    let around = tokens.enclosing(literal).dropFirst(inBlock ? 0 : 2)
    let end = around.first.map { Int(tokens.tokens[$0].partner) } ?? -1
    let tokenCount = tokens.tokens.count
    var index = tokens.after(literal)
    let last = min(end > literal ? end : tokenCount, index + 2_000)
    while index < last {
      if tokens.isWord(index, name), isValue(index) {
        let use = MemberPath(of: index, unit, followsVariable: false)
        let key = tokens.isMark(index - 1, ":") ? tokens.word(index - 2) : nil
        if !use.calls.isEmpty { return (use.calls, [key].compactMap(\.self) + use.keys) }
      }
      index += 1
    }
    return ([], [])
  }

  /// Whether a word is an argument, an element, the value of a member, `{ options }` or `...options`.
  private func isValue(_ index: Int) -> Bool {
    let isSpread = tokens.isMark(index - 1, ".") && tokens.isMark(index - 2, ".")
    return [")", ",", "]", "}"].contains { tokens.isMark(index + 1, $0) }
      && (isSpread || ["(", ",", "[", "{", ":"].contains { tokens.isMark(index - 1, $0) })
  }

  /// Whether the object looks like a notification of Capacitor's, wherever it is handed on from.
  var isCapacitorNotification: Bool {
    tokens.mentions.capacitorNotifications && hasSibling("title", "body")
  }

  /// Whether the object is a message of Expo's.
  var isExpoMessage: Bool {
    tokens.mentions.expo && hasSibling("to") && hasSibling("title", "body")
  }

  /// Whether a member of the same list as the token has one of `names`.
  func hasSibling(_ names: String...) -> Bool {
    bracket.map { unit.has(names, in: $0) } ?? false
  }
}
