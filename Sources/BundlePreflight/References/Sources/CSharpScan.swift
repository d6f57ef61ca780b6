/// C#: .NET's `UNNotificationSound`, and the sounds of .NET's plug-in for local notifications and
/// of Unity's Mobile Notifications.
struct CSharpScan {
  let tokens: SourceTokens
  let values: SoundValues

  func run(_ hits: inout ReferenceHits) {
    let branches = PlatformBranches(tokens)
    for index in tokens.tokens.indices where tokens.tokens[index].kind == .string {
      lookAtEntry(index, &hits)
    }
    for index in tokens.tokens.indices where tokens.tokens[index].kind == .word {
      let length = tokens.tokens[index].end - tokens.tokens[index].start
      guard length >= 5, length <= 20, let word = tokens.word(index) else { continue }
      look(at: word, index, branches, &hits)
    }
  }

  /// `["ios_sound"] = "ding.caf"` in a message to OneSignal.
  private func lookAtEntry(_ index: Int, _ hits: inout ReferenceHits) {
    guard tokens.tokens[index].end - tokens.tokens[index].start <= 15,
      tokens.isMark(index + 1, "]"), tokens.isMark(index + 2, "="), hits.mayLook()
    else { return }
    switch tokens.string(index) {
    case "ios_sound":
      hits.ask(for: values.value(at: index + 3), .appleSource, on: .apple, isCertain: true)
    case "android_sound":
      hits.ask(for: values.value(at: index + 3), .androidSource, on: .android, isCertain: true)
    default: break
    }
  }

  private func look(
    at word: String, _ index: Int, _ branches: PlatformBranches, _ hits: inout ReferenceHits
  ) {
    switch word {
    case "GetSound", "GetCriticalSound", "FromName":
      guard tokens.isWord(index - 2, "UNNotificationSound"), tokens.isMark(index + 1, "("),
        hits.mayLook()
      else { return }
      if word == "GetCriticalSound" { hits.note(.critical, at: Int(tokens.tokens[index].start)) }
      hits.ask(for: values.value(at: index + 2), .appleSource, on: .apple, isCertain: true)
    case "DefaultCriticalSound":
      if tokens.isMark(index - 1, ".") {
        hits.note(.critical, at: Int(tokens.tokens[index].start))
      }
    case "SoundName", "soundName":
      // `UILocalNotification`, and Unity's `iOSNotification`.
      let type = self.type(ofMember: index)
      let isNotification = type.map { $0.hasSuffix("Notification") }
      guard isAssigned(index), isNotification != false, hits.mayLook() else { return }
      hits.ask(
        for: values.value(at: index + 2), .appleSource, on: .apple,
        isCertain: isNotification == true || tokens.mentions.localNotification)
    case "Sound":
      lookAtSound(index, branches, &hits)
    default: break
    }
  }

  /// `new NotificationChannelRequest { Sound = "ding" }`, `request.Sound = "ding.aiff"`.
  private func lookAtSound(
    _ index: Int, _ branches: PlatformBranches, _ hits: inout ReferenceHits
  ) {
    guard isAssigned(index), hits.mayLook() else { return }
    let value = values.value(at: index + 2)
    // The sounds of the other libraries are not strings.
    if case .constant = value { return }
    if case .choice(let branches) = value, case .constant? = branches.first?.value { return }
    switch type(ofMember: index) {
    case "NotificationChannelRequest":
      hits.ask(for: value, .androidSource, on: .android, isCertain: true)
    case "NotificationRequest":
      ask(for: value, at: index, branches, &hits)
    case nil where tokens.mentions.pluginNotification:
      ask(for: value, at: index, branches, &hits)
    default: break
    }
  }

  private func ask(
    for value: SoundValue, at index: Int, _ branches: PlatformBranches, _ hits: inout ReferenceHits
  ) {
    // On Android the sound is the channel's, so the name of a sound file is for Apple's devices.
    var platform = branches.platform(at: Int(tokens.tokens[index].start))
    if platform == nil, case .name(let name, _) = value, SoundNames.hasSoundSuffix(name) {
      platform = .apple
    }
    hits.ask(for: value, .crossPlatformSource, on: platform, isCertain: true)
  }

  private func isAssigned(_ index: Int) -> Bool {
    tokens.isMark(index + 1, "=") && !tokens.isMark(index + 2, "=")
      && !tokens.isMark(index + 2, ">")
  }

  /// The type whose members an initializer sets, if the word is one of them: `new T { Sound = … }`,
  /// `new T(…) { Sound = … }`; nil for `x.Sound = …`.
  private func type(ofMember index: Int) -> String? {
    guard !tokens.isMark(index - 1, "."), let bracket = tokens.enclosing(index).first,
      tokens.isMark(bracket, "{")
    else { return tokens.isMark(index - 1, ".") ? nil : "" }
    var before = bracket - 1
    if tokens.isMark(before, ")") { before = Int(tokens.tokens[before].partner) - 1 }
    return tokens.word(before) ?? ""
  }
}

/// The parts of a C# source that are for only one platform: `#if ANDROID … #endif`.
struct PlatformBranches {
  private var branches: [(range: Range<Int>, platform: SoundBundle.Platform)] = []

  init(_ tokens: SourceTokens) {
    var open: (start: Int, platform: SoundBundle.Platform)?
    for index in tokens.tokens.indices where tokens.isMark(index, "#") {
      guard let directive = tokens.word(index + 1),
        ["if", "elif", "else", "endif"].contains(directive)
      else { continue }
      let start = Int(tokens.tokens[index].start)
      if let open { branches.append((open.start..<start, open.platform)) }
      let isCondition = directive == "if" || directive == "elif"
      open = isCondition ? Self.platform(tokens.word(index + 2)).map { (start, $0) } : nil
    }
  }

  private static func platform(_ symbol: String?) -> SoundBundle.Platform? {
    switch symbol {
    case "ANDROID", "__ANDROID__", "UNITY_ANDROID": .android
    case "IOS", "__IOS__", "UNITY_IOS", "MACCATALYST": .apple
    default: nil
    }
  }

  func platform(at offset: Int) -> SoundBundle.Platform? {
    branches.first { $0.range.contains(offset) }?.platform
  }
}
