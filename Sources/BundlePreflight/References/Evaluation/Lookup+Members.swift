/// Follows members of objects, tables, lists and types.
extension Lookup {
  // MARK: Members

  func values(of name: String, of base: Expression, _ value: Value) -> [Value] {
    let owners = resolve(base, value.unit, value.at)
    if owners.isEmpty { return values(of: name, ofNamed: base, value.unit) }
    return owners.flatMap { owner in
      self.values(of: name, owner).map { $0.on(owner.platform) }
    }
  }

  /// The member of a value of which only the name is known: in Swift and Dart of the one type that is
  /// called so, `file` of `AlarmTone` in `alarm.tone.file`; in JavaScript of the one constant,
  /// `this.SOUNDS.alarm`.
  private func values(
    of name: String, ofNamed base: Expression, _ unit: SourceUnit
  ) -> [Value] {
    let word: String
    switch base {
    case .name(let own, _), .member(_, let own, _): word = own
    default: return []
    }
    let isType = word.first?.isUppercase == true
    switch unit.tokens.language {
    case .javaScript where isType:
      evaluator.need(word)
      let constants = evaluator.sources(like: unit, naming: word).flatMap { source in
        (source.outline.declarations[word] ?? []).filter(\.isNew).map { (source, $0) }
      }
      guard constants.count == 1, let (source, constant) = constants.first else { return [] }
      return next.value(of: constant, in: source)
        .flatMap { values(of: name, $0) }
    case .swift where !isType, .dart where !isType:
      let ending = word.prefix(1).uppercased() + word.dropFirst()
      evaluator.need(name)
      let all = evaluator.sources(like: unit)
      let types = Set(all.flatMap { $0.typesByLastWord[ending] ?? [] })
      guard types.count == 1, let type = types.first, type != ending else { return [] }
      let sources = evaluator.sources(like: unit, naming: type)
      let declared = sources.flatMap { source in
        (source.outline.types[type] ?? []).prefix(16).map { (source, $0) }
      }
      let own = declared.lazy.compactMap { member(name, of: $0.1, in: $0.0) }.first { !$0.isEmpty }
      if let own { return own }
      return sources.flatMap { source in
        (source.outline.calls[type] ?? []).prefix(64).flatMap { list in
          source.elements(in: list).filter { $0.label == name }
            .flatMap { resolve($0.value, source, list) }
        }
      }
    default: return []
    }
  }

  private func values(of name: String, _ owner: Value) -> [Value] {
    let unit = owner.unit
    switch owner.expression {
    case .bracket(let bracket):
      let elements = unit.elements(in: bracket)
      if let own = elements.last(where: { $0.label == name }) {
        return resolve(own.value, unit, bracket)
      }
      // A library's type may have its members by their places.
      if let callee = unit.tokens.word(bracket - 1),
        let place = SinkRows.of(unit.tokens.language).labels(ofCall: callee)?[name],
        case let unlabelled = elements.filter({ $0.label == nil }),
        unlabelled.indices.contains(place)
      {
        return resolve(unlabelled[place].value, unit, bracket)
      }
      if ["first", "last", "values", "value", "firstOrNull", "entries"].contains(name) {
        return self.elements(of: [owner])
      }
      return elements.filter(\.isSpread).flatMap { element in
        resolve(.member(element.value, name, bracket), unit, bracket)
      }
    case .type(let type): return member(name, of: type, in: unit) ?? []
    case .some("*"):
      return unit.outline.declarations[name]?.first { $0.scope < 0 }.map {
        next.value(of: $0, in: unit)
      } ?? []
    case .some(let type): return members(name, ofSome: type, unit)
    case .instance(let type, let list, let own):
      if let found = argument(name, of: type, list, unit) ?? member(name, of: type, in: unit) {
        return found
      }
      return name == "name" && type.isEnumeration
        ? [Value(.text(own, owner.at), unit, owner.at)] : []
    case .pair(_, let second):
      return name == "second" || name == "value"
        ? resolve(second, unit, owner.at) : []
    default: return []
    }
  }

  /// The value of a member that an instance was made with.
  private func argument(
    _ name: String, of type: Outline.TypeDeclaration, _ list: Int?, _ unit: SourceUnit
  ) -> [Value]? {
    guard let list else { return nil }
    let elements = unit.elements(in: list)
    if let own = elements.first(where: { $0.label?.lowercased() == name.lowercased() }) {
      return resolve(own.value, unit, list)
    }
    for (declaration, place) in evaluator.types(type.name, unit) {
      guard let parameters = constructor(of: declaration, place) else { continue }
      guard
        let parameter = parameters.first(where: { $0.name.lowercased() == name.lowercased() })
      else { continue }
      let unlabelled = elements.filter { $0.label == nil }
      if unlabelled.indices.contains(parameter.place) {
        return resolve(unlabelled[parameter.place].value, unit, list)
      }
      if let standard = parameter.standard {
        return resolve(place.expression(at: standard), place, standard)
      }
    }
    return nil
  }

