/// The declarations of a source. It is shared, because each question would copy its tables.
final class Outline {
  struct Declaration {
    let name: String
    /// The token of the name, and that at which the value starts.
    let at: Int
    let value: Int
    /// The bracket in which it holds; -1 for the whole source.
    let scope: Int
    let type: String?
    /// Whether the name is new here, and not given another value.
    let isNew: Bool
    /// The member of the value that it stands for: `const { sound } = options`.
    var member: String?
    /// The value whose member is set: `this` in `this.sound = …`.
    var owner: String?
  }

  struct Function {
    let name: String
    /// The bracket of its parameters; nil for a computed property.
    let list: Int?
    /// The bracket of its body, or the first token of the expression that is its result.
    let body: Int
    let isBlock: Bool
    let scope: Int
    /// The parameters of a method of Objective-C.
    var parameters: [Parameter]?
  }

  struct TypeDeclaration {
    let name: String
    let at: Int
    /// The bracket of its members; nil where it has none.
    let bracket: Int?
    let isEnumeration: Bool
    /// The parameters in its head, as in Kotlin.
    let list: Int?
    let scope: Int
  }

  /// A variable that stands for each element of a list, or for each value of a sequence's closure.
  struct Loop {
    /// The first token of the list where it is parsed on demand.
    let start: Int
    let range: Range<Int>
  }

  fileprivate(set) var declarations: [String: [Declaration]] = [:]
  /// The first tokens of what is added to a name's value with `+=`.
  fileprivate(set) var additions: [String: [Int]] = [:]
  fileprivate(set) var functions: [String: [Function]] = [:]
  fileprivate(set) var functionOfBody: [Int: Function] = [:]
  /// The brackets of functions' parameters.
  fileprivate(set) var parameterLists: Set<Int> = []
  /// The functions whose body is an expression, with its tokens.
  fileprivate(set) var arrows: [(function: Function, range: Range<Int>)] = []
  fileprivate(set) var types: [String: [TypeDeclaration]] = [:]
  fileprivate(set) var typeOfBracket: [Int: TypeDeclaration] = [:]
  fileprivate(set) var loops: [String: [Loop]] = [:]
  /// The opening brackets of calls' arguments, by the function's name.
  fileprivate(set) var calls: [String: [Int]] = [:]
  /// The first tokens of results, by the bracket of the function's body.
  fileprivate(set) var results: [Int: [Int]] = [:]
  /// The modules of names that a source of JavaScript imports, with the names that they have there;
  /// of Kotlin and Java, the types of the constants that are imported by their names.
  fileprivate(set) var imports: [String: (module: String, name: String)] = [:]
  /// The declared types of members and parameters, where one name has one alone.
  fileprivate(set) var declaredTypes: [String: String?] = [:]

  /// The functions whose body is an expression that may contain a token, from inside out.
  func arrows(around index: Int) -> [(function: Function, range: Range<Int>)] {
    arrows.nearest(before: index) { $0.range.lowerBound }.filter { $0.range.contains(index) }
      .reversed()
  }

  /// What it declares or calls; a name may come several times.
  var names: [String] {
    Array(declarations.keys) + functions.keys + types.keys + calls.keys
  }

  fileprivate init() {}

  /// The declarations in these tokens.
  static func of(_ tokens: SourceTokens) -> Outline {
    var scan = OutlineScan(tokens)
    scan.run()
    return scan.outline
  }

  /// None, as in an interpolation.
  static var empty: Outline { Outline() }
}

/// Finds the declarations in one pass over the tokens.
private struct OutlineScan {
  let tokens: SourceTokens
  let outline = Outline()
  /// The brackets of Kotlin's companions, whose members are those of the type around.
  private var companions: [Int: Int] = [:]
  private var count = 0
  /// A crafted source may declare a million names, or call as many.
  private static let limit = 40_000

  init(_ tokens: SourceTokens) { self.tokens = tokens }

  private var language: SourceLanguage { tokens.language }

  mutating func run() {
    for index in tokens.tokens.indices where count < Self.limit {
      switch tokens.tokens[index].kind {
      case .word: look(atWord: index)
      case .mark:
        if tokens.isMark(index, "=") { look(atEqual: index) }
        if tokens.isMark(index, "(") { look(atList: index) }
        if language == .objectiveC { look(atMethod: index) }
      case .string, .computedString: continue
      }
    }
    for index in tokens.tokens.indices where tokens.isWord(index, "return") {
      guard let body = tokens.enclosing(index).first(where: { outline.functionOfBody[$0] != nil })
      else { continue }
      outline.results[body, default: []].append(index + 1)
    }
  }

