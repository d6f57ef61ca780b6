/// Payloads that are literals of a source, such as `["aps": ["sound": "ding.caf"]]`.
struct PayloadLiterals {
  let tokens: SourceTokens
  let values: SoundValues

  func run(_ origin: SoundReference.Origin, _ hits: inout ReferenceHits) {
    for index in tokens.tokens.indices where tokens.tokens[index].kind == .string {
      let length = tokens.tokens[index].end - tokens.tokens[index].start
      guard length == 6 || length == 7, tokens.isMark(index + 1, ":") else { continue }
      let literal = tokens.string(index)
      guard literal == "sound" || literal == "name", hits.mayLook() else { continue }
      let keys = MemberPath(of: index, tokens).keys
      if literal == "sound" && (keys.first == "aps" || isParsePush(index))
        || literal == "name" && keys.starts(with: ["sound", "aps"])
      {
        hits.ask(for: values.value(at: index + 2), origin, on: .apple, isCertain: true)
      }
    }
  }

  /// Whether a member is next to `alert` in a source that sends with Parse's `PFPush`, which puts
  /// such members into `aps`.
  private func isParsePush(_ index: Int) -> Bool {
    guard tokens.mentions.parsePush, let bracket = tokens.enclosing(index).first else {
      return false
    }
    var at = bracket + 1
    for _ in 0..<96 where at < tokens.tokens.count {
      if tokens.isMark(at, "}") || tokens.isMark(at, "]") { return false }
      if tokens.isMark(at + 1, ":"), tokens.string(at) == "alert" { return true }
      at = tokens.after(at)
    }
    return false
  }
}
