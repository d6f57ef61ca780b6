/// Follows calls to the results of functions, and parameters to the arguments of calls.
extension Lookup {
  // MARK: Results

  private static let tables: Set<String> = [
    "mapOf", "listOf", "arrayOf", "mutableMapOf", "mutableListOf", "setOf", "hashMapOf", "List",
    "Map", "Dictionary", "Array", "HashMap", "arrayListOf", "asList", "of",
  ]
  /// Calls that give some element of a list.
  private static let choosing: Set<String> = [
    "find", "first", "firstWhere", "firstOrNull", "FirstOrDefault", "First", "elementAt",
    "randomElement", "random", "getOrNull", "get", "objectForKey", "objectAtIndex", "filter",
    "where", "Where", "last", "lastWhere", "at", "getValue", "getOrDefault", "singleWhere",
  ]

  func values(
    of function: Expression, _ list: Int, _ initializer: Int?, _ value: Value
  ) -> [Value] {
    let unit = value.unit
    switch function {
    case .name(let name, let index):
      if Self.tables.contains(name) {
        return [Value(.bracket(initializer ?? list), unit, list)]
      }
      let place = unit.place(of: index)
      if let own = functions(name, around: place.index, in: place.unit) {
        return own.flatMap { results(of: $0.function, in: $0.unit) }
      }
      let types = name.first?.isUppercase == true ? evaluator.types(name, unit) : []
      if let type = types.first {
        return [
          Value(.instance(type.declaration, list: initializer ?? list, name: name), unit, list)
        ]
      }
      // An instance of a type that no source here declares has the members that its call names.
      let members = initializer ?? list
      if name.first?.isUppercase == true,
        unit.elements(in: members).contains(where: { $0.label != nil })
          || SinkRows.of(unit.tokens.language).labels(ofCall: name) != nil
      {
        return [Value(.bracket(members), unit, list)]
      }
      // A function in a variable.
      return next.values(of: name, in: place.unit, at: place.index)
        .flatMap { result(of: $0) }
    case .member(let base, let name, _):
      if Self.tables.contains(name), name != "of" || unit.tokens.language == .java {
        return [Value(.bracket(list), unit, list)]
      }
      if let base, name == "select", case .name("Platform", _) = base {
        return selected(by: list, value)
      }
      let owned = base.map { methods(name, of: $0, value) } ?? implicit(name, list, value)
      if let owned { return owned }
      if let base, Self.choosing.contains(name) {
        let key = unit.elements(in: list).first?.value
        if case .text(let text, _)? = key {
          let found = resolve(base, unit, value.at)
          let own = found.flatMap { owner -> [Value] in
            guard case .bracket(let table) = owner.expression,
              let element = owner.unit.elements(in: table).first(where: { $0.label == text })
            else { return [] }
            return resolve(element.value, owner.unit, table)
          }
          if !own.isEmpty { return own }
        }
        let found = resolve(base, unit, value.at)
        return name == "filter" || name.lowercased() == "where"
          ? found : next.elements(of: found)
      }
      return []
    case .closure(let result, let isBlock):
      return self.result(
        of: Value(.closure(result: result, isBlock: isBlock), unit, list))
    default: return []
    }
  }

  /// The functions that a name without an object means: of the type around it, of the source, of
  /// others. Nil where there are none.
  private func functions(
    _ name: String, around index: Int, in unit: SourceUnit
  ) -> [(function: Outline.Function, unit: SourceUnit)]? {
    if let own = unit.outline.functions[name] {
      guard own.count <= Evaluator.namesakeLimit else { return [] }
      let scopes = unit.tokens.enclosing(index) + [-1]
      for scope in scopes {
        let found = own.filter { $0.scope == scope }
        if !found.isEmpty { return found.map { ($0, unit) } }
      }
    }
    let imported = unit.tokens.language == .javaScript ? unit.outline.imports[name] : nil
    if let imported, !Modules.isOwn(imported.module) { return [] }
    let wanted = imported.flatMap { $0.name == "*" ? nil : $0.name } ?? name
    let others = evaluator.sources(like: unit, naming: wanted).filter { $0 !== unit }
    let near = imported.map { given in others.filter { Modules.isFile($0.file, of: given.module) } }
    for group in [near, others].compactMap(\.self) where !group.isEmpty {
      let found = group.flatMap { other in
        (other.outline.functions[wanted] ?? []).filter { $0.scope < 0 }.map { ($0, other) }
      }
      if found.count == 1 { return found }
    }
    if name.first?.isUppercase != true { evaluator.need(wanted) }
    return nil
  }

