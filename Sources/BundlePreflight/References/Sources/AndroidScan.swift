/// Kotlin, Java and C#: resources that become the sound of a channel or of a notification.
///
/// The compiler checks that the sound of `R.raw.ding` exists; the sound of a string,
/// `android.resource://app/raw/ding`, may be missing.
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

  /// The resource in `R.raw.ding` or in a string that ends in `/raw/ding`, with its offset.
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

  /// Kotlin for Apple's systems: `UNNotificationSound.soundNamed("ding.caf")`, and the arguments
  /// for such a name in libraries for both systems.
  private func lookAtAppleCall(_ index: Int, _ hits: inout ReferenceHits) {
    if tokens.language == .kotlin, tokens.isMark(index + 1, "="), isAppleArgument(index),
      hits.mayLook()
    {
      hits.ask(for: values.value(at: index + 2), .appleSource, on: .apple, isCertain: true)
    }
    guard tokens.isWord(index, "UNNotificationSound"), tokens.isMark(index + 1, "."),
      tokens.isWord(index + 2, "soundNamed") || tokens.isWord(index + 2, "criticalSoundNamed"),
      tokens.isMark(index + 3, "("), hits.mayLook()
    else { return }
    hits.ask(for: values.value(at: index + 4), .appleSource, on: .apple, isCertain: true)
  }

  /// KMPNotifier's `notificationSoundName = "ding.wav"`, and Alarmee's `soundFilename` for iOS.
  private func isAppleArgument(_ index: Int) -> Bool {
    guard tokens.isMark(index - 1, "(") || tokens.isMark(index - 1, ",") else { return false }
    if tokens.isWord(index, "notificationSoundName") { return true }
    guard tokens.isWord(index, "soundFilename"), let call = tokens.enclosing(index).first else {
      return false
    }
    return tokens.isWord(call - 1, "IosNotificationConfiguration")
  }
}
