import AlertSounds

/// JavaScript, TypeScript and Dart: `sound:` in the calls of notification libraries, and in the
/// messages that servers send.
struct CrossPlatformScan {
  let tokens: SourceTokens
  let values: SoundValues
  private let sendsApart: Bool
  private let addsChannelsLater: Bool
  private let assets: BundledAssets

  init(tokens: SourceTokens, values: SoundValues) {
    self.tokens = tokens
    self.values = values
    sendsApart = ApplePayloads.standAlone(in: tokens)
    addsChannelsLater = FallbackChannel.isAddedLater(in: tokens)
    assets = BundledAssets(tokens)
  }

  func run(_ hits: inout ReferenceHits) {
    let systems = DartSystems(tokens)
    for index in tokens.tokens.indices {
      let token = tokens.tokens[index]
      // `RawResourceAndroidNotificationSound` is the longest word, an address may be longer.
      guard token.kind == .word && token.end - token.start <= 36 || token.kind == .string,
        token.end - token.start <= 300,
        let name = tokens.word(index) ?? tokens.string(index), !name.isEmpty
      else { continue }
      if tokens.language == .dart { lookAtResource(name, index, &hits) }
      if CriticalMembers.names.contains(name), tokens.isMark(index + 1, ":"), hits.mayLook() {
        CriticalMembers(tokens: tokens).look(at: index, name, &hits)
      }
      if tokens.mentions.builtNotifications, name == "setSound" { lookAtSetter(index, &hits) }
      guard let kind = Self.kind(of: name), hits.mayLook() else { continue }
      if tokens.valueOfMember(index) != nil, startsMember(index) {
        lookAtMember(index, name, kind, systems, &hits)
      } else if tokens.isMark(index + 1, "="), !tokens.isMark(index + 2, "="),
        tokens.isMark(index - 1, ".")
      {
        lookAtAssignment(index, kind, &hits)
      }
    }
  }

  private enum MemberKind { case sound, nameOfCritical, apple, android }

  private static func kind(of name: String) -> MemberKind? {
    switch name {
    case "sound", "soundName": .sound
    case "name": .nameOfCritical
    case "ios_sound": .apple
    case "android_sound": .android
    default: nil
    }
  }

  /// Whether a word is in the place of a member's name, unlike in `a ? sound : 'x'`.
  private func startsMember(_ index: Int) -> Bool {
    ["{", "(", ","].contains { tokens.isMark(index - 1, $0) }
      || tokens.startsLine(index)
        && tokens.isMark(index - 1, "}")
  }

  private func lookAtMember(
    _ index: Int, _ name: String, _ kind: MemberKind, _ systems: DartSystems,
    _ hits: inout ReferenceHits
  ) {
    let value = values.value(at: tokens.valueOfMember(index) ?? index + 2)
    switch kind {
    case .apple: take(value, on: .apple, &hits)
    case .android: take(value, on: .android, &hits)
    case .nameOfCritical:
      if MemberPath(of: index, tokens).keys.starts(with: ["sound", "aps"]) {
        take(value, on: .apple, &hits)
      }
    case .sound:
      let path = MemberPath(of: index, tokens)
      let judgement = SoundMember(path: path, tokens: tokens).judgement
      switch judgement {
      case .certain where assets.isOne(tokens.valueOfMember(index) ?? index + 2):
        hits.complain(
          .soundNamePath,
          "a bundled file is not a sound's name, so the default sound plays",
          fix: "ship the sound with the native apps, and give its name here as a text",
          at: Int(tokens.tokens[index].start))
      case .certain(let receiver):
        let platform = receiver ?? tokens.platform(ofBranchAround: index)
        let systems = systems.systems(around: index)
        take(value, on: platform, &hits, .init(systems: systems, library: library(path, platform)))
        CriticalMembers(tokens: tokens).look(atSound: value, at: index, &hits)
        if let channel = FallbackChannel(of: index, path, tokens, isAddedLater: addsChannelsLater) {
          hits.note(value, in: channel, on: platform, at: Int(tokens.tokens[index].start))
        }
        if tokens.language == .dart, platform == .apple, value.isOpen {
          // The app must ship some sound, whichever it is.
          hits.ask(
            for: SoundReference.anyName, at: Int(tokens.tokens[index].start),
            .crossPlatformSource, on: .apple, isCertain: true,
            systems: systems.contains(.macOS) ? [.macOS] : systems)
        }
        if isForAndroidAlone(index, path) {
          hits.note(.silentOnApple, at: Int(tokens.tokens[index].start))
        }
        if platform == .android { lookAtImportance(besides: index, value, &hits) }
      case .doubtful(let platform): takeDoubtful(value, on: platform, &hits)
      case .foreign: break
      }
    }
  }

