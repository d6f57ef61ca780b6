/// The places in an Android source that set the sound of a notification.
struct SoundSinks {
  enum Sink { case notification, ringtone }

  private let tokens: SourceTokens
  /// The names that are passed to `setSound`.
  private let variables: Set<String>

  init(_ tokens: SourceTokens) {
    self.tokens = tokens
    var variables: Set<String> = []
    let setter = tokens.language == .cSharp ? "SetSound" : "setSound"
    for index in tokens.tokens.indices where tokens.isWord(index, setter) {
      guard tokens.isMark(index + 1, "(") else { continue }
      // `setSound(uri, attributes)`, `setSound(this.uri)`: the last word before a comma.
      var last = index + 2
      while last - index < 8, tokens.isMark(last + 1, ".") { last += 2 }
      if let name = tokens.word(last) { variables.insert(name) }
    }
    self.variables = variables
  }

  /// The use of the expression around a token; nil if it is not an alert sound.
  func sink(of index: Int) -> Sink? {
    for bracket in tokens.enclosing(index) {
      if tokens.isMark(bracket, "{") || tokens.isMark(bracket, "[") { break }
      switch tokens.word(bracket - 1) {
      case "setSound", "SetSound": return .notification
      case "getRingtone", "setActualDefaultRingtoneUri", "GetRingtone": return .ringtone
      default: continue
      }
    }
    guard let variable = variable(before: index),
      variables.contains(variable) || variable == "sound"
    else { return nil }
    return isForRingtone(index) ? .ringtone : .notification
  }

  /// Whether the block around a token plays a ringtone and sets no notification's sound.
  private func isForRingtone(_ index: Int) -> Bool {
    guard let block = tokens.enclosing(index).first(where: { tokens.isMark($0, "{") }) else {
      return false
    }
    let body = (block..<max(block, Int(tokens.tokens[block].partner))).prefix(512)
    return body.contains { tokens.isWord($0, "getRingtone") || tokens.isWord($0, "GetRingtone") }
      && !body.contains { tokens.isWord($0, "setSound") || tokens.isWord($0, "SetSound") }
  }

  /// The name that the statement around a token is assigned to, or the function that returns it.
  private func variable(before index: Int) -> String? {
    let brackets = tokens.enclosing(index)
    var at = (brackets.prefix { tokens.isMark($0, "(") }.last ?? index) - 1
    for _ in 0..<32 where at > 0 {
      if tokens.isMark(at, "=") { return assigned(at - 1) }
      if tokens.isMark(at, ";") || tokens.isMark(at, "{") || tokens.isMark(at, "}") { return nil }
      at = tokens.tokens[at].partner >= 0 ? Int(tokens.tokens[at].partner) - 1 : at - 1
    }
    return nil
  }

  /// `val uri`, `val uri: Uri?`, `Uri uri`, `notification.sound`.
  private func assigned(_ last: Int) -> String? {
    var index = last
    while last - index < 4, tokens.isMark(index, "?") || tokens.word(index) != nil { index -= 1 }
    if tokens.isMark(index, ":") { return tokens.word(index - 1) }
    return tokens.word(last)
  }
}
