/// Finds in one source the channels of Android's notifications: those that it creates, and those
/// that its notifications and pushes name.
struct ChannelScan {
  let tokens: SourceTokens
  let values: SoundValues

  func run(_ hits: inout ReferenceHits) {
    for index in tokens.tokens.indices {
      let token = tokens.tokens[index]
      guard token.kind != .mark, (7...36).contains(token.end - token.start),
        let word = tokens.word(index) ?? tokens.string(index)
      else { continue }
      switch tokens.language {
      case .kotlin, .java: lookAtAndroid(word, index, &hits)
      case .dart: lookAtDart(word, index, &hits)
      case .javaScript: lookAtJavaScript(word, index, &hits)
      case .swift, .objectiveC, .cSharp: return
      }
    }
  }

  /// The first argument of the call whose name is at `index`.
  private func argument(after index: Int) -> Int? {
    tokens.isMark(index + 1, "(") && index + 2 < tokens.tokens.count ? index + 2 : nil
  }

  // MARK: Kotlin and Java

  private func lookAtAndroid(_ word: String, _ index: Int, _ hits: inout ReferenceHits) {
    switch word {
    case "NotificationChannel", "NotificationChannelCompat":
      let isBuilder = tokens.isMark(index + 1, ".") && tokens.isWord(index + 2, "Builder")
      guard !tokens.isWord(index - 1, "class"),
        let first = argument(after: isBuilder ? index + 2 : index)
      else { return }
      take(first, .made, .unknown, &hits)
      lookAtImportance(index, &hits)
    case "NotificationCompat":
      guard tokens.isMark(index + 1, "."), tokens.isWord(index + 2, "Builder"),
        let first = argument(after: index + 2),
        let second = next(argumentAfter: first)
      else { return }
      take(second, .posted, .unknown, &hits)
    default: break
    }
  }

