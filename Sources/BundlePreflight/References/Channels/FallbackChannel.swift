/// A notification that has a sound and names no channel: one of the app itself, in the form of
/// expo-notifications or Capacitor, or a push by Firebase. On Android the library puts it into a
/// channel of its own.
struct FallbackChannel {
  /// The library's own channel, as a channel's identifier.
  let identifier: String

  /// The channels of Expo, which has no name for apps, and of Capacitor.
  static let expo = ""
  static let capacitor = "default"
  /// Firebase's, where the app's manifest names no other one.
  static let firebase = "fcm_fallback_notification_channel"

  /// nil if the member `sound` at `index` is not that of such a notification, or if the notification
  /// may name a channel.
  /// - Parameter isAddedLater: what ``isAddedLater(in:)`` says of the source.
  init?(of index: Int, _ path: MemberPath, _ tokens: SourceTokens, isAddedLater: Bool) {
    if !isAddedLater, Self.isPush(index, path, tokens) {
      identifier = Self.firebase
      return
    }
    guard tokens.language == .javaScript, let call = path.calls.first,
      !Self.isForAppleAlone(index, tokens)
    else { return nil }
    switch call.last {
    case "scheduleNotificationAsync"
    where Self.hasNoChannel(ofContent: index, path.variable, tokens):
      identifier = Self.expo
    case "presentNotificationAsync" where Self.isArgument(index, tokens):
      identifier = Self.expo
    case "schedule" where call.dropLast().last == "LocalNotifications":
      guard !tokens.hasMember("channelId", besides: index), let bracket = path.bracket,
        tokens.isMark(bracket, "{"), !tokens.spreads(in: bracket),
        path.variable == nil || !isAddedLater
      else { return nil }
      identifier = Self.capacitor
    default: return nil
    }
  }

  /// `android: { notification: { sound: 'bell' } }`, and no channel.
  private static func isPush(_ index: Int, _ path: MemberPath, _ tokens: SourceTokens) -> Bool {
    guard tokens.language == .javaScript, path.keys.starts(with: ["notification", "android"]),
      let bracket = path.bracket, tokens.isMark(bracket, "{")
    else { return false }
    return !["channelId", "channel_id"].contains { tokens.hasMember($0, besides: index) }
      && !tokens.spreads(in: bracket)
  }

  /// Whether the source gives any object a channel after it is made: `bell.channelId = 'bells'`.
  static func isAddedLater(in tokens: SourceTokens) -> Bool {
    tokens.language == .javaScript
      && tokens.tokens.indices.contains { index in
        tokens.isMark(index, "=") && tokens.isWord(index - 1, "channelId")
      }
  }

  /// Whether the object around the token is the first argument of a call.
  private static func isArgument(_ index: Int, _ tokens: SourceTokens) -> Bool {
    tokens.enclosing(index).first.map { tokens.isMark($0 - 1, "(") } ?? false
  }

  /// Whether the `content` around the token stands next to a trigger without a channel. Expo reads
  /// a channel nowhere else.
  private static func hasNoChannel(
    ofContent index: Int, _ variable: String?, _ tokens: SourceTokens
  ) -> Bool {
    guard let content = content(around: index, variable, tokens),
      case let brackets = tokens.enclosing(content), brackets.count > 1,
      tokens.isMark(brackets[0], "{"), tokens.isMark(brackets[0] - 1, "("),
      let trigger = trigger(besides: content, tokens)
    else { return false }
    if tokens.isWord(trigger, "null") { return SoundValues.ends(trigger + 1, tokens) }
    // `new Date(time)`, `Date.now() + 60_000`: a date has no channel.
    if tokens.isWord(tokens.isWord(trigger, "new") ? trigger + 1 : trigger, "Date") { return true }
    return tokens.isMark(trigger, "{") && SoundValues.ends(tokens.after(trigger), tokens)
      && !tokens.hasMember("channelId", besides: trigger + 1) && !tokens.spreads(in: trigger)
  }

  /// The first token of the trigger, also of one in a variable that the source gives an object once,
  /// and no channel later.
  private static func trigger(besides content: Int, _ tokens: SourceTokens) -> Int? {
    guard let bracket = tokens.enclosing(content).first,
      let member = tokens.list(in: bracket).first(where: { tokens.isWord($0, "trigger") }),
      let value = tokens.valueOfMember(member)
    else { return nil }
    guard let name = tokens.word(value), SoundValues.ends(value + 1, tokens), name != "null" else {
      return value
    }
    let near = max(0, value - 2_000)..<min(tokens.tokens.count, value + 2_000)
    let all = near.filter {
      tokens.isWord($0, name) && $0 != value && $0 != member
    }
    // `trigger = {`, `trigger: Trigger = {`
    let made = all.filter { $0 < value }.compactMap { place in
      [place + 1, place + 3].first { tokens.isMark($0, "=") && tokens.isMark($0 + 1, "{") }
    }
    let isChanged = all.contains {
      tokens.isMark($0 + 1, ".") && tokens.isWord($0 + 2, "channelId")
    }
    let last = made.last.map { $0 + 1 }
    return isChanged ? nil : last.flatMap { tokens.tokens[$0].partner > $0 ? $0 : nil }
  }

  /// The member `content` whose value is the object around the token, or the variable with it.
  private static func content(
    around index: Int, _ variable: String?, _ tokens: SourceTokens
  ) -> Int? {
    guard let bracket = tokens.enclosing(index).first else { return nil }
    if tokens.isMark(bracket - 1, ":"), tokens.isWord(bracket - 2, "content") { return bracket - 2 }
    guard let variable else { return nil }
    return (bracket..<tokens.tokens.count).prefix(2_000).first { place in
      tokens.isWord(place, "content") && tokens.isMark(place + 1, ":")
        && tokens.isWord(place + 2, variable) && SoundValues.ends(place + 3, tokens)
    }
  }

  /// Whether the code is in a branch for iOS: `if (Platform.OS === 'ios') {…}`, `if (isIOS) {…}`.
  private static func isForAppleAlone(_ index: Int, _ tokens: SourceTokens) -> Bool {
    tokens.enclosing(index).contains { bracket in
      guard tokens.isMark(bracket, "{"), tokens.isMark(bracket - 1, ")") else { return false }
      let list = Int(tokens.tokens[bracket - 1].partner)
      guard list > 0, tokens.isWord(list - 1, "if") else { return false }
      return (list..<bracket).prefix(32).contains { place in
        ["ios", "isios"].contains((tokens.string(place) ?? tokens.word(place))?.lowercased())
      }
    }
  }
}

extension ReferenceHits {
  /// Notes that a notification without a channel has a sound of its own for Android.
  mutating func note(
    _ value: SoundValue, in channel: FallbackChannel, on platform: SoundBundle.Platform?,
    at offset: Int
  ) {
    let name = value.names.first { name in
      name.platform != .apple && Self.isName(name.text) && !name.text.contains("://")
    }
    guard platform != .apple, let name else { return }
    note(
      channel: channel.identifier, .unchannelled,
      name.isAny ? .computed : .named(name.text.fileStem), at: offset)
  }
}