  // MARK: Types, loops

  private static let typeWords: Set<String> = [
    "class", "struct", "enum", "object", "extension", "interface", "record", "mixin",
  ]

  private mutating func look(atWord index: Int) {
    let length = tokens.tokens[index].end - tokens.tokens[index].start
    // Most words are values: their texts are not read.
    let mayDeclare = Self.words.contains(tokens.content(index))
    guard length <= 64,
      mayDeclare || tokens.isMark(index + 1, "(") || tokens.isMark(index + 1, ":"),
      let word = tokens.word(index)
    else { return }
    if tokens.isMark(index + 1, "("), !tokens.isMark(index - 1, "@") {
      outline.calls[word, default: []].append(index + 1)
      count += 1
    }
    if language == .objectiveC, tokens.isMark(index + 1, ":"),
      case let bracket = Int(tokens.tokens[index].parent), bracket >= 0,
      tokens.isMark(bracket, "["), !tokens.isMark(index - 1, ",")
    {
      outline.calls[word, default: []].append(bracket)
      count += 1
    }
    guard mayDeclare else {
      if tokens.isMark(index + 1, ":") { noteType(index, word) }
      return
    }
    switch word {
    case _ where Self.typeWords.contains(word): addType(index, word)
    case "for", "foreach": addLoop(index)
    case "var", "val", "get", "let": addProperty(index, word)
    case "define":
      if language == .objectiveC, let name = tokens.word(index + 1) {
        add(
          .init(name: name, at: index + 1, value: index + 2, scope: -1, type: nil, isNew: true))
      }
    case "import":
      if language == .javaScript { addImport(index) }
      if language == .kotlin || language == .java { addOwner(index) }
    case "default":
      if language == .javaScript, tokens.isWord(index - 1, "export") {
        add(
          .init(name: "*", at: index, value: index + 1, scope: -1, type: nil, isNew: true))
      }
    default:
      if tokens.isMark(index + 1, ":") { noteType(index, word) }
    }
    addClosure(index, word)
  }

  private mutating func addType(_ index: Int, _ keyword: String) {
    guard !tokens.isMark(index - 1, "."), !tokens.isMark(index + 1, ":") else { return }
    var at = index + 1
    if tokens.isWord(at, "class") || tokens.isWord(at, "struct") { at += 1 }
    let isCompanion = tokens.isWord(index - 1, "companion")
    var name = tokens.word(at)
    if name == nil || isCompanion && tokens.isMark(at, "{") { name = isCompanion ? "" : nil }
    guard var name, !Self.typeWords.contains(name) else { return }
    // Dart's `extension ToneSound on Tone`.
    if keyword == "extension", language == .dart,
      let on = (at..<at + 8).first(where: { tokens.isWord($0, "on") }),
      let type = tokens.word(on + 1)
    {
      name = type
    }
    var next = name.isEmpty ? at : at + 1
    var list: Int?
    var bracket: Int?
    for _ in 0..<48 where tokens.tokens.indices.contains(next) && !language.isBare {
      if tokens.isMark(next, "{") {
        bracket = next
        break
      }
      if tokens.isMark(next, ";") || tokens.isMark(next, ")") || tokens.isMark(next, "}") { break }
      if tokens.isMark(next, "("), list == nil { list = next }
      if list != nil, tokens.startsLine(next), tokens.word(next) != nil { break }
      next = tokens.after(next)
    }
    let scope = scope(of: index)
    if isCompanion {
      if let bracket { companions[bracket] = scope }
      return
    }
    let type = Outline.TypeDeclaration(
      name: name, at: at, bracket: bracket, isEnumeration: keyword == "enum", list: list,
      scope: scope)
    outline.types[name, default: []].append(type)
    if let bracket { outline.typeOfBracket[bracket] = type }
    count += 1
  }

