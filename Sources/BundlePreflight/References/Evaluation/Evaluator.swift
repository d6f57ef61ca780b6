/// Follows expressions to the texts that they may have: through constants, variables, parameters,
/// results of functions, tables, members and interpolations, in all sources that are at hand.
///
/// A name is followed to its own declaration and to no other of the same spelling. What cannot be
/// followed is open, and never guessed.
final class Evaluator {
  /// What an expression stands for, with the source and the place where its names are meant.
  struct Value {
    let expression: Expression
    let unit: SourceUnit
    let at: Int
    var platform: SoundBundle.Platform?

    init(
      _ expression: Expression, _ unit: SourceUnit, _ at: Int,
      platform: SoundBundle.Platform? = nil
    ) {
      (self.expression, self.unit, self.at, self.platform) = (expression, unit, at, platform)
    }

    /// A text that a token of its source shows.
    func text(_ text: String, at index: Int, isCompiled: Bool = false) -> EvaluatedTexts {
      let offset = unit.offset(of: index)
      return EvaluatedTexts(texts: [
        EvaluatedText(
          text: text, file: unit.file, offset: offset, platform: platform, isCompiled: isCompiled)
      ])
    }

    /// The same for a platform, where it has none of its own.
    func on(_ other: SoundBundle.Platform?) -> Value {
      Value(expression, unit, at, platform: platform ?? other)
    }
  }

  static let textLimit = 64
  /// The maximum number of values of one expression: each may stand for as many others.
  private static let valueLimit = 128
  /// The maximum number of declarations of one type, such as extensions.
  private static let typeLimit = 16
  private static let depthLimit = 18
  /// The maximum number of steps for one place, and for all places of a source.
  private static let placeLimit = 1_000
  private static let totalLimit = 40_000
  /// The maximum number of declarations of one name in a source that are looked through.
  static let namesakeLimit = 200

  private let sources: SourceSet
  /// The names that no source at hand declares, and the functions that others may call.
  private(set) var needs: Set<String> = []
  /// The files, without their extensions, that no source at hand is.
  private(set) var neededFiles: Set<String> = []
  /// Whether no other source could say more.
  var isComplete: Bool { needs.isEmpty && neededFiles.isEmpty }
  private var steps = 0
  /// The steps of all places so far.
  private(set) var total: Int
  /// What calls give a parameter, by the function's body.
  private let arguments = Memo<ParameterKey, Arguments>()

  private struct Arguments {
    let values: [Value]
    /// What others may say of them.
    let needs: Set<String>
    let neededFiles: Set<String>
  }

  private struct ParameterKey: Hashable {
    let unit: ObjectIdentifier
    let body: Int
    let name: String
  }

  /// - Parameter spent: the steps that were made before for the same places.
  init(_ sources: SourceSet, spent: Int = 0) {
    self.sources = sources
    total = spent
  }

  /// What calls give a parameter, found out once.
  func arguments(
    of function: Outline.Function, _ name: String, in unit: SourceUnit, _ find: () -> [Value]
  ) -> [Value] {
    let key = ParameterKey(unit: ObjectIdentifier(unit), body: function.body, name: name)
    let outer = (needs, neededFiles)
    (needs, neededFiles) = ([], [])
    let known = arguments.value(for: key) {
      let values = find()
      return Arguments(values: values, needs: needs, neededFiles: neededFiles)
    }
    needs = outer.0.union(known.needs)
    neededFiles = outer.1.union(known.neededFiles)
    return known.values
  }

  /// The texts that the expression at a token may have.
  func texts(
    at index: Int, in unit: SourceUnit, as form: EvaluatedText.Form = .name
  ) -> EvaluatedTexts {
    let expression = unit.expression(at: index)
    (needs, neededFiles) = ([], [])
    steps = 0
    let value = Value(expression, unit, index)
    if case .text(let text, let literal) = expression {
      // A literal takes no step: a source may have many.
      let own = value.text(text, at: literal)
      return EvaluatedTexts(texts: own.texts.compactMap { $0.asked(form) })
    }
    guard total < Self.totalLimit else {
      need("")
      return .unknown
    }
    var found = partialTexts(value, 0)
    // An identifier says by itself which part of it is not known.
    if form != .identifier, found.texts.contains(where: \.isPartial) { found.isOpen = true }
    found.texts = found.texts.compactMap { $0.asked(form) }
    // Of several values some stand for no sound of the app.
    if form != .identifier, found.texts.count > 1 {
      found.texts.removeAll { SoundNames.noSounds.contains($0.text.lowercased()) }
    }
    if steps > Self.placeLimit { found.isOpen = true }
    return found
  }