  /// The parameters with which a type's instances are made.
  private func constructor(
    of type: Outline.TypeDeclaration, _ unit: SourceUnit
  ) -> [Parameter]? {
    if let list = type.list,
      unit.tokens.language == .kotlin || unit.tokens.language == .cSharp
        || unit.tokens.language == .java
    {
      return unit.parameters(in: list)
    }
    for name in [type.name, "init", "constructor"] {
      let made = unit.outline.functions[name]?.first { $0.scope == type.bracket }
      if let list = made?.list { return unit.parameters(in: list) }
    }
    // Dart's `const Tone(this.file);` has no body.
    guard let bracket = type.bracket else { return nil }
    return unit.outline.calls[type.name]?.first {
      Int(unit.tokens.tokens[$0].parent) == bracket
    }.map(unit.parameters)
  }

  /// The member of a type itself: a constant, a computed value, a case, or a type in it.
  func member(
    _ name: String, of type: Outline.TypeDeclaration, in unit: SourceUnit
  ) -> [Value]? {
    guard let bracket = type.bracket else { return nil }
    let outline = unit.outline
    if type.isEnumeration,
      let item = EnumerationCases(type, unit).all.first(where: { $0.name == name })
    {
      if item.list == nil, item.literal != 0, unit.tokens.string(item.literal) != nil {
        return [Value(.text(item.raw, item.literal), unit, item.literal)]
      }
      return [
        Value(.instance(type, list: item.list, name: name), unit, item.literal)
      ]
    }
    let all = outline.declarations[name] ?? []
    guard all.count <= Evaluator.namesakeLimit else { return nil }
    let own = all.filter { declaration in
      declaration.scope == bracket
        || ["this", "self"].contains(declaration.owner ?? "")
          && unit.tokens.enclosing(declaration.at).contains(bracket)
        || !declaration.isNew && declaration.owner == nil
          && unit.tokens.enclosing(declaration.at).contains(bracket)
          && all.contains { $0.scope == bracket && $0.isNew }
    }
    if !own.isEmpty {
      return own.prefix(32).flatMap { next.value(of: $0, in: unit) }
    }
    if let function = outline.functions[name]?.first(where: { $0.scope == bracket }) {
      guard function.list == nil || function.list == 0 else {
        return closure(function, unit)
      }
      return next.results(of: function, in: unit)
    }
    if let inner = outline.types[name]?.first(where: { $0.scope == bracket }) {
      return [Value(.type(inner), unit, inner.at)]
    }
    if let list = type.list ?? nil,
      unit.tokens.language == .kotlin || unit.tokens.language == .cSharp,
      unit.parameters(in: list).contains(where: { $0.name == name })
    {
      return made(name, type, unit)
    }
    if hasField(name, bracket, unit) { return made(name, type, unit) }
    return nil
  }

  /// Whether a type declares a member without a value.
  private func hasField(_ name: String, _ bracket: Int, _ unit: SourceUnit) -> Bool {
    unit.tokens.list(in: bracket).contains { at in
      unit.tokens.isWord(at, name)
        && (unit.tokens.isMark(at + 1, ":") || unit.tokens.isMark(at + 1, ";"))
    }
  }

  private func members(_ name: String, ofSome type: String, _ unit: SourceUnit) -> [Value] {
    for (declaration, place) in evaluator.types(type, unit) {
      if let found = member(name, of: declaration, in: place), !found.isEmpty { return found }
    }
    guard let (declaration, place) = evaluator.types(type, unit).first else { return [] }
    return made(name, declaration, place)
  }

  /// The values of a member that all makers of a type's instances give it.
  private func made(
    _ name: String, _ type: Outline.TypeDeclaration, _ unit: SourceUnit
  ) -> [Value] {
    evaluator.need(type.name)
    var found: [Value] = []
    if type.isEnumeration {
      for item in EnumerationCases(type, unit).all {
        found += argument(name, of: type, item.list, unit) ?? []
      }
    }
    for source in evaluator.sources(like: unit, naming: type.name) {
      for list in (source.outline.calls[type.name] ?? []).prefix(64)
      where Int(source.tokens.tokens[list].parent) != type.bracket || source !== unit {
        if source === unit, list == type.list { continue }
        found += argument(name, of: type, list, source) ?? []
      }
    }
    // Swift's `self.init(file: "bell.caf")`.
    for list in (unit.outline.calls["init"] ?? []).prefix(64)
    where unit.tokens.isMark(list - 2, ".")
      && type.bracket.map(unit.tokens.enclosing(list).contains) == true
    {
      found += argument(name, of: type, list, unit) ?? []
    }
    return found
  }

