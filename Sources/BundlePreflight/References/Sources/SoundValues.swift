/// A value in the place of a sound's name.
indirect enum SoundValue {
  typealias Branches = [(value: SoundValue, platform: SoundBundle.Platform?)]

  /// A literal, or a constant with a literal value, and the offset of the literal. Of a name that is
  /// computed except for its extension, `*.mp3`.
  case name(String, Int)
  /// The values that a condition chooses from, each with its platform if the condition is about
  /// platforms; no value for no sound at all.
  case choice(Branches)
  /// A constant that another source may define, `Sounds.alarm`, or an argument of its calls.
  case constant(type: String?, name: String)
  /// An expression, with its literals that look like sound files.
  case parts([(name: String, offset: Int)])
  /// What the expression at a token may be besides, only other sources can show.
  case unknown(at: Int)

  /// Whether some of its values only running the app would show.
  var isOpen: Bool {
    if case .choice(let branches) = self { return branches.contains { $0.value.isOpen } }
    return isComputed
  }

  /// Whether only running the app would show the value.
  var isComputed: Bool {
    switch self {
    case .name, .choice: false
    case .constant, .parts, .unknown: true
    }
  }

  /// Whether all names have the extension of a sound file, or none has: where some have, each is for
  /// another platform.
  static func isOfOneKind(_ values: [SoundValue]) -> Bool {
    let names = values.compactMap { value -> String? in
      guard case .name(let name, _) = value, ReferenceHits.isName(name) else { return nil }
      return name
    }
    return Set(names.map(SoundNames.hasSoundSuffix)).count < 2
  }
}

