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
      lookAtRingtone(index, &hits)
      lookAtSetter(index, &hits)
      guard let (name, offset, isCompiled) = resource(at: index), hits.mayLook() else { continue }
      switch sinks.sink(of: index) {
      case .notification:
        if let address = tokens.string(index).flatMap(ResourceAddress.init) {
          hits.note(.resource(name: address.name, package: address.package), at: offset)
        }
        hits.ask(
          for: name, at: offset, .androidSource, on: .android,
          isCertain: tokens.mentions.androidNotification, isCompiled: isCompiled)
      case .ringtone:
        hits.ask(
          for: name, at: offset, .androidSource, on: .android, isCertain: false,
          isCompiled: isCompiled)
      case nil: continue
      }
    }
  }

  /// `channel.setSound(uri, attributes)`, whose address is put together elsewhere.
  private func lookAtSetter(_ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.isWord(index, "setSound"), tokens.isMark(index + 1, "("),
      tokens.mentions.androidNotification, hits.mayLook()
    else { return }
    let found = values.resources(at: index + 2)
    for resource in found.names {
      hits.ask(
        for: resource.name, at: resource.offset, .androidSource, on: .android, isCertain: true)
    }
    guard found.isOpen else { return }
    hits.note(
      OpenAsk(
        index: index + 2, origin: .androidSource, platform: .android,
        details: .init(isAddress: true)))
  }

  /// `getDefaultUri(R.raw.ding)`, whose argument is a kind of ringtone, a number.
  private func lookAtRingtone(_ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.isWord(index, "getDefaultUri"), tokens.isMark(index + 1, "("),
      let resource = resource(at: index + 2), resource.isCompiled, hits.mayLook()
    else { return }
    hits.complain(
      .soundNamePath,
      "getDefaultUri takes a kind of ringtone: \(printed(resource.name)) is not played",
      fix: "give the resource's address, android.resource://PACKAGE/raw/\(resource.name)",
      at: resource.offset)
  }

  /// The resource in `R.raw.ding`, `"…/${R.raw.ding}"` or a string that ends in `/raw/ding`, with
  /// its offset, and whether the compiler checks it.
  func resource(at index: Int) -> (name: String, offset: Int, isCompiled: Bool)? {
    let token = tokens.tokens[index]
    switch token.kind {
    case .word:
      let isCSharp = tokens.language == .cSharp
      guard tokens.isWord(index, isCSharp ? "Resource" : "R"), tokens.isMark(index + 1, "."),
        tokens.isWord(index + 2, isCSharp ? "Raw" : "raw"), tokens.isMark(index + 3, "."),
        let name = tokens.word(index + 4)
      else { return nil }
      // .NET's builds write the names of resources in lower case.
      return (isCSharp ? name.lowercased() : name, Int(tokens.tokens[index + 4].start), true)
    case .string, .computedString:
      return name(inText: token).map { ($0.name, Int(token.start), $0.isCompiled) }
    case .mark: return nil
    }
  }

  private func name(inText token: Token) -> (name: String, isCompiled: Bool)? {
    let content = tokens.bytes[Int(token.start)..<Int(token.end)]
      .dropFirst(Int(token.prefix)).dropLast(Int(token.suffix))
    guard content.count <= 1024,
      content.contains(bytesOf: "raw/") || content.contains(bytesOf: "R.raw.")
    else { return nil }
    let parts = String(decoding: content, as: UTF8.self).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, var name = parts.last else { return nil }
    // `${R.raw.ding}`, also with the package before it
    let path = name.hasPrefix("${") ? name.dropFirst(2).dropLast().split(separator: ".") : []
    let isCompiled =
      name.hasSuffix("}") && path.count > 2 && path.suffix(3).prefix(2) == ["R", "raw"]
    if isCompiled { name = path[path.count - 1] }
    guard isCompiled || parts[parts.count - 2] == "raw", !name.isEmpty,
      !name.contains(where: { "$ {}%".contains($0) })
    else { return nil }
    return (String(name), isCompiled)
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