  /// The results of a method; nil where the object's type has none of the name.
  private func methods(_ name: String, of base: Expression, _ value: Value) -> [Value]? {
    let owners = resolve(base, value.unit, value.at)
    var found: [Value]?
    for owner in owners {
      let type: Outline.TypeDeclaration? =
        switch owner.expression {
        case .type(let type), .instance(let type, _, _): type
        case .some(let name): evaluator.types(name, owner.unit).first?.declaration
        default: nil
        }
      if case .some("*") = owner.expression,
        let function = owner.unit.outline.functions[name]?.first(where: { $0.scope < 0 })
      {
        found = (found ?? []) + results(of: function, in: owner.unit)
        continue
      }
      if case .bracket(let bracket) = owner.expression,
        let element = owner.unit.elements(in: bracket).first(where: { $0.label == name })
      {
        let own = resolve(element.value, owner.unit, bracket)
        found = (found ?? []) + own.flatMap { result(of: $0) }
        continue
      }
      guard let type else { continue }
      for (declaration, unit) in evaluator.types(type.name, owner.unit) {
        let own = (unit.outline.functions[name] ?? []).filter { $0.scope == declaration.bracket }
        if !own.isEmpty { found = (found ?? []) + own.flatMap { results(of: $0, in: unit) } }
        if let inner = unit.outline.types[name]?.first(where: { $0.scope == declaration.bracket }) {
          found = (found ?? []) + [Value(.type(inner), unit, inner.at)]
        }
      }
    }
    if found == nil, value.unit.tokens.language == .objectiveC {
      // The class of an object is seldom known: one method of the name alone is meant.
      let all = evaluator.sources(like: value.unit, naming: name).flatMap { unit in
        (unit.outline.functions[name] ?? []).map { ($0, unit) }
      }
      if all.count == 1 { return results(of: all[0].0, in: all[0].1) }
      if all.isEmpty { evaluator.need(name) }
    }
    return found
  }

  /// `.init(file: "bell.caf")` is of no known type.
  private func implicit(_ name: String, _ list: Int, _ value: Value) -> [Value]? {
    name == "init" ? [Value(.bracket(list), value.unit, list)] : nil
  }

  /// What a function without a name gives.
  private func result(of value: Value) -> [Value] {
    guard case .closure(let start, let isBlock) = value.expression else { return [] }
    guard isBlock else { return resolve(value.unit.expression(at: start), value.unit, start) }
    return results(inBlock: start, value.unit)
  }

  func results(of function: Outline.Function, in unit: SourceUnit) -> [Value] {
    guard function.isBlock else {
      return known(
        resolve(unit.expression(at: function.body), unit, function.body), unit, function.body)
    }
    return results(inBlock: function.body, unit)
  }

  private func results(inBlock bracket: Int, _ unit: SourceUnit) -> [Value] {
    var places = unit.outline.results[bracket] ?? []
    if places.isEmpty {
      let end = unit.tokens.tokens[bracket].partner
      if unit.outline.functionOfBody[bracket] == nil {
        // A closure's results are those of its own `return`s.
        places = (bracket + 1..<max(bracket + 1, Int(end))).prefix(512).filter {
          unit.tokens.isWord($0, "return")
        }.map { $0 + 1 }
      }
      if places.isEmpty { places = [bracket + 1] }
    }
    return places.prefix(64).flatMap { place in
      known(resolve(unit.expression(at: place), unit, place), unit, place).map {
        $0.on(unit.tokens.platform(ofBranchAround: place))
      }
    }
  }

  /// `Platform.select({ ios: …, android: …, default: … })`.
  private func selected(by list: Int, _ value: Value) -> [Value] {
    guard case .bracket(let bracket)? = value.unit.elements(in: list).first?.value else {
      return []
    }
    return value.unit.elements(in: bracket).flatMap { element -> [Value] in
      let platform: SoundBundle.Platform? =
        switch element.label {
        case "ios": .apple
        case "android": .android
        default: nil
        }
      return resolve(element.value, value.unit, bracket).map { found in
        var found = found
        found.platform = platform
        return found
      }
    }
  }

  // MARK: Arguments