/// Reads the values of arguments, members and assignments.
struct SoundValues {
  let tokens: SourceTokens
  let bindings: Bindings
  private let pages: PageNames
  private let functions: FunctionResults
  private let objects: ObjectMembers
  private let elements: ListElements
  /// nil where a parameter has no value.
  private var arguments: PositionalArguments?
  let rawValues: RawValueNames
  private let unit: SourceUnit
  private let evaluator: Evaluator

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
    bindings = Bindings(tokens)
    pages = PageNames(tokens, bindings)
    functions = FunctionResults(tokens)
    arguments = PositionalArguments(tokens, functions)
    objects = ObjectMembers(tokens, bindings, functions)
    elements = ListElements(tokens, bindings)
    rawValues = RawValueNames(tokens)
    unit = SourceUnit(tokens)
    evaluator = Evaluator([unit])
  }

  /// The same, where a parameter has no value: of one call, other arguments say more.
  var withoutArguments: SoundValues {
    var values = self
    values.arguments = nil
    return values
  }

  /// The maximum number of conditions within each other: a crafted file may have a million.
  private static let depthLimit = 4

  /// The value that starts with the token at `index`.
  func value(at index: Int, _ depth: Int = 0) -> SoundValue {
    guard depth == 0, arguments != nil, tokens.string(index) == nil else {
      return nearValue(at: index, depth)
    }
    // Addresses of an app's pages are put together by adding to a variable.
    if tokens.mentions.pages, case let near = nearValue(at: index, depth), !near.isOpen {
      return near
    }
    let found = evaluator.texts(at: index, in: unit)
    let known = found.texts.compactMap { text in
      text.name.map { (value: SoundValue.name($0, text.offset), platform: text.platform) }
    }
    let isFitting = SoundValue.isOfOneKind(known.filter { $0.platform == nil }.map(\.value))
    // Other sources may call the functions of this one, too.
    let isOpen = found.isOpen || !evaluator.isComplete
    guard isFitting, !known.isEmpty || !isOpen else {
      let near = nearValue(at: index, depth)
      return near.isOpen ? .choice([(near, nil), (.unknown(at: index), nil)]) : near
    }
    if isOpen { return .choice(known + [(.unknown(at: index), nil)]) }
    return known.count == 1 && known[0].platform == nil ? known[0].value : .choice(known)
  }

  /// The resources whose addresses the expression at a token may be, and whether it may be others.
  func resources(at index: Int) -> (names: [(name: String, offset: Int)], isOpen: Bool) {
    let found = evaluator.texts(at: index, in: unit, areAddresses: true)
    return (
      found.texts.compactMap { text in text.resource.map { ($0, text.offset) } },
      found.isOpen || !evaluator.isComplete
    )
  }

  /// The value as far as the tokens around show it.
  private func nearValue(at index: Int, _ depth: Int) -> SoundValue {
    let start = tokens.isMark(index, "@") ? index + 1 : index
    if let name = tokens.string(start), Self.ends(start + 1, tokens) {
      return .name(name, Int(tokens.tokens[start].start))
    }
    if let stem = NameStem(at: start, tokens, bindings) { return .name(stem.name, stem.offset) }
    if let composed = ComposedName(at: start, tokens, bindings) {
      return .name(composed.name, composed.offset)
    }
    if let last = lastOfChain(start), Self.ends(last + 1, tokens),
      let constant = bindings.literal(from: start, to: last),
      let text = tokens.string(constant)
    {
      return .name(text, Int(tokens.tokens[constant].start))
    }
    if let word = tokens.word(start), Self.nothing.contains(word), Self.ends(start + 1, tokens) {
      return .choice([])
    }
    if depth < Self.depthLimit, tokens.isMark(start, "("), Self.ends(tokens.after(start), tokens) {
      return value(at: start + 1, depth + 1)
    }
    if depth < Self.depthLimit,
      let branches = Alternatives(at: start, tokens, { value(at: $0, depth + 1) })?.branches
    {
      return .choice(branches)
    }
    if depth < Self.depthLimit,
      let branches = SwitchValues(at: start, tokens, { value(at: $0, depth + 1) })?.branches
    {
      return .choice(branches)
    }
    if let last = lastOfChain(start), Self.ends(last + 1, tokens), let name = tokens.word(last),
      let choice = pages.choice(name, for: start)
    {
      return .choice(choice)
    }
    if let last = lastOfChain(start), tokens.isMark(last + 1, "("),
      Self.ends(tokens.after(last + 1), tokens), let name = tokens.word(last),
      let choice = functions.choice(name)
    {
      return .choice(choice)
    }
    if depth < Self.depthLimit, let choice = variable(at: start, depth) ?? table(at: start) {
      return .choice(choice)
    }
    if let choice = objects.choice(at: start) ?? elements.choice(at: start) {
      return .choice(choice)
    }
    // Of functions that hand their arguments on, each would multiply the values of the next.
    if depth < Self.depthLimit,
      let choice = arguments?.choice(at: start, { withoutArguments.value(at: $0, depth + 1) })
    {
      return .choice(choice)
    }
    if let constant = sharedConstant(at: start) { return constant }
    if let (name, offset) = ComposedName.anyName(from: start, tokens) { return .name(name, offset) }
    return .parts(parts(from: start))
  }

  /// The values of a name of this source: `var tone = 'bell.caf'`, and others in branches.
  private func variable(at start: Int, _ depth: Int) -> SoundValue.Branches? {
    guard let variable = Variable(at: start, tokens, bindings) else { return nil }
    let values = variable.values.map { value(at: $0, depth + 1) }
    guard values.contains(where: { !$0.isComputed }) else { return nil }
    return SoundValue.isOfOneKind(values) ? values.map { ($0, nil) } : nil
  }

  /// The values of a table of this source: `tones[name]`, of `const tones = { bell: 'bell.caf' }`.
  private func table(at start: Int) -> SoundValue.Branches? {
    guard let last = lastOfChain(start), let name = tokens.word(last),
      tokens.isMark(last + 1, "["), let place = bindings.only(name)
    else { return nil }
    let next = tokens.after(last + 1)
    guard Self.ends(tokens.isMark(next, "!") ? next + 1 : next, tokens) else { return nil }
    // Dart's `<String, String>{…}`, and a constant one.
    guard
      let bracket = (place..<place + 8).first(where: {
        tokens.isMark($0, "{") || tokens.isMark($0, "[")
      }),
      tokens.tokens[bracket].partner > bracket
    else { return nil }
    let names: SoundValue.Branches = (bracket + 1..<Int(tokens.tokens[bracket].partner)).prefix(512)
      .compactMap { index in
        guard Int(tokens.tokens[index].parent) == bracket, !tokens.isMark(index + 1, ":"),
          let name = tokens.string(index)
        else { return nil }
        return (.name(name, Int(tokens.tokens[index].start)), nil)
      }
    return names.isEmpty || !SoundValue.isOfOneKind(names.map(\.value)) ? nil : names
  }

  /// The words of languages for no value, and the systems' names of the default sound.
  private static let nothing = ReferenceHits.systemDefaults.union([
    "null", "nil", "undefined", "false",
  ])

  /// `Sounds.alarm`, `kAlarmSound`, `ALARM_SOUND`: the names of constants of other sources; and
  /// `tone.file`, whose value is an argument of a call.
  private func sharedConstant(at start: Int) -> SoundValue? {
    guard let last = lastOfChain(start), Self.ends(last + 1, tokens), let name = tokens.word(last)
    else { return nil }
    if let argument = CallArguments(tokens: tokens).asked(from: start, to: last) {
      return .constant(type: argument.type, name: argument.name)
    }
    if last > start {
      guard let type = tokens.word(last - 2), type.first?.isUppercase == true else { return nil }
      return .constant(type: type, name: name)
    }
    let isCapital =
      name.utf8.count > 2 && name.allSatisfy { $0.isUppercase || $0 == "_" || $0.isNumber }
    let isLead =
      name.utf8.count > 3 && name.first == "k" && name.dropFirst().first?.isUppercase == true
    return isCapital || isLead ? .constant(type: nil, name: name) : nil
  }

  /// The last word of `Sounds.alarm`, or of `alarm` alone; nil if there is no word.
  private func lastOfChain(_ start: Int) -> Int? {
    tokens.word(start) != nil ? tokens.lastOfChain(start, within: 12) : nil
  }

  private func parts(from start: Int) -> [(name: String, offset: Int)] {
    var parts: [(name: String, offset: Int)] = []
    var depth = 0
    for index in start..<min(start + 64, max(start, tokens.tokens.count)) {
      let token = tokens.tokens[index]
      if token.kind == .mark {
        if "([{".utf8.contains(token.mark) { depth += 1 }
        if ")]}".utf8.contains(token.mark) { depth -= 1 }
        if depth < 0 || depth == 0 && ",;".utf8.contains(token.mark) { break }
      }
      if depth == 0, index > start, tokens.startsLine(index), Self.ends(index, tokens) { break }
      // A part of a concatenation is not a name.
      if tokens.isMark(index - 1, "+") || tokens.isMark(index + 1, "+") { continue }
      if let name = tokens.string(index), SoundNames.isFileName(name) {
        parts.append((name, Int(token.start)))
      }
    }
    return parts
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
}
