/// Reads the values of arguments, members and assignments of one source.
struct SoundValues {
  let unit: SourceUnit
  let evaluator: Evaluator
  private let differing = Memo<Int, Bool>()

  var tokens: SourceTokens { unit.tokens }

  init(_ tokens: SourceTokens) {
    unit = SourceUnit(tokens)
    evaluator = Evaluator(SourceSet([unit]))
  }

  init(_ unit: SourceUnit, _ evaluator: Evaluator) {
    (self.unit, self.evaluator) = (unit, evaluator)
  }

  var outline: Outline { unit.outline }

  /// The names of sounds that the expression at a token may be, and whether it may be others.
  func value(at index: Int) -> EvaluatedTexts {
    var found = evaluator.texts(at: index, in: unit)
    // Other sources may call the functions of this one, too.
    found.isOpen = found.isOpen || !evaluator.isComplete
    return found.isOfOneKind ? found : .unknown
  }

  /// The texts that may be an identifier, with a gap for what is computed in them.
  func identifiers(at index: Int) -> (texts: EvaluatedTexts, isComplete: Bool) {
    let found = evaluator.texts(at: index, in: unit, as: .identifier)
    return (found, evaluator.isComplete)
  }

  /// The resources whose addresses the expression at a token may be, and whether it may be others.
  func resources(at index: Int) -> EvaluatedTexts {
    var found = evaluator.texts(at: index, in: unit, as: .address)
    found.isOpen = found.isOpen || !evaluator.isComplete
    return found
  }

  /// The one literal, object or function that the expression at a token stands for.
  func only(at index: Int) -> Expression? {
    let found = evaluator.values(at: index, in: unit)
    return found.count == 1 && found[0].unit === unit ? found[0].expression : nil
  }

  /// Whether the expression at a token is a sound of Android, in Dart, in one case at least.
  func isResource(_ index: Int) -> Bool {
    func isOne(_ expression: Expression) -> Bool {
      switch expression {
      case .call(.name(let name, _), _, _): name.hasSuffix("AndroidNotificationSound")
      case .choice(let branches): branches.contains { isOne($0.value) }
      default: false
      }
    }
    return isOne(unit.expression(at: index))
  }

  /// The constant of a type that the expression at a token is, also in a variable:
  /// `Channels.BELLS`, `val id = Channels.BELLS`.
  func constant(at index: Int) -> String? {
    guard
      case .member(let owner?, let name, _) = unit.expression(at: declared(at: index) ?? index),
      let type = TextCalls.lastWord(owner), type.first?.isUppercase == true
    else { return nil }
    return type + "." + name
  }

  // MARK: Variables

  /// The first token of what the variable at a token is given; nil for another expression, and for one
  /// with several values.
  /// - Parameter isInChain: whether members of it may follow.
  func declared(at index: Int, inChain isInChain: Bool = false) -> Int? {
    guard let name = tokens.word(index), isInChain || Self.ends(index + 1, tokens),
      let all = outline.declarations[name], all.count <= Evaluator.namesakeLimit
    else { return nil }
    for scope in tokens.enclosing(index) + [-1] {
      let own = all.filter { $0.scope == scope && $0.isNew }
      guard let first = own.last(where: { $0.at < index }) ?? own.first else { continue }
      let later = all.filter { !$0.isNew && (scope < 0 || tokens.enclosing($0.at).contains(scope)) }
      return later.isEmpty ? first.value : nil
    }
    return all.count == 1 ? all[0].value : nil
  }

  /// Whether the expression at a token is a sound file that JavaScript takes from its bundler: of
  /// `require('./bell.mp3')` and `import bell from './bell.mp3'` the value is the bundler's, and no name
  /// that a system knows.
  func isBundledAsset(_ index: Int) -> Bool {
    guard tokens.language == .javaScript else { return false }
    let start = declared(at: index) ?? index
    if let name = tokens.word(start), Self.ends(start + 1, tokens) {
      return outline.imports[name].map { SoundNames.hasSoundSuffix($0.module) } ?? false
    }
    return tokens.isWord(start, "require") && tokens.isMark(start + 1, "(")
      && tokens.string(start + 2).map(SoundNames.hasSoundSuffix) == true
      && Self.ends(start + 4, tokens)
  }

