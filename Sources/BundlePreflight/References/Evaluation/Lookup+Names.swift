/// Follows a name to its own declaration: in the code around it, from inside out, then in the source,
/// then in what the source imports.
extension Lookup {
  func values(of name: String, in unit: SourceUnit, at index: Int) -> [Value] {
    if name == "this" || name == "self" || name == "super" {
      return type(around: index, in: unit).map {
        [Value(.type($0), unit, index)]
      } ?? []
    }
    if isParameter(name, around: index, unit.tokens) { return [] }
    let outline = unit.outline
    let brackets = unit.tokens.enclosing(index)
    // The arrows around the place, from inside out, by the bracket in which they stand.
    for arrow in outline.arrows(around: index) where !isParted(arrow.range, index, unit) {
      if let found = parameter(name, of: arrow.function, in: unit) { return found }
    }
    if let loop = innermostLoop(name, index, outline) { return elements(of: loop, in: unit) }
    for bracket in brackets where unit.tokens.isMark(bracket, "{") {
      if let found = declared(name, in: bracket, unit, before: index) { return found }
      if let function = outline.functionOfBody[bracket],
        let found = parameter(name, of: function, in: unit)
      {
        return found
      }
      if let type = outline.typeOfBracket[bracket],
        let found = member(name, of: type, in: unit)
      {
        return found
      }
    }
    return top(name, in: unit, before: index) ?? elsewhere(name, unit)
  }

  /// Whether a name is a parameter of a function that has no brackets: Python's `def f(tone):`.
  private func isParameter(_ name: String, around index: Int, _ tokens: SourceTokens) -> Bool {
    guard tokens.language.isBare,
      let function = (max(0, index - 1024)..<index).last(where: { tokens.isWord($0, "def") }),
      tokens.isMark(function + 2, "(")
    else { return false }
    return tokens.parts(of: function + 2).contains { tokens.isWord($0.lowerBound, name) }
  }

  /// Whether an expression ends between its start and a token.
  private func isParted(_ range: Range<Int>, _ index: Int, _ unit: SourceUnit) -> Bool {
    var at = range.lowerBound
    while at < index {
      if unit.tokens.isMark(at, ";") { return true }
      let next = unit.tokens.after(at)
      if next > index { return false }
      if next < unit.tokens.tokens.count,
        unit.tokens.isMark(next, ",") || unit.tokens.isMark(next, ")")
      {
        return next <= index
      }
      at = next
    }
    return false
  }

  // MARK: Around

  func type(around index: Int, in unit: SourceUnit) -> Outline.TypeDeclaration? {
    unit.tokens.enclosing(index).lazy.compactMap { unit.outline.typeOfBracket[$0] }.first
  }

  private func innermostLoop(
    _ name: String, _ index: Int, _ outline: Outline
  ) -> Outline.Loop? {
    outline.loops[name].flatMap { loops in
      loops.nearest(before: index) { $0.range.lowerBound }.filter { $0.range.contains(index) }
        .min { $0.range.count < $1.range.count }
    }
  }

  private func elements(of loop: Outline.Loop, in unit: SourceUnit) -> [Value] {
    // Of a sequence's closure, the sequence stands before.
    if loop.start < 0 {
      return elements(before: -loop.start, in: unit)
    }
    return elements(of: resolve(unit.expression(at: loop.start), unit, loop.start))
  }

  /// The values of a variable that a block declares.
  private func declared(
    _ name: String, in scope: Int, _ unit: SourceUnit, before index: Int
  ) -> [Value]? {
    guard let all = unit.outline.declarations[name] else { return nil }
    guard all.count <= Evaluator.namesakeLimit else {
      return [Value(.unknown, unit, index)]
    }
    let isType = scope < 0 || unit.outline.typeOfBracket[scope] != nil
    guard
      let first = all.last(where: { $0.scope == scope && $0.isNew && (isType || $0.at < index) })
        ?? all.first(where: { $0.scope == scope && $0.isNew && isType })
        ?? (isType || isDeclaredBare(name, in: scope, unit) ? all.first { $0.scope == scope } : nil)
    else {
      guard isDeclaredBare(name, in: scope, unit) else { return nil }
      return assigned(all, in: scope, unit, to: nil)
    }
    return assigned(all, in: scope, unit, to: first)
  }

  /// `let tone: String`, `String tone;`, `let tone;`: a declaration without a value.
  private func isDeclaredBare(_ name: String, in scope: Int, _ unit: SourceUnit) -> Bool {
    guard scope >= 0, let all = unit.outline.declarations[name] else { return false }
    let tokens = unit.tokens
    let bare = tokens.list(in: scope).first { at in
      guard tokens.isWord(at, name) else { return false }
      let before = tokens.word(at - 1)
      return ["let", "var", "val"].contains(before)
        || (before != nil || tokens.isMark(at - 1, "*") || tokens.isMark(at - 1, "?"))
          && tokens.isMark(at + 1, ";")
    }
    guard let bare else { return false }
    return all.contains { assignment in
      !assignment.isNew && assignment.owner == nil && assignment.at > bare
        && assignment.at < Int(tokens.tokens[scope].partner)
    }
  }

  /// The value of a declaration, and those that its scope gives the name afterwards.
  private func assigned(
    _ all: [Outline.Declaration], in scope: Int, _ unit: SourceUnit,
    to first: Outline.Declaration?
  ) -> [Value] {
    let tokens = unit.tokens
    let others = all.filter { other in
      !other.isNew && (other.owner == nil || ["this", "self"].contains(other.owner ?? ""))
        && other.at != first?.at
        && (scope < 0 || tokens.enclosing(other.at).contains(scope))
    }
    if let first, let added = unit.outline.additions[first.name] {
      let start = unit.expression(at: first.value)
      return added.prefix(32).filter { scope < 0 || tokens.enclosing($0).contains(scope) }
        .map { more in
          Value(.sum(start, unit.expression(at: more), more), unit, more)
        }
    }
    let isKept = others.allSatisfy { Branches.isOptional($0.at, scope, tokens) }
    let used = (isKept ? [first].compactMap(\.self) : []) + others
    return used.prefix(32).flatMap { declaration in
      value(of: declaration, in: unit).map {
        $0.on(tokens.platform(ofBranchAround: declaration.at))
      }
    }
  }

