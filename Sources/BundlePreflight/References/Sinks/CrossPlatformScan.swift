import AlertSounds

/// JavaScript, TypeScript and Dart: `sound:` in the calls of notification libraries, and in the
/// messages that servers send.
struct CrossPlatformScan {
  let tokens: SourceTokens
  let sinks: SinkScan
  private let values: SoundValues
  private let sendsApart: Bool
  private let fallback: FallbackChannel

  init(_ sinks: SinkScan) {
    self.sinks = sinks
    (tokens, values) = (sinks.tokens, sinks.values)
    sendsApart = ApplePayloads.standAlone(in: values.unit)
    fallback = FallbackChannel(values)
  }

  func look(
    at index: Int, _ name: String, _ places: [SinkScan.Place], _ hits: inout ReferenceHits
  ) {
    if CriticalMembers.names.contains(name), tokens.isMark(index + 1, ":"), hits.mayLook() {
      CriticalMembers(sinks: sinks).look(at: index, name, &hits)
    }
    if tokens.mentions.builtNotifications, name == "setSound" { lookAtSetter(index, &hits) }
    if name == "sound" || name == "soundName" {
      guard hits.mayLook() else { return }
      if let value = tokens.valueOfMember(index), startsMember(index) {
        // Dart's sounds of Android are sinks of their own.
        if !values.isResource(value) {
          lookAtMember(index, values.value(at: value), places, &hits)
        }
      } else if tokens.isMark(index + 1, "="), !tokens.isMark(index + 2, "="),
        tokens.isMark(index - 1, ".")
      {
        lookAtAssignment(index, &hits)
      }
    } else {
      for place in places
      where place.sink.kind == .sound && place.sink.callee != "setSound" && hits.mayLook() {
        take(place, &hits)
      }
    }
  }

  /// Whether a word is in the place of a member's name, unlike in `a ? sound : 'x'`.
  private func startsMember(_ index: Int) -> Bool {
    ["{", "(", ","].contains { tokens.isMark(index - 1, $0) }
      || tokens.startsLine(index)
        && tokens.isMark(index - 1, "}")
  }

  /// What a call or a member with a sound of its own is given.
  private func take(_ place: SinkScan.Place, _ hits: inout ReferenceHits) {
    let sink = place.sink
    if sink.form == .address { return lookAtAddress(place.value, &hits) }
    // Members of Dart's details are looked at by themselves.
    if sink.arguments == [.label("sound")] { return }
    let value = values.value(at: place.value)
    hits.ask(
      for: value, at: place.value, .crossPlatformSource, on: sink.platform, .init(form: sink.form))
    if sink.form == .resource, isOfPlugin(place.index) {
      for name in value.texts where name.text.contains("/") && !name.text.contains("://") {
        hits.complain(
          .soundNamePath,
          "\(printed(name.text)) is not an address of awesome_notifications, so the default sound "
            + "plays",
          fix: "put the sound into res/raw, and ask for resource://raw/ with its name",
          at: name.offset)
      }
    }
    guard sink.arguments == [.place(0)], sink.platform == .android, value.isOpen else { return }
    // Which of the resources it is, only running the app shows.
    hits.ask(
      for: SoundReference.anyName, at: Int(tokens.tokens[place.index].start),
      .crossPlatformSource, on: .android, isCertain: true)
  }

  private func lookAtMember(
    _ index: Int, _ value: EvaluatedTexts, _ places: [SinkScan.Place], _ hits: inout ReferenceHits
  ) {
    let path = sinks.path(of: index)
    switch SoundMember(path: path, places: places, sinks: sinks).judgement {
    case .certain where values.isBundledAsset(tokens.valueOfMember(index) ?? index + 2):
      hits.complain(
        .soundNamePath,
        "a bundled file is not a sound's name, so the default sound plays",
        fix: "ship the sound with the native apps, and give its name here as a text",
        at: Int(tokens.tokens[index].start))
    case .certain(let receiver):
      let platform = receiver ?? tokens.platform(ofBranchAround: index)
      let systems = sinks.systems(around: index)
      hits.ask(
        for: value, at: tokens.valueOfMember(index), .crossPlatformSource, on: platform,
        .init(systems: systems, library: library(path, platform)))
      CriticalMembers(sinks: sinks).look(atSound: value, at: index, &hits)
      if let channel = fallback.identifier(of: path) {
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
    case .doubtful(let platform): takeDoubtful(value, on: platform, &hits)
    case .foreign: break
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
    hits.ask(
      for: values.value(at: index + 2), at: index + 2, .crossPlatformSource,
      on: isChannel(start) ? .android : nil)
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
    let (unit, message) = (values.unit, brackets[2])
    return unit.has(["notification"], in: message) && !unit.has(["apns"], in: message)
      && !unit.spreads(in: message) && !sendsApart
  }

  /// `notification.sound = 'ding.aiff'` in the code of servers.
  private func lookAtAssignment(_ index: Int, _ hits: inout ReferenceHits) {
    let owner = (tokens.word(index - 2) ?? "").lowercased()
    let value = values.value(at: index + 2)
    if owner == "aps" || isOfAppleService(index - 2) {
      hits.ask(for: value, at: index + 2, .crossPlatformSource, on: .apple)
    } else if ["note", "push", "message", "payload", "content"].contains(owner)
      || owner.contains("notification")
    {
      takeDoubtful(value, on: nil, &hits)
    }
  }

  /// `'android.resource://org.example.bells/raw/ding'`, and what is not an address, or not
  /// one that Android can open.
  private func lookAtAddress(_ index: Int, _ hits: inout ReferenceHits) {
    if tokens.isText(index, startingWith: "file:") {
      return hits.complain(
        .soundNamePath, "the system plays the sound, and cannot open a file of the app",
        fix: "put the sound into res/raw, or give the address of a content provider",
        at: Int(tokens.tokens[index].start), isCertain: false)
    }
    guard let name = values.value(at: index).only else { return }
    let (path, offset) = (name.text, name.offset)
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

  /// Whether a variable is a notification of the library `apn`: `const note = new apn.Notification()`.
  private func isOfAppleService(_ index: Int) -> Bool {
    guard let made = values.declared(at: index, inChain: true) else { return false }
    return tokens.isWord(made, "new") && tokens.isWord(made + 1, "apn")
      && tokens.isWord(made + 3, "Notification")
  }

  private func takeDoubtful(
    _ value: EvaluatedTexts, on platform: SoundBundle.Platform?, _ hits: inout ReferenceHits
  ) {
    var value = value
    value.texts.removeAll { !SoundNames.isFileName($0.text) }
    hits.ask(for: value, at: nil, .crossPlatformSource, on: platform, .init(isCertain: false))
  }
}