  private mutating func addLoop(_ index: Int) {
    var head = index + 1
    if tokens.isWord(head, "await") { head += 1 }
    let first = tokens.isMark(head, "(") ? head + 1 : head
    guard
      let word = (first..<first + 8).first(where: {
        tokens.isWord($0, "in") || tokens.isWord($0, "of")
          || tokens.isMark($0, ":") && language == .java
      }), let name = tokens.word(word - 1)
    else { return }
    var body = first > head ? tokens.after(head) : word + 1
    if first == head {
      while body - word < 48, body < tokens.tokens.count, !tokens.isMark(body, "{") {
        body = tokens.after(body)
      }
    }
    let end = tokens.isMark(body, "{") ? tokens.after(body) : min(body + 40, tokens.tokens.count)
    guard end > word else { return }
    outline.loops[name, default: []].append(
      .init(start: word + 1, range: word..<end))
    count += 1
  }

  private static let sequenceCalls: Set<String> = [
    "map", "forEach", "filter", "find", "first", "where", "firstWhere", "compactMap", "flatMap",
    "Select", "Where", "FirstOrDefault", "firstOrNull", "mapNotNull", "some", "any",
  ]

  /// The words at which something may be declared.
  private static let words = WordSet(
    typeWords.union(sequenceCalls)
      .union(["for", "foreach", "var", "val", "get", "let", "define", "import", "default"]))

  /// `tones.map((tone) => …)`, `tones.forEach { tone in … }`, `tones.forEach { it.file }`.
  private mutating func addClosure(_ index: Int, _ word: String) {
    guard Self.sequenceCalls.contains(word), tokens.isMark(index - 1, ".") else { return }
    var list = index + 1
    var name: String?
    if tokens.isMark(list, "(") {
      if tokens.isMark(list + 1, "{") {
        list += 1
      } else {
        let first = tokens.isMark(list + 1, "(") ? list + 2 : list + 1
        name = tokens.word(tokens.isWord(first, "async") ? first + 1 : first)
      }
    }
    if tokens.isMark(list, "{") {
      let given = tokens.word(list + 1)
      let isNamed = tokens.isWord(list + 2, "in") || tokens.isMark(list + 2, "-")
      name = isNamed ? given : language == .kotlin ? "it" : "$0"
    }
    let end = tokens.after(list)
    guard let name, end > list + 1 else { return }
    outline.loops[name, default: []].append(
      .init(start: -(index - 1), range: list..<end))
    count += 1
  }

  private mutating func addImport(_ index: Int) {
    guard let from = (index + 1..<index + 64).first(where: { tokens.isWord($0, "from") }),
      let module = tokens.string(from + 1)
    else { return }
    var at = index + 1
    if tokens.isWord(at, "type") { at += 1 }
    while at < from {
      if let name = tokens.word(at) {
        let isDefault = Int(tokens.tokens[at].parent) == Int(tokens.tokens[index].parent)
        if isDefault, name != "as" {
          outline.imports[name] = (module, tokens.isWord(at - 1, "as") ? "" : "*")
        } else if tokens.isWord(at + 1, "as"), let local = tokens.word(at + 2) {
          outline.imports[local] = (module, name)
          at += 2
        } else if name != "as" {
          outline.imports[name] = (module, name)
        }
      }
      at += 1
    }
  }

  /// The constants that Kotlin and Java import by their names: `import org.example.Channels.BELLS`.
  private mutating func addOwner(_ index: Int) {
    let first = tokens.isWord(index + 1, "static") ? index + 2 : index + 1
    let last = tokens.lastOfChain(first, within: 40)
    guard let name = tokens.word(last), last - first >= 2 else { return }
    // `import org.example.Names.Companion.BELLS`
    let owner = tokens.isWord(last - 2, "Companion") ? last - 4 : last - 2
    guard let type = tokens.word(owner), type.first?.isUppercase == true else { return }
    outline.imports[name] = (type, name)
  }

  // MARK: Values

  private mutating func add(_ declaration: Outline.Declaration) {
    outline.declarations[declaration.name, default: []].append(declaration)
    count += 1
  }

  /// The bracket of code around a token.
  private func scope(of index: Int) -> Int {
    let at = tokens.enclosing(index).first { tokens.isMark($0, "{") } ?? -1
    return companions[at] ?? at
  }

  private func isBeside(_ left: Int, _ right: Int) -> Bool {
    tokens.tokens.indices.contains(left) && tokens.tokens.indices.contains(right)
      && tokens.tokens[left].end == tokens.tokens[right].start
  }