  /// `.alarm` of the type that is expected; only one type may have such a member.
  func implicit(_ name: String, in place: (unit: SourceUnit, index: Int)) -> [Value] {
    let sources = evaluator.sources(like: place.unit)
    guard sources.reduce(0, { $0 + $1.outline.typeOfBracket.count }) <= 2_000 else { return [] }
    let owners = sources.flatMap { unit in
      unit.outline.typeOfBracket.values.flatMap { type -> [[Value]] in
        guard let found = member(name, of: type, in: unit) else { return [] }
        return [found]
      }
    }
    if owners.isEmpty { evaluator.need(name) }
    return owners.count == 1 ? owners[0] : []
  }

  // MARK: Elements

  /// The elements of lists and the values of tables.
  func elements(of values: [Value]) -> [Value] {
    values.flatMap { value -> [Value] in
      if case .type(let type) = value.expression { return cases(of: type, value.unit) }
      guard case .bracket(let bracket) = value.expression else { return [] }
      return value.unit.elements(in: bracket).flatMap { element -> [Value] in
        let found = resolve(element.value, value.unit, bracket)
        if element.isSpread { return elements(of: found) }
        return found.map { one in
          switch one.expression {
          case .pair(_, let second): return Value(second, one.unit, one.at)
          // C#'s `{ "bell", "bell.caf" }` of a table.
          case .bracket(let pair) where one.unit.tokens.language == .cSharp:
            let parts = one.unit.elements(in: pair)
            guard parts.count == 2, parts.allSatisfy({ $0.label == nil }) else { return one }
            return Value(parts[1].value, one.unit, pair)
          default: return one
          }
        }
      }
    }
  }

  private func cases(of type: Outline.TypeDeclaration, _ unit: SourceUnit) -> [Value] {
    EnumerationCases(type, unit).all.map {
      Value(.instance(type, list: $0.list, name: $0.name), unit, $0.literal)
    }
  }

  /// The elements of the sequence that ends before a token: `tones` in `tones.map(…)`.
  func elements(before index: Int, in unit: SourceUnit) -> [Value] {
    var start = index - 1
    for _ in 0..<24 {
      if unit.tokens.tokens.indices.contains(start), unit.tokens.tokens[start].partner >= 0,
        Int(unit.tokens.tokens[start].partner) < start
      {
        start = Int(unit.tokens.tokens[start].partner) - 1
      } else if unit.tokens.isMark(start, "?") || unit.tokens.isMark(start, "!") {
        start -= 1
      } else if unit.tokens.word(start) != nil {
        guard unit.tokens.isMark(start - 1, ".") else { break }
        start -= 2
      } else {
        start += 1
        break
      }
    }
    guard start >= 0, start < index else { return [] }
    // Only up to the closure's call.
    let inner = ExpressionParser(unit).expression(at: start).expression
    return elements(of: sequence(inner, before: index, unit))
  }

  private func sequence(_ expression: Expression, before index: Int, _ unit: SourceUnit) -> [Value]
  {
    switch expression {
    case .member(let base?, _, let at) where at > index: return sequence(base, before: index, unit)
    case .call(let function, let list, _) where list > index:
      return sequence(function, before: index, unit)
    case .subscripted(let base, let bracket) where bracket > index:
      return sequence(base, before: index, unit)
    case .choice(let branches):
      return branches.first.map { sequence($0.value, before: index, unit) } ?? []
    default: return resolve(expression, unit, index)
    }
  }

  /// `tones[key]`: the entry of a known key, else all.
  func entries(of base: Expression, _ bracket: Int, _ value: Value) -> [Value] {
    let owners = resolve(base, value.unit, value.at)
    let key: String? =
      switch value.unit.expression(at: bracket + 1) {
      case .text(let text, _): text
      case .member(_, let name, _): name
      default: nil
      }
    return owners.flatMap { owner -> [Value] in
      guard case .bracket(let table) = owner.expression else { return [] }
      if let key, let own = owner.unit.elements(in: table).first(where: { $0.label == key }) {
        return resolve(own.value, owner.unit, table)
      }
      return elements(of: [owner]).map { $0.on(owner.platform) }
    }
  }
}
