/// Swift: `UNNotificationSound`, its names, and its older and newer counterparts.
struct SwiftScan: AppleScan {
  let tokens: SourceTokens
  let values: SoundValues

  func run(_ hits: inout ReferenceHits) {
    // A source that defines the type does not ask for sounds: its names are those of the underlying
    // platform.
    guard !tokens.mentions.definesNotificationSound else { return }
    for index in tokens.tokens.indices where tokens.tokens[index].kind == .word {
      let length = tokens.tokens[index].end - tokens.tokens[index].start
      guard length >= 5, length <= 23, let word = tokens.word(index) else { continue }
      look(at: word, index, &hits)
    }
    PayloadLiterals(tokens: tokens, values: values).run(.appleSource, &hits)
  }

  private func look(at word: String, _ index: Int, _ hits: inout ReferenceHits) {
    switch word {
    case "UNNotificationSound":
      if let argument = argument(ofCall: initializer(index + 1), ["named"]) {
        take(name(at: argument), &hits)
      }
    case "UNNotificationSoundName":
      if let argument = argument(ofCall: initializer(index + 1), ["rawValue", nil]) {
        take(argument, &hits)
      } else if let argument = annotated(index) {
        take(argument, &hits)
      }
    case "criticalSoundNamed", "ringtoneSoundNamed":
      if word.hasPrefix("critical"), tokens.isMark(index - 1, ".") {
        hits.note(.critical, at: Int(tokens.tokens[index].start))
      }
      if let argument = argument(ofCall: index + 1, [nil]) { take(name(at: argument), &hits) }
    case "defaultCritical", "defaultCriticalSound":
      if tokens.isMark(index - 1, "."), tokens.mentions.userNotifications {
        hits.note(.critical, at: Int(tokens.tokens[index].start))
      }
    case "sound", "criticalSound":
      lookAtSound(index, &hits)
    case "named":
      lookAtNamed(index, &hits)
    default: lookAtMember(word, index, &hits)
    }
  }

  /// `content.sound = .init(named: …)`, and the same as an argument.
  private func lookAtSound(_ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.isMark(index + 1, "=") || tokens.isMark(index + 1, ":"),
      tokens.isMark(index + 2, "."), tokens.isWord(index + 3, "init"),
      let argument = argument(ofCall: index + 4, ["named"])
    else { return }
    take(
      name(at: argument), &hits,
      isCertain: tokens.isMark(index - 1, ".") || tokens.mentions.userNotifications)
  }

  /// ActivityKit's and AlarmKit's `sound: .named("…")`.
  private func lookAtNamed(_ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.isMark(index - 1, "."),
      let argument = argument(ofCall: index + 1, [nil])
    else { return }
    let isSound = tokens.isMark(index - 2, ":") && tokens.isWord(index - 3, "sound")
    guard isSound || tokens.isWord(index - 2, "AlertSound") else { return }
    take(argument, &hits, isCertain: tokens.mentions.alertConfiguration)
  }

  /// The token after `.init` or similar; `index` itself if there is none.
  private func initializer(_ index: Int) -> Int {
    tokens.isMark(index, ".") && tokens.isWord(index + 1, "init") ? index + 2 : index
  }

  /// The first argument of the call whose parenthesis is at `index`.
  private func argument(ofCall index: Int, _ labels: [String?]) -> Int? {
    guard tokens.isMark(index, "(") else { return nil }
    let label = tokens.isMark(index + 2, ":") ? tokens.word(index + 1) : nil
    guard labels.contains(label) else { return nil }
    return label == nil ? index + 1 : index + 3
  }

  /// The literal in `.init("…")`, `.init(rawValue: "…")`, `UNNotificationSoundName("…")` and in the
  /// call of the helper that Xcode adds when it migrates code to Swift 4.2.
  private func name(at index: Int) -> Int {
    let isName =
      tokens.isWord(index, "UNNotificationSoundName")
      || tokens.isWord(index, "convertToUNNotificationSoundName")
    guard isName || tokens.isMark(index, ".") else { return index }
    let call = initializer(isName ? index + 1 : index)
    return argument(ofCall: call, ["rawValue", nil]) ?? index
  }

  /// `let name: UNNotificationSoundName = .init("…")`.
  private func annotated(_ index: Int) -> Int? {
    let assignment = tokens.isMark(index + 1, "?") ? index + 2 : index + 1
    guard tokens.isMark(assignment, "="), tokens.isMark(assignment + 1, "."),
      tokens.isWord(assignment + 2, "init")
    else { return nil }
    return argument(ofCall: assignment + 3, ["rawValue", nil])
  }
}