  func value(of declaration: Outline.Declaration, in unit: SourceUnit) -> [Value] {
    var expression = unit.expression(at: declaration.value)
    if let member = declaration.member { expression = .member(expression, member, declaration.at) }
    let found = resolve(expression, unit, declaration.at)
    if found.isEmpty, let type = declaration.type, type.first?.isUppercase == true,
      !Self.plainTypes.contains(type)
    {
      return [Value(.some(type), unit, declaration.at)]
    }
    return known(found, unit, declaration.at)
  }

  /// The values that a source of Objective-C gives a property.
  func properties(_ name: String, in unit: SourceUnit) -> [Value] {
    let set = (unit.outline.declarations[name] ?? []).filter { $0.owner == "self" }
    let variables = unit.outline.declarations["_" + name] ?? []
    return (set + variables).prefix(32).flatMap { value(of: $0, in: unit) }
  }

  static let plainTypes: Set<String> = [
    "String", "NSString", "Int", "Bool", "Boolean", "List", "Array", "Map", "Record", "Set", "Any",
    "Object", "CharSequence", "Uri",
  ]

  // MARK: The source and others

  private func top(_ name: String, in unit: SourceUnit, before index: Int) -> [Value]? {
    if let found = declared(name, in: -1, unit, before: index) { return found }
    if let type = unit.outline.types[name]?.first {
      return [Value(.type(type), unit, type.at)]
    }
    guard let function = unit.outline.functions[name]?.first(where: { $0.scope < 0 }) else {
      return nil
    }
    return closure(function, unit)
  }

  private func elsewhere(_ name: String, _ unit: SourceUnit) -> [Value] {
    if let type = unit.outline.declaredTypes[name] ?? nil, unit.tokens.language != .javaScript {
      return [Value(.some(type), unit, 0)]
    }
    let imported = unit.outline.imports[name]
    if let imported, unit.tokens.language != .javaScript {
      let types = evaluator.types(imported.module, unit)
      return types.count == 1
        ? member(name, of: types[0].declaration, in: types[0].unit)
          ?? [] : []
    }
    if let imported, !Modules.isOwn(imported.module) { return [] }
    let wanted = imported.map { $0.name } ?? name
    let others = evaluator.sources(like: unit, naming: wanted.isEmpty ? nil : wanted)
      .filter { $0 !== unit }
    let near = imported.map { given in others.filter { Modules.isFile($0.file, of: given.module) } }
    for group in [near, others].compactMap(\.self) where !group.isEmpty {
      if wanted.isEmpty {
        // `import * as tones`: what the file declares are its members.
        return group.prefix(1).map {
          Value(.some("*"), $0, 0)
        }
      }
      let found = group.compactMap { top(wanted, in: $0, before: .max) }
      // Of several constants with one name none is known to be meant.
      if found.count == 1 || found.count > 1 && unit.tokens.language == .objectiveC {
        return found[0]
      }
      if found.count > 1 { return [] }
    }
    if let imported, wanted == "*" || wanted.isEmpty {
      evaluator.need(file: Modules.stem(imported.module))
    } else {
      evaluator.need(wanted)
    }
    return []
  }

  // MARK: Parameters

  private func parameter(
    _ name: String, of function: Outline.Function, in unit: SourceUnit
  ) -> [Value]? {
    let parameters = function.parameters ?? function.list.map(unit.parameters) ?? []
    guard let parameter = parameters.first(where: { $0.name == name }) else { return nil }
    return evaluator.arguments(of: function, name, in: unit) {
      arguments(for: parameter, of: function, in: unit)
    }
  }
}

/// The modules that sources of JavaScript import.
enum Modules {
  /// Whether a module is a file of the project, and not a package.
  static func isOwn(_ module: String) -> Bool {
    [".", "@/", "~/", "src/", "app/"].contains { module.hasPrefix($0) }
  }

  static func stem(_ module: String) -> String {
    let last = module.split(separator: "/").last.map(String.init) ?? module
    return last.hasSuffix(".js") || last.hasSuffix(".ts") ? last.fileStem : last
  }

  static func isFile(_ file: TreePath, of module: String) -> Bool {
    let stem = stem(module)
    return file.stem == stem || file.stem == "index" && file.folder.name == stem
  }
}

/// Where assignments stand.
enum Branches {
  /// Whether an assignment is in a branch that has no other branch beside it.
  static func isOptional(_ name: Int, _ scope: Int, _ tokens: SourceTokens) -> Bool {
    // Where blocks have no brackets, any may be in one.
    if tokens.language.isBare { return true }
    let blocks = tokens.enclosing(name).prefix { $0 != scope }
    if tokens.isWord(name - 1, "else") { return false }
    let isBranch = tokens.isMark(name - 1, ")") || blocks.contains { tokens.isMark($0, "{") }
    return isBranch
      && !blocks.contains { block in
        tokens.isWord(block - 1, "else") || tokens.isWord(block - 1, "switch")
          || tokens.isWord(block - 1, "when")
          || tokens.isMark(block - 1, ")")
            && ["switch", "when"].contains(
              tokens.word(Int(tokens.tokens[block - 1].partner) - 1))
      }
  }
}
