/// What a source gives its names: constants, variables, and parameters that a call leaves out, each
/// with the value after `=`. Read once.
struct Bindings {
  struct Binding {
    /// The token of the name.
    let name: Int
    /// The first token of the value, after Objective-C's `@`.
    let value: Int
    /// Whether a word says that it never gets another value.
    let isConstant: Bool
  }

  private let tokens: SourceTokens
  private var bindings: [String: [Binding]] = [:]
  /// Those whose value is a literal alone; one more than the limit at most.
  private var literals: [String: [Binding]] = [:]
  /// The values after `+=`.
  private var additions: [String: [Int]] = [:]

  /// The maximum number of values of one name: in a crafted file a name may have a million.
  private static let limit = 16

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
    for index in tokens.tokens.indices {
      if tokens.isMark(index, "=") {
        bind(at: index)
      } else if tokens.language == .objectiveC, tokens.isWord(index, "define") {
        add(Binding(name: index + 1, value: literal(index + 2), isConstant: true))
      }
    }
  }

  private mutating func bind(at mark: Int) {
    guard !tokens.isMark(mark + 1, "="), !tokens.isMark(mark + 1, ">") else { return }
    if tokens.isMark(mark - 1, "+"), let name = tokens.word(mark - 2) {
      additions[name, default: []].append(mark + 1)
      return
    }
    let name = Self.name(before: mark, tokens)
    add(
      Binding(
        name: name, value: literal(mark + 1), isConstant: Self.declaresConstant(name, tokens)))
  }

  private mutating func add(_ binding: Binding) {
    guard tokens.tokens.indices.contains(binding.value), let name = tokens.word(binding.name) else {
      return
    }
    bindings[name, default: []].append(binding)
    guard tokens.tokens[binding.value].kind == .string, SoundValues.ends(binding.value + 1, tokens),
      literals[name, default: []].count <= Self.limit
    else { return }
    literals[name, default: []].append(binding)
  }

  private func literal(_ value: Int) -> Int { tokens.isMark(value, "@") ? value + 1 : value }

  // MARK: Names

  /// The constant that the literal is the value of: `let name = "…"`, `#define name @"…"`.
  static func constant(of literal: Int, _ tokens: SourceTokens) -> String? {
    let start = tokens.isMark(literal - 1, "@") ? literal - 1 : literal
    if tokens.language == .objectiveC, tokens.isWord(start - 2, "define") {
      return tokens.word(start - 1)
    }
    guard tokens.isMark(start - 1, "=") else { return nil }
    let name = name(before: start - 1, tokens)
    return declaresConstant(name, tokens) ? tokens.word(name) : nil
  }

  /// The token of the name before `=`, also in `name: Some.Type? = …`.
  private static func name(before mark: Int, _ tokens: SourceTokens) -> Int {
    let last = mark - 1
    guard [.swift, .kotlin, .javaScript].contains(tokens.language) else { return last }
    for index in (max(0, last - 5)...max(0, last)).reversed() {
      if tokens.isMark(index, ":") {
        let isName =
          tokens.isMark(index - 2, "(") || tokens.isMark(index - 2, ",")
          || tokens.word(index - 2).map(declaringWords.contains) ?? false
        return isName ? index - 1 : last
      }
      // A property without a value stands before: `var timer: Timer`, `private val name = …`.
      if index < last, tokens.word(index).map(declaringWords.contains) == true { return last }
      guard tokens.word(index) != nil || tokens.isMark(index, ".") || tokens.isMark(index, "?")
      else { return last }
    }
    return last
  }

  private static func declaresConstant(_ name: Int, _ tokens: SourceTokens) -> Bool {
    let words = tokens.language.constantWords
    for index in (max(0, name - 4)..<max(0, name)).reversed() {
      if [";", "{", "}", "(", "="].contains(where: { tokens.isMark(index, $0) }) { return false }
      if let word = tokens.word(index), words.contains(word) { return true }
    }
    return false
  }

  private static let declaringWords: Set<String> = [
    "let", "var", "String", "string", "val", "final", "const", "dynamic",
  ]

  /// Whether a word in front of the name declares it.
  func isDeclaration(_ binding: Binding) -> Bool {
    if binding.isConstant { return true }
    let before = tokens.isMark(binding.name - 1, "?") ? binding.name - 2 : binding.name - 1
    guard let word = tokens.word(before) else { return false }
    // Java's `Uri sound = …`
    let isTyped = [.java, .dart, .cSharp].contains(tokens.language)
    return Self.declaringWords.contains(word) || isTyped && word.first?.isUppercase == true
  }

  // MARK: Values

  /// All values of a name, in the order of the source; none for too many.
  func all(_ name: String) -> [Binding] {
    let all = bindings[name] ?? []
    return all.count <= Self.limit ? all : []
  }

  /// The only value of a name.
  func only(_ name: String) -> Int? {
    bindings[name].flatMap { $0.count == 1 ? $0[0].value : nil }
  }

  /// What `+=` adds to a name.
  func added(_ name: String) -> [Int] { additions[name] ?? [] }

  /// The value of a name in the innermost scope around `use` that has one; nil if that scope has more.
  func value(_ name: String, for use: Int) -> Int? { innermost(all(name), for: use) }

  /// The literal of the constant that is named from one token to another one: `alarm`, `Sounds.alarm`.
  func literal(from start: Int, to last: Int) -> Int? {
    tokens.word(last).flatMap {
      literal($0, of: last > start ? tokens.word(last - 2) : nil, for: start)
    }
  }

  /// The literal of the constant `name` at the token `use`; nil if it is not clear which one.
  /// - Parameter owner: the word before the name: `Sounds` of `Sounds.alarm`.
  func literal(_ name: String, of owner: String?, for use: Int) -> Int? {
    let isOnly = bindings[name]?.count == 1
    let constants = (literals[name] ?? []).filter { $0.isConstant || isOnly && isStatic($0) }
    guard constants.count <= Self.limit else { return nil }
    guard let owner else { return innermost(constants, for: use) }
    // Another type, of another source, may have a constant of the same name.
    let members = constants.filter { tokens.isMember($0.value, of: owner) }
    return members.count == 1 ? members[0].value : nil
  }

  private func innermost(_ bindings: [Binding], for use: Int) -> Int? {
    guard !bindings.isEmpty else { return nil }
    for scope in tokens.enclosing(use) + [-1] {
      let here = bindings.filter { tokens.scope(of: $0.value) == scope }
      if let first = here.first { return here.count == 1 ? first.value : nil }
    }
    return nil
  }

  /// Dart's `static String name = '…'`, Swift's `static var name = "…"`.
  private func isStatic(_ binding: Binding) -> Bool {
    [.dart, .swift].contains(tokens.language)
      && (tokens.isWord(binding.name - 1, "static") || tokens.isWord(binding.name - 2, "static"))
  }
}

extension SourceTokens {
  /// Whether what is at a token may be written as a member of `owner`: of the type that it stands in, or
  /// of a variable.
  fileprivate func isMember(_ index: Int, of owner: String) -> Bool {
    guard owner.first?.isUppercase == true, owner != "Self" else { return true }
    let types = enclosing(index).compactMap(type(of:))
    return types.isEmpty || types.contains(owner)
  }

  /// The bracket in which a name is known that gets its value at a token: a member of Kotlin's
  /// `companion object` is known in the class around it.
  fileprivate func scope(of value: Int) -> Int {
    let bracket = Int(tokens[value].parent)
    guard language == .kotlin, bracket >= 0, isCompanion(bracket) else { return bracket }
    return Int(tokens[bracket].parent)
  }

  /// `companion object {`, `companion object Names {`
  private func isCompanion(_ bracket: Int) -> Bool {
    [2, 3].contains { isWord(bracket - $0, "companion") && isWord(bracket - $0 + 1, "object") }
  }
}