  private mutating func look(atEqual index: Int) {
    let next = index + 1
    if tokens.isMark(next, "=") || tokens.isMark(next, ">"), isBeside(index, next) {
      return lookAtArrow(index)
    }
    let before = index - 1
    var last = before
    if isBeside(before, index), tokens.tokens[before].kind == .mark {
      if tokens.isMark(before, "+"), let name = tokens.word(before - 1) {
        outline.additions[name, default: []].append(next)
        count += 1
        return
      }
      if "=!<>+-*/%&|".utf8.contains(tokens.tokens[before].mark), !isGeneric(before) { return }
      if tokens.isMark(before, "?") {
        last = tokens.isMark(before - 1, "?") ? before - 2 : before - 1
      }
      // Go's `tone := "bell.caf"`.
      if tokens.isMark(before, ":") { last = before - 1 }
    }
    let parent = Int(tokens.tokens[index].parent)
    guard parent < 0 || !tokens.isMark(parent, "(") && !tokens.isMark(parent, "[") else { return }
    if tokens.isMark(last, "}"), case let open = Int(tokens.tokens[last].partner), open > 0,
      ["const", "let", "var"].contains(tokens.word(open - 1))
    {
      return addParts(of: open, index)
    }
    guard let (at, type) = target(before: last), let name = tokens.word(at) else { return }
    let owner = tokens.isMark(at - 1, ".") ? tokens.word(at - 2) ?? "?" : nil
    add(
      .init(
        name: name, at: at, value: next, scope: scope(of: index), type: type,
        isNew: owner == nil && (type != nil || isDeclared(at) || tokens.isMark(before, ":")),
        owner: owner))
    if let type { noteDeclared(name, type) }
  }

  private func isGeneric(_ index: Int) -> Bool {
    tokens.isMark(index, ">") && (!isBeside(index - 1, index) || tokens.word(index - 1) != nil)
  }

  /// The name before an equal sign, and its type: `tone`, `tone: Tone`, `Tone tone`.
  private func target(before last: Int) -> (at: Int, type: String?)? {
    var at = last
    var steps = 0
    while steps < 24, at > 0 {
      if tokens.isMark(at, ":"), tokens.word(at - 1) != nil {
        guard [.swift, .kotlin, .javaScript, .python].contains(language), !isCase(at - 1) else {
          break
        }
        return (at - 1, tokens.word(at + 1))
      }
      let partner = Int(tokens.tokens[at].partner)
      if partner >= 0, partner < at {
        at = partner - 1
      } else if tokens.tokens[at].kind != .mark
        || ".?<>|&,".utf8.contains(tokens.tokens[at].mark)
      {
        if tokens.startsLine(at), tokens.tokens[at].kind != .mark { break }
        at -= 1
      } else {
        break
      }
      steps += 1
    }
    guard tokens.word(last) != nil else { return nil }
    let before = last - 1
    var type = tokens.word(before)
    if tokens.isMark(before, "?") { type = tokens.word(before - 1) }
    let isType = type?.first?.isUppercase == true && !tokens.startsLine(last)
    return (last, isType ? type : nil)
  }

  /// Whether the word before a colon ends the pattern of a `case`.
  private func isCase(_ index: Int) -> Bool {
    tokens.isWord(index, "default") || tokens.isWord(index - 1, "case")
      || tokens.isMark(index - 1, ".")
      || tokens.word(index)?.utf8.first.map { $0 >= 0x30 && $0 <= 0x39 } == true
  }

  private static let declaring: Set<String> = [
    "let", "var", "const", "val", "final", "static", "case", "late", "define", "auto", "public",
    "private", "readonly", "override", "lazy",
  ]

  private func isDeclared(_ at: Int) -> Bool {
    guard !tokens.startsLine(at) || tokens.isMark(at - 1, "*") else {
      // Members of an enumeration of TypeScript.
      return language == .javaScript && isInType(at)
    }
    if let word = tokens.word(at - 1) {
      return Self.declaring.contains(word)
        || ![.swift, .kotlin, .javaScript].contains(language)
          && !["return", "else", "in"].contains(word)
    }
    return ["*", ">", "]", "?"].contains { tokens.isMark(at - 1, $0) }
      && ![.swift, .kotlin, .javaScript].contains(language)
      || (tokens.isMark(at - 1, ",") || tokens.isMark(at - 1, "{")) && isInType(at)
  }

  private func isInType(_ at: Int) -> Bool {
    outline.typeOfBracket[Int(tokens.tokens[at].parent)] != nil
  }