  /// The objects that have one of some members, in what the expression at a token stands for: it, its
  /// elements and the values of its members.
  func objects(
    with names: Set<String>, at index: Int, in unit: SourceUnit
  ) -> [(unit: SourceUnit, bracket: Int)] {
    values(at: index, in: unit).flatMap { objects(names, $0, 0) }
  }

  /// What the expression at a token stands for.
  func values(at index: Int, in unit: SourceUnit) -> [Value] {
    (needs, neededFiles) = ([], [])
    steps = 0
    guard total < Self.totalLimit else { return [] }
    return resolve(Value(unit.expression(at: index), unit, index), 0)
  }

  private func objects(
    _ names: Set<String>, _ value: Value, _ depth: Int
  ) -> [(unit: SourceUnit, bracket: Int)] {
    resolve(value, depth).flatMap { own -> [(unit: SourceUnit, bracket: Int)] in
      let bracket: Int? =
        switch own.expression {
        case .bracket(let bracket): bracket
        case .instance(_, let list, _): list
        default: nil
        }
      guard let bracket, depth < 8 else { return [] }
      let elements = own.unit.elements(in: bracket)
      if elements.contains(where: { names.contains($0.label ?? "") }) {
        return [(own.unit, bracket)]
      }
      return elements.flatMap { element in
        objects(names, Value(element.value, own.unit, bracket), depth + 2)
      }
    }
  }

  func need(_ name: String) { if needs.count < 256 { needs.insert(name) } }

  func need(file: String) { if neededFiles.count < 256 { neededFiles.insert(file) } }

  /// Counts a step; false where the budget is used up.
  private func mayStep(_ depth: Int) -> Bool {
    steps += 1
    total += 1
    return depth < Self.depthLimit && steps <= Self.placeLimit
  }

  // MARK: Texts

  /// The texts of a part of the expression that is asked for.
  func partialTexts(_ value: Value, _ depth: Int) -> EvaluatedTexts {
    guard mayStep(depth) else { return .unknown }
    let unit = value.unit
    func inside(_ expression: Expression) -> EvaluatedTexts {
      partialTexts(Value(expression, unit, value.at), depth + 1)
    }
    switch value.expression {
    case .nothing: return EvaluatedTexts()
    case .text(let text, let index): return value.text(text, at: index)
    case .template(let pieces, let index):
      let parts = pieces.map { piece in
        switch piece {
        case .text(let text): value.text(text, at: index)
        case .hole(let inner): partialTexts(Value(inner.expression(at: 0), inner, 0), depth + 1)
        case .unknown: EvaluatedTexts.unknown
        }
      }
      return composed(parts, value, index, isSum: false)
    case .sum(let left, let right, let index):
      let (first, second) = (inside(left), inside(right))
      var found = composed([first, second], value, index, isSum: true)
      // Where one literal is known alone, the text is told there.
      if first.texts.isEmpty, !second.isOpen, second.texts.count == 1, found.texts.count == 1 {
        found.texts = [
          EvaluatedText(
            text: found.texts[0].text, file: second.texts[0].file, offset: second.texts[0].offset,
            platform: value.platform, isCompiled: second.texts[0].isCompiled)
        ]
      }
      return found
    case .choice(let branches):
      var found = EvaluatedTexts()
      for branch in branches {
        var own = inside(branch.value)
        own.texts.removeAll { branch.excluded.contains($0.text) }
        guard let platform = branch.platform ?? value.platform else {
          found.add(own)
          continue
        }
        own.texts = own.texts.filter { $0.platform == nil || $0.platform == platform }
        for place in own.texts.indices { own.texts[place].platform = platform }
        found.add(own)
      }
      return found
    case .call(let function, let list, _):
      if let own = TextCalls(self, value, depth).texts(function, list) { return own }
    case .member(let base?, let name, _) where TextCalls.identities.contains(name):
      if case .some(let type) = resolvedType(base, value, depth) {
        return rawValues(of: type, value, depth)
      }
      return inside(base)
    case .member(let base?, "first", _), .subscripted(let base, _):
      if let text = TextCalls.split(base, unit) {
        return inside(text).mapped { $0.split(separator: ".").first.map(String.init) }
      }
    case .member(let base?, let name, _) where TextCalls.cuts.contains(name):
      return inside(base).mapped { $0.fileStem }
    case .member(let base?, "lastPathComponent", _): return inside(base).mapped { $0.fileName }
    case .member(let base?, let name, let index) where TextCalls.isResources(base, unit):
      let own = unit.tokens.language == .cSharp ? name.lowercased() : name
      return value.text("raw/" + own, at: index, isCompiled: true)
    case .member(_?, let name, let index):
      if let text = TextCalls.constants[name] { return inside(.text(text, index)) }
    case .name(let name, let index):
      guard let text = TextCalls.constants[name] else { break }
      return known(resolve(value, depth + 1), depth) ?? inside(.text(text, index))
    default: break
    }
    return known(resolve(value, depth + 1), depth) ?? .unknown
  }

