/// The functions of a source that give the name of a sound, with the names of files in them:
/// `getSoundFile(voice) { return { makkah: 'makkah.mp3' }[voice]; }`.
struct FunctionResults {
  private let tokens: SourceTokens
  /// The bodies' opening brackets; nil where several functions have the name.
  private let bodies: [String: Int?]
  /// The results of functions that are one expression; nil where several have the name.
  private let expressions: [String: Int?]

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
    var bodies: [String: Int?] = [:]
    for index in tokens.tokens.indices where tokens.isMark(index, "{") {
      guard let list = tokens.parameters(ofBody: index), let name = tokens.function(taking: list)
      else { continue }
      bodies[name] = .some(bodies[name] == nil ? index : nil)
    }
    self.bodies = bodies
    var expressions: [String: Int?] = [:]
    for index in tokens.tokens.indices where tokens.isMark(index, ")") {
      guard tokens.isMark(index + 1, "="), tokens.isMark(index + 2, ">"),
        !tokens.isMark(index + 3, "{"), tokens.tokens[index].partner > 0,
        let name = tokens.function(taking: Int(tokens.tokens[index].partner))
      else { continue }
      expressions[name] = .some(expressions[name] == nil ? index + 3 : nil)
    }
    self.expressions = expressions
  }

  /// The opening bracket of the body of a function; nil where none or several have the name.
  func body(of function: String) -> Int? { bodies[function] ?? nil }

  /// Whether the source has one function of a name alone, with the parameters in a parenthesis.
  func isOne(_ function: String, taking list: Int) -> Bool {
    if let body = body(of: function) {
      return expressions[function] == nil && tokens.parameters(ofBody: body) == list
    }
    let end = (expressions[function] ?? nil).map { $0 - 3 }
    return bodies[function] == nil && end == Int(tokens.tokens[list].partner)
  }

  /// The names that the call of a function of this source may give; nil if there are none.
  func choice(_ function: String) -> SoundValue.Branches? {
    guard let body = body(of: function) else { return result(of: function) }
    let end = max(body, Int(tokens.tokens[body].partner))
    let isForAll = !(body..<end).prefix(512).contains(where: tokens.namesPlatform)
    let names: SoundValue.Branches = (body..<end).prefix(512).compactMap { index in
      if let computed = ComposedName.anyName(endingAt: index, tokens) {
        return (.name(computed.name, computed.offset), nil)
      }
      guard let name = tokens.string(index),
        SoundNames.isFileName(name) || isForAll && tokens.isWord(index - 1, "return")
      else { return nil }
      return (.name(name, Int(tokens.tokens[index].start)), nil)
    }
    return names.isEmpty ? nil : names
  }

  /// The names in `tone(day) => day == 1 ? 'ding.caf' : 'gong.caf'`.
  private func result(of function: String) -> SoundValue.Branches? {
    guard let start = expressions[function] ?? nil else { return nil }
    var names: SoundValue.Branches = []
    for index in (start..<tokens.tokens.count).prefix(48) {
      if tokens.isMark(index, ";") { break }
      if index > start, tokens.word(index) != nil, tokens.startsLine(index) { break }
      let isChosen =
        index == start || tokens.isMark(index - 1, "?") || tokens.isMark(index - 1, ":")
      guard let name = tokens.string(index), isChosen else { continue }
      names.append((.name(name, Int(tokens.tokens[index].start)), nil))
    }
    guard !(start..<tokens.tokens.count).prefix(48).contains(where: tokens.namesPlatform) else {
      return nil
    }
    return names.isEmpty ? nil : names
  }
}

extension SourceTokens {
  /// The opening parenthesis of the parameters of the function whose body is in the bracket.
  func parameters(ofBody bracket: Int) -> Int? {
    var bracket = bracket
    if language == .javaScript {
      // TypeScript's result: `toneFor(day): { file: string } { … }`
      if isMark(bracket - 1, ":"), isMark(after(bracket), "{") { return nil }
      let type = isMark(bracket - 1, "}") ? Int(tokens[bracket - 1].partner) : bracket
      if isMark(type - 1, ":") { bracket = type }
    }
    for index in (max(0, bracket - 12)..<bracket).reversed() {
      if isMark(index, ")") {
        let list = Int(tokens[index].partner)
        guard list > 0 else { return nil }
        switch language {
        case .dart, .javaScript: return list
        case .swift: return isWord(list - 1, "init") || isWord(list - 2, "func") ? list : nil
        default: return nil
        }
      }
      let isArrow = isMark(index, "=") && isMark(index + 1, ">")
      guard isArrow || word(index) != nil || "->?.:".contains(where: { isMark(index, $0) }) else {
        return nil
      }
    }
    return nil
  }

  /// The name of the function with the parameters in the parenthesis, also in
  /// `const name = async (a) => {…}`.
  func function(taking list: Int) -> String? {
    let before = isWord(list - 1, "async") ? list - 2 : list - 1
    return isMark(before, "=") ? word(before - 1) : word(before)
  }

  /// Whether the word at `index` is a parameter of a function around it, or the variable of a loop.
  func isGiven(_ index: Int) -> Bool {
    word(index).flatMap { parameters(with: $0, around: index) } != nil
  }

  /// The opening parenthesis of the parameters of the innermost function that has one of that name.
  func parameters(with name: String, around index: Int) -> Int? {
    for bracket in enclosing(index) {
      guard let list = isMark(bracket, "{") ? parameters(ofBody: bracket) : arrow(before: bracket),
        !["if", "while", "switch", "catch"].contains(word(list - 1))
      else { continue }
      if (list..<max(list, Int(tokens[list].partner))).prefix(128).contains(where: {
        isWord($0, name)
      }) {
        return list
      }
    }
    return nil
  }

  /// The parameters of a function whose body is a call alone: `details(sound) => Details(…)`.
  private func arrow(before bracket: Int) -> Int? {
    let callee = bracket - 1
    let last = isWord(callee - 1, "const") ? callee - 2 : callee - 1
    guard word(callee) != nil, isMark(last, ">"), isMark(last - 1, "="), isMark(last - 2, ")")
    else {
      return nil
    }
    let list = Int(tokens[last - 2].partner)
    return list > 0 ? list : nil
  }
}
