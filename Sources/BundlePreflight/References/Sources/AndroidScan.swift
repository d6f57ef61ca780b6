/// Kotlin, Java and C#: resources that become the sound of a channel or of a notification.
///
/// What a compiler checks, `R.raw.ding`, is there; what is a text,
/// `android.resource://app/raw/ding`, may not be.
struct AndroidScan {
  let tokens: SourceTokens
  let values: SoundValues

  func run(_ hits: inout ReferenceHits) {
    let sinks = SoundSinks(tokens)
    for index in tokens.tokens.indices {
      lookAtAppleCall(index, &hits)
      guard let (name, offset) = resource(at: index), hits.mayLook() else { continue }
      switch sinks.sink(of: index) {
      case .notification:
        hits.ask(
          for: name, at: offset, .androidSource, on: .android,
          isCertain: tokens.mentions.androidNotification,
          isCompiled: tokens.tokens[index].kind == .word)
      case .ringtone:
        hits.ask(
          for: name, at: offset, .androidSource, on: .android, isCertain: false,
          isCompiled: tokens.tokens[index].kind == .word)
      case nil: continue
      }
    }
  }

  /// The resource in `R.raw.ding` or in a text that ends in `/raw/ding`, and where it stands.
  private func resource(at index: Int) -> (String, Int)? {
    let token = tokens.tokens[index]
    switch token.kind {
    case .word:
      let isCSharp = tokens.language == .cSharp
      guard tokens.isWord(index, isCSharp ? "Resource" : "R"), tokens.isMark(index + 1, "."),
        tokens.isWord(index + 2, isCSharp ? "Raw" : "raw"), tokens.isMark(index + 3, "."),
        let name = tokens.word(index + 4)
      else { return nil }
      // .NET's builds write the names of resources in lower case.
      return (isCSharp ? name.lowercased() : name, Int(tokens.tokens[index + 4].start))
    case .string, .computedString:
      return name(inText: token).map { ($0, Int(token.start)) }
    case .mark: return nil
    }
  }

  private func name(inText token: Token) -> String? {
    let content = tokens.bytes[Int(token.start)..<Int(token.end)]
      .dropFirst(Int(token.prefix)).dropLast(Int(token.suffix))
    guard content.count <= 1024, content.contains(bytesOf: "raw/") else { return nil }
    let parts = String(decoding: content, as: UTF8.self).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[parts.count - 2] == "raw", let name = parts.last,
      !name.isEmpty, !name.contains(where: { "$ {}".contains($0) })
    else { return nil }
    return String(name)
  }

  /// Kotlin for Apple's systems: `UNNotificationSound.soundNamed("ding.caf")`.
  private func lookAtAppleCall(_ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.isWord(index, "UNNotificationSound"), tokens.isMark(index + 1, "."),
      tokens.isWord(index + 2, "soundNamed") || tokens.isWord(index + 2, "criticalSoundNamed"),
      tokens.isMark(index + 3, "("), hits.mayLook()
    else { return }
    hits.ask(for: values.value(at: index + 4), .appleSource, on: .apple, isCertain: true)
  }
}
