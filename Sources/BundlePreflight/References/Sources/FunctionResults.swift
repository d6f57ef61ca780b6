/// The functions of a source that give the name of a sound, with the names of files in them:
/// `getSoundFile(voice) { return { makkah: 'makkah.mp3' }[voice]; }`.
struct FunctionResults {
  private let tokens: SourceTokens
  /// The bodies' opening brackets; nil where several functions have the name.
  private let bodies: [String: Int?]

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
    var bodies: [String: Int?] = [:]
    for index in tokens.tokens.indices where tokens.isMark(index, "{") {
      guard let list = tokens.parameters(ofBody: index), let name = tokens.word(list - 1) else {
        continue
      }
      bodies[name] = .some(bodies[name] == nil ? index : nil)
    }
    self.bodies = bodies
  }

  /// The names that the call of a function of this source may give; nil if there are none.
  func choice(_ function: String) -> Ternary.Choice? {
    guard let body = bodies[function] ?? nil else { return nil }
    let end = max(body, Int(tokens.tokens[body].partner))
    let names: Ternary.Choice = (body..<end).prefix(512).compactMap { index in
      guard let name = tokens.string(index), SoundNames.isFileName(name) else { return nil }
      return (name, Int(tokens.tokens[index].start), nil)
    }
    return names.isEmpty ? nil : names
  }
}

extension SourceTokens {
  /// The opening parenthesis of the parameters of the function whose body is in the bracket.
  func parameters(ofBody bracket: Int) -> Int? {
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
      guard word(index) != nil || "->?.:".contains(where: { isMark(index, $0) }) else {
        return nil
      }
    }
    return nil
  }
}
