/// Finds in one source the channels of Android's notifications: those that it creates, and those
/// that its notifications and pushes name.
struct ChannelScan {
  let tokens: SourceTokens
  let values: SoundValues
  let setters: SoundSetters

  init(tokens: SourceTokens, values: SoundValues) {
    self.tokens = tokens
    self.values = values
    setters = SoundSetters(tokens)
  }

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
  func argument(after index: Int) -> Int? {
    tokens.isMark(index + 1, "(") && index + 2 < tokens.tokens.count ? index + 2 : nil
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
    guard tokens.isWord(at, "RawResourceAndroidNotificationSound"), tokens.isMark(at + 1, "(")
    else {
      return .unknown
    }
    let sound = sound(at: at + 2)
    return sound == .unknown ? .computed : sound
  }

  private func sound(at index: Int) -> ChannelUse.Sound {
    if case .name(let name, _) = values.value(at: index), ReferenceHits.isName(name),
      !name.hasPrefix(SoundReference.anyName)
    {
      return .named(TreePath.stem(name))
    }
    return tokens.isGiven(index) ? .given : .unknown
  }

  // MARK: JavaScript

  private func lookAtJavaScript(_ word: String, _ index: Int, _ hits: inout ReferenceHits) {
    switch word {
    case "setNotificationChannelAsync", "createChannelAndroidAsync":
      guard let first = argument(after: index) else { return }
      let options = tokens.next(argumentAfter: first)
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
    guard tokens.tokens.indices.contains(index), let bracket = tokens.enclosing(index).first,
      tokens.isMark(bracket, "{")
    else { return .unknown }
    if let member = Self.soundKeys.lazy.compactMap({ tokens.member($0, besides: index) }).first {
      return sound(at: member)
    }
    let isRead =
      Self.soundKeys.contains { tokens.hasMember($0, besides: index) }
      || tokens.spreads(in: bracket)
    return isRead ? .unknown : .standard
  }

  private static let soundKeys = ["sound", "soundName"]

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
    } else if tokens.language == .javaScript, let call = path.calls.first?.last,
      // Expo shows a notification in a channel of its own where there is no such channel.
      !call.contains("hannel"), !call.hasSuffix("Async"),
      let meaning = NotificationCalls.meaning(of: path, .javaScript), meaning.platform != .apple
    {
      // What has no sound asks for none, so it does not contradict its channel.
      let sound = sound(in: index)
      take(index + 2, .posted, sound == .standard ? .unknown : sound, &hits)
    }
  }

  func take(
    _ value: Int, _ role: ChannelUse.Role, _ sound: ChannelUse.Sound, _ hits: inout ReferenceHits
  ) {
    take(values.value(at: value), at: Int(tokens.tokens[value].start), role, sound, &hits)
  }

  private func take(
    _ value: SoundValue, at start: Int?, _ role: ChannelUse.Role, _ sound: ChannelUse.Sound,
    _ hits: inout ReferenceHits
  ) {
    switch value {
    case .name(let name, let offset) where !name.hasPrefix(SoundReference.anyName):
      hits.note(channel: name, role, sound, at: start ?? offset)
    case .choice(let branches):
      for branch in branches { take(branch.value, at: nil, role, sound, &hits) }
    case .name, .constant, .parts:
      if role == .made || role == .shown { hits.noteComputedChannel() }
      if case .constant(let type?, let name) = value, let start {
        hits.note(channel: type + "." + name, isConstant: true, role, sound, at: start)
      }
    }
  }
}