  /// The argument after the one that starts at `index`; nil after the last.
  private func next(argumentAfter index: Int) -> Int? {
    var at = index
    for _ in 0..<32 where tokens.tokens.indices.contains(at) {
      if tokens.isMark(at, ",") { return at + 1 }
      if tokens.isMark(at, ")") { return nil }
      at = tokens.after(at)
    }
    return nil
  }

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
  private func soundSet(on index: Int, after end: Int) -> Int? {
    // `.apply { setSound(…) }`
    if tokens.isMark(end + 1, "."), tokens.isMark(end + 3, "{"), tokens.tokens[end + 3].partner > 0
    {
      return (end + 3..<Int(tokens.tokens[end + 3].partner)).prefix(512)
        .first { tokens.isWord($0, "setSound") && tokens.isMark($0 + 1, "(") }
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

  // MARK: Dart

  private func lookAtDart(_ word: String, _ index: Int, _ hits: inout ReferenceHits) {
    switch word {
    case "AndroidNotificationChannel":
      guard let first = argument(after: index), !isDeclaration(first) else { return }
      take(named("id", in: first) ?? first, .made, dartSound(first), &hits)
    case "AndroidNotificationDetails":
      guard let first = argument(after: index), !isDeclaration(first) else { return }
      take(named("channelId", in: first) ?? first, .shown, dartSound(first), &hits)
    case "NotificationChannel":
      guard let first = argument(after: index), let key = named("channelKey", in: first) else {
        return
      }
      take(key, .made, .unknown, &hits)
    case "channelKey":
      // A notification of awesome_notifications.
      guard tokens.isMark(index + 1, ":"), let bracket = tokens.enclosing(index).first,
        tokens.isWord(bracket - 1, "NotificationContent")
      else { return }
      take(index + 2, .posted, .unknown, &hits)
    case "channelId", "channel_id", "android_channel_id":
      lookAtPush(word, index, &hits)
    default: break
    }
  }

  /// `AndroidNotificationChannel(this.id, …)` declares the initializer of a class.
  private func isDeclaration(_ first: Int) -> Bool {
    tokens.isWord(first, "this") || tokens.isMark(first, "{") || tokens.isMark(first, ")")
      || tokens.word(first) != nil && tokens.word(first + 1) != nil
  }

  private func named(_ name: String, in first: Int) -> Int? {
    tokens.member(name, besides: first)
  }

  private func dartSound(_ first: Int) -> ChannelUse.Sound {
    if let plays = named("playSound", in: first), !tokens.isWord(plays, "true") { return .unknown }
    guard var at = named("sound", in: first) else { return .standard }
    if tokens.isWord(at, "const") { at += 1 }
    guard tokens.isWord(at, "RawResourceAndroidNotificationSound"), tokens.isMark(at + 1, "("),
      case .name(let name, _) = values.value(at: at + 2)
    else { return .unknown }
    return .named(TreePath.stem(name))
  }

  // MARK: JavaScript

  private func lookAtJavaScript(_ word: String, _ index: Int, _ hits: inout ReferenceHits) {
    switch word {
    case "setNotificationChannelAsync", "createChannelAndroidAsync":
      guard let first = argument(after: index) else { return }
      let options = next(argumentAfter: first)
      take(first, .made, options.map { sound(in: $0 + 1) } ?? .unknown, &hits)
    case "createChannel", "createChannels", "createNotificationChannel",
      "createNotificationChannels":
      lookAtMaker(index, &hits)
    case "channelId", "channel_id", "android_channel_id", "androidChannelId":
      lookAtPush(word, index, &hits)
    default: break
    }
  }

  /// `createChannel({ id: 'bells', sound: 'bell' })`; a channel from a variable is computed.
  private func lookAtMaker(_ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.isMark(index + 1, "("), tokens.tokens[index + 1].partner > 0,
      !tokens.isWord(index - 1, "function")
    else { return }
    var count = 0
    for at in (index + 2..<Int(tokens.tokens[index + 1].partner)).prefix(1024) {
      guard tokens.isMark(at + 1, ":"), ["{", ","].contains(where: { tokens.isMark(at - 1, $0) }),
        let key = tokens.word(at) ?? tokens.string(at), key == "id" || key == "channelId"
      else { continue }
      take(at + 2, .made, sound(in: at), &hits)
      count += 1
    }
    if count == 0 { hits.noteComputedChannel() }
  }

  /// The sound in the object around the token at `index`.
  private func sound(in index: Int) -> ChannelUse.Sound {
    guard tokens.tokens.indices.contains(index),
      let member = tokens.member("sound", besides: index),
      case .name(let name, _) = values.value(at: member), ReferenceHits.isName(name)
    else { return .unknown }
    return .named(TreePath.stem(name))
  }

  // MARK: Pushes

  /// `android: { notification: { channelId: 'bells' } }` of FCM, `{ to, title, channelId }` of
  /// Expo, and the app's own notifications in the form of notifee.
  private func lookAtPush(_ word: String, _ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.isMark(index + 1, ":"), hits.mayLook() else { return }
    let path = MemberPath(of: index, tokens)
    let isFirebase =
      path.keys.starts(with: ["notification", "android"])
      || word == "android_channel_id" && path.keys.first == "notification"
    let isExpo =
      tokens.mentions.expo && path.hasSibling(["to"]) && path.hasSibling(["title", "body"])
    if isFirebase || isExpo {
      take(index + 2, .pushed, isFirebase ? sound(in: index) : .unknown, &hits)
    } else if path.keys.first == "android",
      path.calls.contains(where: { Self.localCalls.contains($0.last ?? "") })
    {
      take(index + 2, .posted, .unknown, &hits)
    }
  }

  private static let localCalls: Set<String> = ["displayNotification", "createTriggerNotification"]

  private func take(
    _ value: Int, _ role: ChannelUse.Role, _ sound: ChannelUse.Sound, _ hits: inout ReferenceHits
  ) {
    switch values.value(at: value) {
    case .name(let name, _):
      hits.note(channel: name, role, sound, at: Int(tokens.tokens[value].start))
    case .choice(let names):
      for choice in names { hits.note(channel: choice.name, role, sound, at: choice.offset) }
    case .constant, .parts:
      if role == .made || role == .shown { hits.noteComputedChannel() }
    }
  }
}