  /// The texts of values; nil where there are none.
  private func known(_ values: [Value], _ depth: Int) -> EvaluatedTexts? {
    guard !values.isEmpty else { return nil }
    var found = EvaluatedTexts()
    for one in values {
      switch one.expression {
      case .some(let type) where one.unit.tokens.language == .javaScript:
        found.add(rawValues(of: type, one, depth + 1))
      case .instance(let type, _, let name):
        guard let item = EnumerationCases(type, one.unit).all.first(where: { $0.name == name })
        else {
          found.isOpen = true
          continue
        }
        found.add(one.text(item.raw, at: item.literal))
      case .text, .template, .sum, .choice, .nothing, .call, .member:
        found.add(partialTexts(one, depth + 1))
      default: found.isOpen = true
      }
    }
    return found
  }

  /// The texts of parts one after the other.
  private func composed(
    _ parts: [EvaluatedTexts], _ value: Value, _ index: Int, isSum: Bool
  ) -> EvaluatedTexts {
    let place = value.unit.place(of: index)
    let start = EvaluatedText(
      text: "", file: value.unit.file, offset: place.unit.offset(of: place.index),
      platform: value.platform)
    var found = EvaluatedTexts(texts: [start])
    for values in parts {
      var endings = values.texts
      // Of several texts each has the place of its own literal, and so has a resource.
      let isOwn = endings.count > 1 || isSum && endings.contains { $0.text.contains("raw/") }
      let places = isOwn ? values.texts : []
      if values.isOpen || endings.isEmpty {
        endings.append(EvaluatedText(text: String(EvaluatedText.gap), file: "", offset: 0))
      }
      found.texts = found.texts.flatMap { before in
        endings.prefix(Self.textLimit).enumerated().map { index, ending in
          var after =
            places.indices.contains(index)
            ? EvaluatedText(
              text: before.text, file: places[index].file, offset: places[index].offset,
              platform: before.platform) : before
          after.text += ending.text
          after.platform = after.platform ?? ending.platform
          after.isCompiled = before.isCompiled || ending.isCompiled
          return after
        }
      }
      if found.texts.count > Self.textLimit {
        found.texts = Array(found.texts.prefix(Self.textLimit))
        found.isOpen = true
      }
    }
    let count = found.texts.count
    found.texts.removeAll { $0.text.utf8.count > 255 }
    found.isOpen = found.isOpen || found.texts.count < count
    // A path is one fault of the place where it is put together, whatever its last part is.
    if found.texts.contains(where: { $0.text.contains("/") && !(isSum && $0.resource != nil) }) {
      found.texts = found.texts.map { text in
        EvaluatedText(
          text: text.text, file: start.file, offset: start.offset, platform: text.platform,
          isCompiled: text.isCompiled)
      }
    }
    return found
  }

  // MARK: Values

  /// The literals, objects and types that an expression stands for.
  func resolve(_ value: Value, _ depth: Int) -> [Value] {
    guard mayStep(depth) else { return [] }
    let found = resolved(value, depth)
    return found.count > Self.valueLimit ? Array(found[..<Self.valueLimit]) : found
  }

  private func resolved(_ value: Value, _ depth: Int) -> [Value] {
    let (unit, at) = (value.unit, value.at)
    func inside(_ expression: Expression) -> [Value] {
      resolve(Value(expression, unit, at, platform: value.platform), depth + 1)
    }
    switch value.expression {
    case .unknown: return []
    case .text, .template, .sum, .nothing, .bracket, .pair, .closure, .instance, .type, .some:
      return [value]
    case .choice(let branches):
      return branches.flatMap { branch in
        inside(branch.value).map { $0.on(branch.platform) }
      }
    case .name(let name, let index):
      let place = unit.outer == nil ? (unit, index) : unit.place(of: index)
      return Lookup(self, depth).values(of: name, in: place.0, at: place.1)
    case .member(nil, let name, let index):
      return Lookup(self, depth).implicit(name, in: unit.place(of: index))
    case .member(let base?, let name, _):
      if TextCalls.isResources(base, unit) || TextCalls.constants[name] != nil { return [value] }
      if TextCalls.identities.contains(name) {
        let found = inside(base)
        // The raw values of an enumeration are texts, its cases are not.
        return name == "rawValue" && found.contains(where: \.isOfType) ? [value] : found
      }
      if unit.tokens.language == .objectiveC, case .name("self", _) = base {
        return Lookup(self, depth).properties(name, in: unit.place(of: 0).unit)
      }
      if unit.tokens.language.isBare, case .name(let owner, let index) = base,
        ["self", "cls"].contains(owner) || owner.first?.isUppercase == true
      {
        // Its classes have no brackets: their members are those of the source.
        return inside(.name(name, index))
      }
      return Lookup(self, depth).values(of: name, of: base, value)
    case .subscripted(let base, let bracket):
      return Lookup(self, depth).entries(of: base, bracket, value)
    case .call(let function, let list, let initializer):
      if TextCalls.makesText(function, unit.elements(in: list)) { return [value] }
      return Lookup(self, depth).values(of: function, list, initializer, value)
    }
  }