  /// `.setSound('bell.mp3')` of React Native Firebase: of a channel, or of a notification on both
  /// platforms.
  private func lookAtSetter(_ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.isMark(index - 1, "."), tokens.isMark(index + 1, "("), hits.mayLook() else {
      return
    }
    // The setters before it, up to the call or the variable that they follow.
    var start = index - 1
    for _ in 0..<16 where tokens.isMark(start, ".") {
      if tokens.isMark(start - 1, ")") { start = Int(tokens.tokens[start - 1].partner) }
      start -= isChannel(start - 1) ? 1 : 2
    }
    take(values.value(at: index + 2), on: isChannel(start) ? .android : nil, &hits)
  }

  private func isChannel(_ index: Int) -> Bool {
    tokens.word(index).map { $0.lowercased().hasSuffix("channel") } ?? false
  }

  /// Who hands a certain name to Android as it stands.
  private func library(
    _ path: MemberPath, _ platform: SoundBundle.Platform?
  ) -> SoundReference.Library? {
    // A message with a payload for Apple gives the name to Android alone.
    if path.keys.first == "notification", platform == .android || !tokens.mentions.applePayloads {
      return .firebase
    }
    return path.calls.first?.dropLast().last?.lowercased() == "notifee" ? .notifee : nil
  }

  /// Whether a message of Firebase shows a notification and has a sound below `android`, but none
  /// for Apple.
  private func isForAndroidAlone(_ index: Int, _ path: MemberPath) -> Bool {
    guard tokens.language == .javaScript, path.keys.starts(with: ["notification", "android"]) else {
      return false
    }
    let brackets = tokens.enclosing(index)
    guard brackets.count > 2, tokens.isMark(brackets[2], "{") else { return false }
    let message = brackets[2] + 1
    func has(_ name: String) -> Bool { tokens.hasMember(name, besides: message) }
    return has("notification") && !has("apns") && !tokens.spreads(in: brackets[2]) && !sendsApart
  }

  /// `notification.sound = 'ding.aiff'` in the code of servers.
  private func lookAtAssignment(
    _ index: Int, _ kind: MemberKind, _ hits: inout ReferenceHits
  ) {
    // OneSignal's: `notification.ios_sound = 'ding.wav'`.
    guard kind != .apple, kind != .android else {
      return take(values.value(at: index + 2), on: kind == .apple ? .apple : .android, &hits)
    }
    let owner = (tokens.word(index - 2) ?? "").lowercased()
    if owner == "aps" || isOfAppleService(index - 2) {
      take(values.value(at: index + 2), on: .apple, &hits)
    } else if ["note", "push", "message", "payload", "content"].contains(owner)
      || owner.contains("notification")
    {
      takeDoubtful(values.value(at: index + 2), on: nil, &hits)
    }
  }

  /// Dart's `RawResourceAndroidNotificationSound('ding')` and `'resource://raw/res_ding'`.
  private func lookAtResource(_ name: String, _ index: Int, _ hits: inout ReferenceHits) {
    if name == "RawResourceAndroidNotificationSound", tokens.isMark(index + 1, "("),
      hits.mayLook()
    {
      let value = values.value(at: index + 2)
      take(value, on: .android, &hits)
      if value.isOpen {
        // Which of the resources it is, only running the app shows.
        hits.ask(
          for: SoundReference.anyName, at: Int(tokens.tokens[index].start), .crossPlatformSource,
          on: .android, isCertain: true)
      }
      lookAtImportance(besides: index, value, &hits)
    }
    if name == "UriAndroidNotificationSound", tokens.isMark(index + 1, "(") {
      lookAtAddress(index + 2, &hits)
    }
    if name == "soundSource" || name == "customSound", tokens.isMark(index + 1, ":"),
      hits.mayLook()
    {
      takeSource(values.value(at: index + 2), isOfPlugin: isOfPlugin(index), &hits)
    }
  }