  private mutating func addParts(of open: Int, _ equal: Int) {
    for part in tokens.parts(of: open).prefix(64) {
      guard let member = tokens.word(part.lowerBound) else { continue }
      let at = tokens.isMark(part.lowerBound + 1, ":") ? part.lowerBound + 2 : part.lowerBound
      guard let name = tokens.word(at) else { continue }
      add(
        .init(
          name: name, at: at, value: equal + 1, scope: scope(of: equal), type: nil, isNew: true,
          member: member))
    }
  }

  private mutating func noteDeclared(_ name: String, _ type: String) {
    outline.declaredTypes[name] =
      outline.declaredTypes[name, default: type] == type ? type : .some(nil)
  }

  /// `tone: Tone` of parameters and members without a value.
  private mutating func noteType(_ index: Int, _ name: String) {
    guard [.swift, .kotlin, .javaScript].contains(language), let type = tokens.word(index + 2),
      type.first?.isUppercase == true
    else { return }
    noteDeclared(name, type)
  }

  // MARK: Functions

  private static let control: Set<String> = [
    "if", "for", "while", "switch", "when", "catch", "return", "foreach", "guard", "using", "lock",
    "await", "new", "super", "synchronized", "else", "throw", "typeof", "in", "is", "as",
  ]

  private mutating func addFunction(_ function: Outline.Function) {
    outline.functions[function.name, default: []].append(function)
    if function.isBlock { outline.functionOfBody[function.body] = function }
    if let list = function.list { outline.parameterLists.insert(list) }
    count += 1
  }

  private mutating func look(atList list: Int) {
    guard language != .objectiveC, tokens.tokens[list].partner > 0 else { return }
    let close = Int(tokens.tokens[list].partner)
    var at = list - 1
    if tokens.isMark(at, ">"), let open = generics(endingAt: at) { at = open - 1 }
    var isAssigned = false
    if tokens.isWord(at, "async") || tokens.isWord(at, "function") { at -= 1 }
    if tokens.isMark(at, "="), language == .javaScript || language == .dart {
      guard let (name, _) = target(before: at - 1) else { return }
      at = name
      isAssigned = true
    } else if tokens.isMark(at, ":"), language == .javaScript {
      // `{ toneFor: (day) => … }`
      at -= 1
      isAssigned = true
    }
    guard let name = tokens.word(at), !Self.control.contains(name) else { return }
    // The result's type, then the body.
    var next = close + 1
    var steps = 0
    while steps < 16, tokens.tokens.indices.contains(next) {
      if tokens.isMark(next, "{"), !tokens.isMark(next - 1, ":") { break }
      if tokens.isMark(next, "=") { break }
      let isType =
        tokens.word(next) != nil || tokens.tokens[next].kind == .string
        || "-><?:.,|[({&".utf8.contains(tokens.tokens[next].mark)
      guard isType, !(tokens.startsLine(next) && tokens.word(next) != nil && steps == 0) else {
        return
      }
      next = tokens.after(next)
      steps += 1
    }
    let scope = scope(of: list)
    if tokens.isMark(next, "{"), isFunction(at, isAssigned) {
      guard !isAssigned || tokens.isMark(next - 1, ">") || tokens.isWord(list - 1, "function")
      else { return }
      addFunction(.init(name: name, list: list, body: next, isBlock: true, scope: scope))
    } else if tokens.isMark(next, "="), tokens.isMark(next + 1, ">") {
      let isBlock = tokens.isMark(next + 2, "{")
      guard isAssigned || isFunction(at, isAssigned) else { return }
      addArrow(name, list, next + 2, isBlock, scope)
    } else if tokens.isMark(next, "="), language == .kotlin, isFunction(at, false) {
      addArrow(name, list, next + 1, false, scope)
    }
  }

  private mutating func addArrow(
    _ name: String, _ list: Int?, _ body: Int, _ isBlock: Bool, _ scope: Int
  ) {
    let function = Outline.Function(
      name: name, list: list, body: body, isBlock: isBlock, scope: scope)
    addFunction(function)
    guard !isBlock else { return }
    outline.arrows.append((function, body..<min(body + 512, tokens.tokens.count)))
  }

  private func generics(endingAt index: Int) -> Int? {
    (max(0, index - 12)..<index).reversed().first { tokens.isMark($0, "<") }
  }