  /// The type whose value an expression is, where only that is known.
  private func resolvedType(_ base: Expression, _ value: Value, _ depth: Int) -> String? {
    if case .name("self", let index) = base {
      let place = value.unit.place(of: index)
      return Lookup(self, depth).type(around: place.index, in: place.unit)?.name
    }
    let found = resolve(Value(base, value.unit, value.at), depth + 1)
    guard found.count == 1, case .some(let type) = found[0].expression else { return nil }
    return type
  }

  /// The raw values of an enumeration.
  private func rawValues(of type: String, _ value: Value, _ depth: Int) -> EvaluatedTexts {
    var found = EvaluatedTexts()
    for (declaration, unit) in types(type, value.unit) {
      for item in EnumerationCases(declaration, unit).all {
        let one = Value(.unknown, unit, item.literal, platform: value.platform)
        found.add(one.text(item.raw, at: item.literal))
      }
    }
    if found.texts.isEmpty { return .unknown }
    found.texts.removeAll { SoundNames.noSounds.contains($0.text.lowercased()) }
    return found
  }

  // MARK: Sources

  /// The sources of the same language, or those of them that declare or call something of a name.
  func sources(like unit: SourceUnit, naming name: String? = nil) -> [SourceUnit] {
    sources.like(unit.tokens.language, naming: name)
  }

  /// The declarations of a type: those of the source itself before those of others.
  func types(
    _ name: String, _ unit: SourceUnit
  ) -> [(declaration: Outline.TypeDeclaration, unit: SourceUnit)] {
    let unit = unit.place(of: 0).unit
    if let own = unit.outline.types[name] { return own.prefix(Self.typeLimit).map { ($0, unit) } }
    let others = sources(like: unit, naming: name).flatMap { other in
      (other.outline.types[name] ?? []).prefix(Self.typeLimit).map { ($0, other) }
    }
    if others.isEmpty { need(name) }
    return others
  }
}

extension SourceLanguage {
  /// Whether functions and classes have no brackets.
  var isBare: Bool { self == .python || self == .ruby }
}

extension EvaluatedTexts {
  func mapped(_ change: (String) -> String?) -> EvaluatedTexts {
    var found = self
    found.texts = texts.compactMap { text in
      guard let changed = change(text.text) else { return nil }
      var text = text
      text.text = changed
      return text
    }
    found.isOpen = isOpen || found.texts.count < texts.count
    return found
  }
}

/// The cases of an enumeration with their raw values.
struct EnumerationCases {
  typealias Case = (name: String, raw: String, literal: Int, list: Int?)

  private let type: Outline.TypeDeclaration
  private let tokens: SourceTokens

  init(_ type: Outline.TypeDeclaration, _ unit: SourceUnit) {
    self.type = type
    tokens = unit.tokens
  }

  var all: [Case] {
    guard let bracket = type.bracket, type.isEnumeration, tokens.tokens[bracket].partner > bracket
    else { return [] }
    var found: [Case] = []
    var at = bracket + 1
    let end = Int(tokens.tokens[bracket].partner)
    let isSwift = tokens.language == .swift
    while at < end, found.count < 256 {
      // The values of the other languages end with a semicolon.
      if !isSwift, tokens.isMark(at, ";") { break }
      let isFirst =
        isSwift
        ? tokens.isWord(at - 1, "case")
        : at == bracket + 1 || tokens.isMark(at - 1, ",") || tokens.isMark(at - 1, ")")
      let isNext = isSwift && tokens.isMark(at - 1, ",") && !found.isEmpty
      if isFirst || isNext, let name = tokens.word(at), Int(tokens.tokens[at].parent) == bracket {
        let list = tokens.isMark(at + 1, "(") ? at + 1 : nil
        let literal = tokens.isMark(at + 1, "=") ? at + 2 : at
        found.append((name, tokens.string(literal) ?? name, literal, list))
      }
      at = tokens.after(at)
    }
    return found
  }
}