  /// Whether the word at `index` is a parameter of a function around it, or the variable of a loop.
  func isGiven(_ index: Int) -> Bool {
    guard let name = tokens.word(index) else { return false }
    return parameter(at: index) != nil
      || outline.loops[name]?.contains { $0.range.contains(index) } == true
  }

  /// The parameter of a function around it that the word at `index` is.
  private func parameter(at index: Int) -> (parameter: Parameter, function: Outline.Function)? {
    guard let name = tokens.word(index) else { return nil }
    let functions =
      outline.arrows(around: index).map(\.function)
      + tokens.enclosing(index).compactMap { outline.functionOfBody[$0] }
    return functions.lazy.flatMap { function in
      (function.parameters ?? function.list.map(unit.parameters) ?? []).map { ($0, function) }
    }.first { $0.0.name == name }
  }

  /// Whether the word at `index` is a parameter to which the calls in the source give different
  /// values.
  func differs(at index: Int) -> Bool {
    guard let (parameter, function) = parameter(at: index) else { return false }
    return differing.value(for: function.body) {
      // A crafted source may have a million parameters.
      guard differing.count < 32 else { return false }
      let calls = Lookup(evaluator, 0).given(to: parameter, of: function, in: unit)
      let texts = calls.prefix(64).compactMap { element, _, list -> ArraySlice<UInt8>? in
        let isOwn = !tokens.isMark(list - 2, ".") || tokens.isWord(list - 3, "this")
        guard isOwn, let first = element?.range.first, let last = element?.range.last else {
          return nil
        }
        return tokens.bytes[Int(tokens.tokens[first].start)..<Int(tokens.tokens[last].end)]
          .prefix(256)
      }
      return Set(texts).count > 1
    }
  }

  /// Whether an expression ends before the token at `index`.
  static func ends(_ index: Int, _ tokens: SourceTokens) -> Bool {
    guard tokens.tokens.indices.contains(index) else { return true }
    let token = tokens.tokens[index]
    switch token.kind {
    case .string, .computedString: return false
    case .mark:
      // A colon follows the first of two values that a condition chooses from.
      if ",;:)]}".utf8.contains(token.mark) { return true }
      return tokens.startsLine(index) && !"+-.?:&|*/=<>([".utf8.contains(token.mark)
        || tokens.language == .objectiveC && tokens.startsLine(index) && token.mark == 0x5B
    case .word:
      return tokens.startsLine(index)
        || tokens.language == .objectiveC && tokens.isMark(index + 1, ":")
    }
  }
}

/// Checks of the form of sound names.
enum SoundNames {
  private static let suffixes: Set<String> = [
    "aac", "aif", "aifc", "aiff", "au", "caf", "flac", "m4a", "m4r", "mp3", "oga", "ogg", "opus",
    "wav", "wave",
  ]

  /// Whether a text is a sound's file name, without folders.
  static func isFileName(_ name: String) -> Bool {
    guard name.utf8.count <= 255, !name.utf8.contains(UInt8(ascii: "/")) else { return false }
    return hasSoundSuffix(name)
  }

  /// Whether a text ends with the extension of a sound file and has a name before it.
  static func hasSoundSuffix(_ name: String) -> Bool {
    name.utf8.count <= 1024 && suffixes.contains(name.fileSuffix)
  }

  /// The values of an enumeration that an app asks no file for.
  static let noSounds: Set<String> = [
    "none", "default", "standard", "system", "silent", "silence", "mute", "muted", "off", "custom",
    "random", "unknown", "vibrate",
  ]
}

extension SoundReference {
  /// The address of one of the pages of a Cordova app.
  static let pageScheme = "file://"

  /// The path below Cordova's `www`, for a name that is the address of one of the app's pages.
  var pagePath: String? {
    guard name.hasPrefix(Self.pageScheme) else { return nil }
    let path = String(name.dropFirst(Self.pageScheme.count))
    return path.hasPrefix("/") || !SoundFileName.isSound(path) ? nil : path
  }
}
