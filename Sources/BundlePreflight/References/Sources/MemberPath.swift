/// What is around a member of a literal: `schedule({ notifications: [{ sound: … }] })` has around
/// `sound` the member `notifications` and the call `schedule`.
///
/// The walk outwards ends at a block of code: what is around a function says nothing of its body.
struct MemberPath {
  /// The names of the members, from inside out.
  private(set) var keys: [String] = []
  /// The calls, from inside out, each with what stands before its last dot: `["Push", "schedule"]`.
  private(set) var calls: [[String]] = []
  /// The name that the whole is assigned to, and the name of its type, where they stand there.
  private(set) var variable: String?
  private(set) var type: String?
  /// The innermost bracket.
  let bracket: Int?

  private let tokens: SourceTokens

  init(of index: Int, _ tokens: SourceTokens) {
    self.tokens = tokens
    let brackets = tokens.enclosing(index)
    bracket = brackets.first
    for bracket in brackets {
      guard step(out: bracket) else { break }
    }
  }

  /// Takes note of one bracket; false where the walk ends.
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
      // A parenthesis of grouping; after an arrow it is the result of a function.
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
    return keys.count < 12
  }

  /// `const message: Message = {…}`, `payload.aps = {…}`.
  private mutating func noteVariable(_ end: Int) {
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
      if tokens.language == .javaScript || tokens.isMark(last - 1, ".") {
        variable.map { keys.append($0) }
      }
    }
  }

  /// Whether a member of the same list as the token has one of `names`.
  func hasSibling(_ names: Set<String>) -> Bool {
    guard let bracket else { return false }
    var index = bracket + 1
    for _ in 0..<64 where index < tokens.tokens.count {
      if tokens.isMark(index, "}") || tokens.isMark(index, ")") { return false }
      if tokens.isMark(index - 1, ",") || index == bracket + 1,
        let key = tokens.string(index) ?? tokens.word(index), names.contains(key)
      {
        return true
      }
      index = tokens.after(index)
    }
    return false
  }
}
