import AlertSounds

/// Kotlin and Java: channels, and the builders of notifications with the channel that they name.
extension ChannelScan {
  func lookAtAndroid(_ word: String, _ index: Int, _ hits: inout ReferenceHits) {
    switch word {
    case "NotificationChannel", "NotificationChannelCompat":
      let isBuilder = tokens.isMark(index + 1, ".") && tokens.isWord(index + 2, "Builder")
      guard !tokens.isWord(index - 1, "class"),
        let first = argument(after: isBuilder ? index + 2 : index)
      else { return }
      take(first, .made, soundMade(at: index), &hits)
      lookAtImportance(index, &hits)
    case _ where Self.builders.contains(word):
      guard tokens.isMark(index + 1, "."), tokens.isWord(index + 2, "Builder"),
        let first = argument(after: index + 2)
      else { return }
      guard let second = tokens.next(argumentAfter: first) else {
        if !setters.namesChannels { hits.note(channel: "", .bare, .unknown, at: start(index)) }
        return
      }
      take(second, .posted, soundOfBuilder(at: index), &hits)
    default: break
    }
  }

  private func start(_ index: Int) -> Int { Int(tokens.tokens[index].start) }

  /// The types whose `Builder` makes a notification.
  private static let builders: Set<String> = ["NotificationCompat", "Notification"]

  /// `IMPORTANCE_LOW` in the call and `setSound(uri, …)` on its channel: the sound never plays.
  private func lookAtImportance(_ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.isMark(index + 1, "("), tokens.tokens[index + 1].partner > 0 else { return }
    let end = Int(tokens.tokens[index + 1].partner)
    guard end - index < 64,
      let quiet = (index..<end).first(where: { place in
        tokens.word(place).map { Self.quietWords.contains($0) } ?? false
      }), let sound = soundSet(on: index, after: end),
      !tokens.isWord(sound + 2, "null")
    else { return }
    hits.complain(
      .androidChannel,
      "a channel of the importance \(printed(tokens.word(quiet) ?? "")) is silent: the sound that it is "
        + "given never plays",
      fix: "give it IMPORTANCE_DEFAULT or a higher one, under a new channel id",
      at: Int(tokens.tokens[quiet].start))
  }

  private static let quietWords: Set<String> = [
    "IMPORTANCE_LOW", "IMPORTANCE_MIN", "IMPORTANCE_NONE",
  ]

  /// `setSound` in the block after the call, or on the variable that it is assigned to.
  func soundSet(on index: Int, after end: Int) -> Int? {
    // `.apply { setSound(…) }`
    if tokens.isMark(end + 1, "."), tokens.isMark(end + 3, "{"), tokens.tokens[end + 3].partner > 0,
      let setter = (end + 3..<Int(tokens.tokens[end + 3].partner)).prefix(512)
        .first(where: { SoundSetters.isOne($0, tokens) })
    {
      return setter
    }
    // `.setName(…).setSound(…).build()`
    var last = end
    for _ in 0..<16 where tokens.isMark(last + 1, ".") && tokens.isMark(last + 3, "(") {
      if SoundSetters.isOne(last + 2, tokens) { return last + 2 }
      last = tokens.after(last + 3) - 1
    }
    let start = tokens.isWord(index - 1, "new") ? index - 1 : index
    guard tokens.isMark(start - 1, "="), let name = tokens.word(start - 2) else { return nil }
    // Up to the next channel that is created.
    for place in (end..<tokens.tokens.count).prefix(512) {
      if tokens.isWord(place, "NotificationChannel"), tokens.isMark(place + 1, "(") { return nil }
      if tokens.isWord(place, "setSound"), tokens.isMark(place + 1, "("),
        tokens.isMark(place - 1, "."), tokens.isWord(place - 2, name)
      {
        return place
      }
    }
    return nil
  }

  // MARK: Sounds

  /// The resource that the builder at `index` is given: the first `setSound(uri)` in its block,
  /// before the next builder.
  private func soundOfBuilder(at index: Int) -> ChannelUse.Sound {
    guard let block = tokens.enclosing(index).first(where: { tokens.isMark($0, "{") }) else {
      return .unknown
    }
    let end = max(index, Int(tokens.tokens[block].partner))
    for place in (index..<end).dropFirst().prefix(512) {
      if tokens.isWord(place + 2, "Builder"), Self.builders.contains(tokens.word(place) ?? "") {
        break
      }
      guard SoundSetters.isOne(place, tokens), tokens.next(argumentAfter: place + 2) == nil else {
        continue
      }
      return isForOldVersions(place, in: block) ? .unknown : sound(ofSetter: place) ?? .unknown
    }
    return .unknown
  }

  /// Whether a setter in a block depends on the version of Android: before 8 it is right.
  private func isForOldVersions(_ setter: Int, in block: Int) -> Bool {
    let branches = tokens.enclosing(setter).prefix { $0 != block }
    // Also `if (Build.VERSION.SDK_INT < 26) builder.setSound(uri)`.
    return ([setter - 2] + branches).contains { start in
      guard !tokens.isWord(start - 1, "else") else { return true }
      return tokens.condition(before: start)?.suffix(64).contains {
        tokens.isWord($0, "SDK_INT")
      } ?? false
    }
  }

  /// The sound that `setSound` is given, also in a variable.
  func sound(ofSetter index: Int) -> ChannelUse.Sound? {
    let first = index + 2
    if tokens.isWord(first, "null"), SoundValues.ends(first + 1, tokens) { return .silent }
    let names = Set(values.resources(at: first).texts.compactMap { $0.resource?.fileStem })
    return names.count > 1 ? .computed : names.first.map { .named($0) } ?? deviceSound(at: first)
  }

  /// A sound of the device, `RingtoneManager.getDefaultUri(…)`, also in a constant, and nothing else.
  private func deviceSound(at index: Int) -> ChannelUse.Sound? {
    var at = index
    if let value = values.declared(at: index) { at = value }
    let last = tokens.lastOfChain(at, within: 8)
    guard let word = tokens.word(last) else { return nil }
    guard word == "getDefaultUri", tokens.isMark(last + 1, "(") else {
      return SoundValues.ends(last + 1, tokens) ? Self.deviceSounds[word] : nil
    }
    let kind = tokens.lastOfChain(last + 2, within: 8)
    guard SoundValues.ends(tokens.after(last + 1), tokens), SoundValues.ends(kind + 1, tokens)
    else { return nil }
    return tokens.word(kind).flatMap { Self.deviceSounds[$0] }
  }

  /// The kinds of `RingtoneManager`, and the addresses of `Settings.System`.
  private static let deviceSounds: [String: ChannelUse.Sound] = [
    "TYPE_NOTIFICATION": .standard, "DEFAULT_NOTIFICATION_URI": .standard,
    "TYPE_ALARM": .device(.alarm), "DEFAULT_ALARM_ALERT_URI": .device(.alarm),
    "TYPE_RINGTONE": .device(.ringtone), "DEFAULT_RINGTONE_URI": .device(.ringtone),
  ]
}