  /// `'android.resource://org.example.bells/raw/ding'`, and what is no address, or none that Android's
  /// system can open.
  private func lookAtAddress(_ index: Int, _ hits: inout ReferenceHits) {
    if tokens.isText(index, startingWith: "file:") {
      return hits.complain(
        .soundNamePath, "the system plays the sound, and cannot open a file of the app",
        fix: "put the sound into res/raw, or give the address of a content provider",
        at: Int(tokens.tokens[index].start), isCertain: false)
    }
    guard case .name(let path, let offset) = values.value(at: index) else { return }
    if let address = ResourceAddress(path) {
      hits.note(.resource(name: address.name, package: address.package), at: offset)
      hits.ask(for: address.name, at: offset, .crossPlatformSource, on: .android, isCertain: true)
    }
    guard !path.contains(":") || path.hasPrefix("asset:") else { return }
    hits.complain(
      .soundNamePath,
      "Android cannot play an asset path; put \(printed(path)) into res/raw",
      fix: "put the sound into res/raw, for RawResourceAndroidNotificationSound", at: offset)
  }

  /// Whether a member is that of a channel or a notification of awesome_notifications.
  private func isOfPlugin(_ index: Int) -> Bool {
    tokens.enclosing(index).first.map { bracket in
      tokens.isWord(bracket - 1, "NotificationChannel")
        || tokens.isWord(bracket - 1, "NotificationContent")
    } ?? false
  }

  /// A sound in the form of awesome_notifications, for both platforms; or of
  /// firebase_notifications_handler, which hands on the name as it is.
  private func takeSource(
    _ value: SoundValue, isOfPlugin: Bool, _ hits: inout ReferenceHits
  ) {
    switch value {
    case .name(let text, let offset):
      let isPlain = !text.contains("://")
      guard !isPlain || tokens.mentions.handlesSounds else {
        if isOfPlugin, text.contains("/") {
          hits.complain(
            .soundNamePath,
            "\(printed(text)) is not an address of awesome_notifications, so the default sound plays",
            fix: "put the sound into res/raw, and ask for resource://raw/ with its name", at: offset
          )
        }
        return
      }
      for platform in [SoundBundle.Platform.android, .apple] {
        guard let name = isPlain ? text : ResourceSource.name(text, on: platform) else { return }
        hits.ask(for: name, at: offset, .crossPlatformSource, on: platform, isCertain: true)
      }
    case .choice(let branches):
      for branch in branches { takeSource(branch.value, isOfPlugin: isOfPlugin, &hits) }
    case .constant(let type, let name):
      for platform in [SoundBundle.Platform.android, .apple] {
        hits.use(
          constant: type, name, .crossPlatformSource, on: platform,
          isAddress: !tokens.mentions.handlesSounds)
      }
    case .parts, .unknown: hits.noteComputed()
    }
  }

  /// `importance: AndroidImportance.LOW` next to a channel's sound.
  private func lookAtImportance(
    besides index: Int, _ value: SoundValue, _ hits: inout ReferenceHits
  ) {
    guard case .name(let name, _) = value, ReferenceHits.isName(name),
      let member = tokens.member("importance", besides: index)
    else { return }
    var last = member
    while last - member < 8, tokens.isMark(last + 1, ".") { last += 2 }
    guard let word = tokens.word(last), ["low", "min", "none"].contains(word.lowercased()) else {
      return
    }
    hits.complain(
      .androidChannel,
      "a channel of the importance \(printed(word)) is silent: \(printed(name)) never plays",
      fix: "give it the default importance or a higher one, under a new channel id",
      at: Int(tokens.tokens[member].start))
  }

  /// Whether a variable is a notification of the library `apn`: `const note = new apn.Notification()`.
  private func isOfAppleService(_ index: Int) -> Bool {
    guard let name = tokens.word(index) else { return false }
    return values.bindings.all(name).contains { binding in
      tokens.isWord(binding.value, "new") && tokens.isWord(binding.value + 1, "apn")
        && tokens.isWord(binding.value + 3, "Notification")
    }
  }

  private func take(
    _ value: SoundValue, on platform: SoundBundle.Platform?, _ hits: inout ReferenceHits,
    _ details: ReferenceHits.Details = .init()
  ) {
    hits.ask(for: value, .crossPlatformSource, on: platform, details)
  }

  private func takeDoubtful(
    _ value: SoundValue, on platform: SoundBundle.Platform?, _ hits: inout ReferenceHits
  ) {
    if case .name(let name, _) = value, !SoundNames.isFileName(name) { return }
    if case .choice(let branches) = value {
      for branch in branches { takeDoubtful(branch.value, on: platform ?? branch.platform, &hits) }
      return
    }
    hits.ask(for: value, .crossPlatformSource, on: platform, isCertain: false)
  }
}
