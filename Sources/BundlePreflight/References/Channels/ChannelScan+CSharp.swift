/// .NET's plug-in for local notifications: `new NotificationChannelRequest { Id = "bells", Sound = "bell" }`
/// makes a channel, and `new NotificationRequest { Android = { ChannelId = "bells" } }` names one.
extension ChannelScan {
  func lookAtCSharp(_ word: String, _ index: Int, _ hits: inout ReferenceHits) {
    switch word {
    case "NotificationChannelRequest":
      guard let bracket = initializer(of: index), let id = assigned("Id", in: bracket) else {
        return
      }
      take(id, .made, assigned("Sound", in: bracket).map(soundOnAndroid) ?? .standard, &hits)
    case "ChannelId":
      guard tokens.isMark(index + 1, "="), !tokens.isMark(index + 2, "="), hits.mayLook(),
        let request = tokens.enclosing(index).first(where: isRequest)
      else { return }
      take(index + 2, .shown, sound(ofRequest: request), &hits)
    default: break
    }
  }

  /// The bracket of `new T { … }` and `new T() { … }`.
  private func initializer(of type: Int) -> Int? {
    let bracket = tokens.isMark(type + 1, "(") ? tokens.after(type + 1) : type + 1
    return tokens.isWord(type - 1, "new") && tokens.isMark(bracket, "{") ? bracket : nil
  }

  private func isRequest(_ bracket: Int) -> Bool { type(ofInitializer: bracket) != nil }

  /// The token of `NotificationRequest` before its members.
  private func type(ofInitializer bracket: Int) -> Int? {
    let last = bracket - 1
    let type = tokens.isMark(last, ")") ? Int(tokens.tokens[last].partner) - 1 : last
    return tokens.isWord(type, "NotificationRequest") ? type : nil
  }

  /// The first token of what a member is given: `Id = "bells"`.
  private func assigned(_ name: String, in bracket: Int) -> Int? {
    tokens.list(in: bracket).first { tokens.isWord($0, name) && tokens.isMark($0 + 1, "=") }
      .map { $0 + 2 }
  }

  /// The sound of a request, also one that its variable is given later: `request.Sound = "bell"`.
  /// One without a sound asks for none, so it does not contradict its channel.
  private func sound(ofRequest bracket: Int) -> ChannelUse.Sound {
    if let value = assigned("Sound", in: bracket) { return soundOnAndroid(value) }
    guard let type = type(ofInitializer: bracket), tokens.isWord(type - 1, "new"),
      tokens.isMark(type - 2, "="), let name = tokens.word(type - 3)
    else { return .unknown }
    let end = tokens.after(bracket)
    let uses = (end..<max(end, tokens.tokens.count)).prefix(2_000).lazy
      .filter { tokens.isWord($0, name) }
      // Up to the next request in a variable of this name.
      .prefix { !tokens.isMark($0 + 1, "=") }
    let later = uses.first { place in
      tokens.isMark(place + 1, ".") && tokens.isWord(place + 2, "Sound")
        && tokens.isMark(place + 3, "=")
    }
    return later.map { soundOnAndroid($0 + 4) } ?? .unknown
  }

  /// `DeviceInfo.Platform == DevicePlatform.Android ? "bell" : "bell.mp3"`
  private func soundOnAndroid(_ index: Int) -> ChannelUse.Sound {
    let name = values.value(at: index).names.first { $0.platform == .android }
    return name.map { .named($0.text.fileStem) } ?? sound(at: index)
  }
}