  private func isFunction(_ at: Int, _ isAssigned: Bool) -> Bool {
    switch language {
    case .swift: tokens.isWord(at - 1, "func") || tokens.isWord(at, "init")
    case .kotlin: (at - 6..<at).contains { tokens.isWord($0, "fun") }
    case .javaScript:
      isAssigned || !tokens.isMark(at - 1, ".") && !tokens.isWord(at - 1, "new")
    case .dart, .java, .cSharp:
      !tokens.isMark(at - 1, ".")
        && !["new", "return", "await", "const"].contains(
          tokens.word(at - 1))
    case .go: tokens.isWord(at - 1, "func") || tokens.isMark(at - 1, ")")
    case .php: tokens.isWord(at - 1, "function")
    case .objectiveC, .python, .ruby, .text: false
    }
  }

  /// `String get file => …`, C#'s `string File => …`, and Dart's functions without parameters.
  private mutating func lookAtArrow(_ index: Int) {
    guard tokens.isMark(index + 1, ">"), language == .cSharp || language == .dart,
      let name = tokens.word(index - 1), tokens.word(index - 2) != nil
    else { return }
    addArrow(name, nil, index + 2, false, scope(of: index))
  }

  /// `var file: String { switch self { … } }`, `val file: String get() = …`, `get file() {…}`.
  private mutating func addProperty(_ index: Int, _ word: String) {
    switch language {
    case .swift:
      guard word == "var", let name = tokens.word(index + 1), tokens.isMark(index + 2, ":") else {
        return
      }
      var next = index + 3
      while next - index < 10, tokens.word(next) != nil || "?.[]".utf8.contains(mark(next)) {
        next += 1
      }
      guard tokens.isMark(next, "{") else { return }
      let getter = tokens.isWord(next + 1, "get") && tokens.isMark(next + 2, "{")
      addFunction(
        .init(
          name: name, list: nil, body: getter ? next + 2 : next, isBlock: true,
          scope: scope(of: index)))
    case .kotlin:
      guard word == "get", tokens.isMark(index + 1, "("), tokens.isMark(index + 2, ")"),
        let colon = (max(0, index - 8)..<index).reversed().first(where: { tokens.isMark($0, ":") }),
        let name = tokens.word(colon - 1)
      else { return }
      if tokens.isMark(index + 3, "=") {
        addArrow(name, nil, index + 4, false, scope(of: index))
      } else if tokens.isMark(index + 3, "{") {
        addFunction(
          .init(name: name, list: nil, body: index + 3, isBlock: true, scope: scope(of: index)))
      }
    case .dart:
      guard word == "get", let name = tokens.word(index + 1), tokens.isMark(index + 2, "{") else {
        return
      }
      addFunction(
        .init(name: name, list: nil, body: index + 2, isBlock: true, scope: scope(of: index)))
    default: return
    }
  }

  private func mark(_ index: Int) -> UInt8 {
    tokens.tokens.indices.contains(index) ? tokens.tokens[index].mark : 0
  }

  /// Objective-C: `- (NSString *)toneFor:(NSInteger)kind loud:(BOOL)loud {`.
  private mutating func look(atMethod index: Int) {
    guard tokens.isMark(index, "-") || tokens.isMark(index, "+"), tokens.startsLine(index),
      tokens.isMark(index + 1, "("), case let first = tokens.after(index + 1),
      let name = tokens.word(first)
    else { return }
    var parameters: [Parameter] = []
    var at = first
    while at - first < 64, tokens.tokens.indices.contains(at), !tokens.isMark(at, "{"),
      !tokens.isMark(at, ";")
    {
      if tokens.isMark(at, ":"), tokens.isMark(at + 1, "("),
        case let place = tokens.after(at + 1), let parameter = tokens.word(place)
      {
        parameters.append(
          Parameter(
            name: parameter, label: tokens.word(at - 1), type: tokens.word(at + 2), standard: nil,
            place: parameters.count))
        at = place
      }
      at += 1
    }
    guard tokens.isMark(at, "{") else { return }
    addFunction(
      .init(
        name: name, list: nil, body: at, isBlock: true, scope: scope(of: index),
        parameters: parameters))
  }
}

extension Array {
  /// The last elements, in the order of their starts, that start at an index or before it.
  func nearest(before index: Int, _ start: (Element) -> Int) -> ArraySlice<Element> {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if start(self[middle]) <= index { low = middle + 1 } else { high = middle }
    }
    return self[Swift.max(0, low - 64)..<low]
  }
}