  /// The values that calls give a parameter.
  func arguments(
    for parameter: Parameter, of function: Outline.Function, in unit: SourceUnit
  ) -> [Value] {
    let compared = comparedTexts(in: function, unit)
    var found: [Value] = []
    let calls = given(to: parameter, of: function, in: unit)
    for (given, source, list) in calls where found.count < 256 {
      guard let given else {
        if let standard = parameter.standard {
          found += resolve(unit.expression(at: standard), unit, standard)
        }
        continue
      }
      var expression = given.value
      if let member = parameter.member { expression = .member(expression, member, list) }
      found += known(resolve(expression, source, list), source, list)
    }
    if let standard = parameter.standard, calls.isEmpty {
      found += resolve(unit.expression(at: standard), unit, standard)
    }
    found.removeAll { value in
      guard case .text(let text, _) = value.expression else { return false }
      return compared.contains(text)
    }
    if let type = parameter.type, type.first?.isUppercase == true,
      !Lookup.plainTypes.contains(type), found.allSatisfy(\.isUnknown)
    {
      return [Value(.some(type), unit, function.body)]
    }
    return known(found, unit, function.body)
  }

  /// What each call gives a parameter, with the call's arguments; nil where it gives nothing.
  func given(
    to parameter: Parameter, of function: Outline.Function, in unit: SourceUnit
  ) -> [(element: Element?, source: SourceUnit, list: Int)] {
    let owner = unit.outline.typeOfBracket[function.scope]
    let isConstructor =
      function.name == "init" || function.name == "constructor" || function.name == owner?.name
    let name = isConstructor ? owner?.name ?? function.name : function.name
    evaluator.need(name)
    return evaluator.sources(like: unit, naming: name).flatMap { source in
      (source.outline.calls[name] ?? []).prefix(128).filter { list in
        (list != function.list || source !== unit) && !isDeclaration(list, source)
          && isMeant(list, source, function, owner, unit, isConstructor)
      }.map { list in
        let elements = source.elements(in: list)
        if let label = parameter.label, let own = elements.first(where: { $0.label == label }) {
          return (own, source, list)
        }
        let unlabelled =
          source.tokens.language == .objectiveC ? elements : elements.filter { $0.label == nil }
        let place = parameter.place
        return (unlabelled.indices.contains(place) ? unlabelled[place] : nil, source, list)
      }
    }
  }

  /// Whether a list of arguments is one of parameters.
  func isDeclaration(_ list: Int, _ unit: SourceUnit) -> Bool {
    let tokens = unit.tokens
    return ["func", "function", "fun", "void"].contains(tokens.word(list - 2))
      || unit.outline.parameterLists.contains(list)
  }

  /// Whether a call may be one of a function: a method's is on an object or in its own type, that of
  /// another function has no object.
  private func isMeant(
    _ list: Int, _ source: SourceUnit, _ function: Outline.Function,
    _ owner: Outline.TypeDeclaration?, _ unit: SourceUnit, _ isConstructor: Bool
  ) -> Bool {
    if isConstructor || source.tokens.language == .objectiveC { return true }
    let isOnObject = source.tokens.isMark(list - 2, ".")
    guard let owner else {
      let module = isOnObject ? source.tokens.word(list - 3) : nil
      // Swift's module before a function: `Ringer.ring(…)`.
      let isOfModule =
        source.tokens.language == .swift && module?.first?.isUppercase == true
        && evaluator.sources(like: source, naming: module).allSatisfy {
          $0.outline.types[module ?? ""] == nil
        }
      return !isOnObject || isOfModule || source.tokens.language == .javaScript && source !== unit
    }
    if isOnObject {
      // An object of another known type has its own method.
      guard let name = source.tokens.word(list - 3), name.first?.isUppercase == true else {
        return true
      }
      return name == owner.name || source.outline.types[name] == nil
    }
    return source.tokens.enclosing(list).contains {
      source.outline.typeOfBracket[$0]?.name == owner.name
    }
  }

  /// The texts that a function compares something with: it asks for none of these.
  private func comparedTexts(in function: Outline.Function, _ unit: SourceUnit) -> Set<String> {
    let tokens = unit.tokens
    let end = function.isBlock ? Int(tokens.tokens[function.body].partner) : function.body + 64
    guard end > function.body else { return [] }
    return Set(
      (function.body..<min(end, tokens.tokens.count)).prefix(1024).compactMap { index in
        tokens.comparison(before: index) != nil || tokens.isWord(index - 1, "case")
          ? tokens.string(index) : nil
      })
  }
}

extension Evaluator.Value {
  var isUnknown: Bool { if case .unknown = expression { true } else { false } }

  /// Whether it is some value of a type, or one of an enumeration.
  var isOfType: Bool {
    switch expression {
    case .some, .instance: true
    default: false
    }
  }
}
