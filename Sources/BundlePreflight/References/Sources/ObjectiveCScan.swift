/// Objective-C: messages to `UNNotificationSound`, and the name of a local notification's sound.
struct ObjectiveCScan: AppleScan {
  let tokens: SourceTokens
  let values: SoundValues

  func run(_ hits: inout ReferenceHits) {
    for index in tokens.tokens.indices where tokens.tokens[index].kind == .word {
      let length = tokens.tokens[index].end - tokens.tokens[index].start
      guard length >= 9, length <= 18, let word = tokens.word(index) else { continue }
      look(at: word, index, &hits)
    }
    PayloadLiterals(tokens: tokens, values: values).run(.appleSource, &hits)
  }

  private func look(at word: String, _ index: Int, _ hits: inout ReferenceHits) {
    switch word {
    case "soundNamed":
      // NSSound also has a message of this name.
      guard tokens.isMark(index + 1, ":"), tokens.isWord(index - 1, "UNNotificationSound") else {
        return
      }
      take(index + 2, &hits)
    case "criticalSoundNamed", "ringtoneSoundNamed":
      if tokens.isMark(index + 1, ":"), tokens.isWord(index - 1, "UNNotificationSound") {
        if word.hasPrefix("critical") { hits.note(.critical, at: Int(tokens.tokens[index].start)) }
        take(index + 2, &hits)
      }
    case "setSoundName":
      if tokens.isMark(index + 1, ":") {
        take(index + 2, &hits, isCertain: tokens.mentions.localNotification)
      }
    default: lookAtMember(word, index, &hits)
    }
  }
}
