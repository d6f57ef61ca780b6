/// A notification that has a sound and names no channel: one of the app itself, in the form of
/// expo-notifications or Capacitor, or a push by Firebase. On Android the library puts it into a
/// channel of its own.
final class FallbackChannel {
  /// The channels of Expo, which has no name for apps, and of Capacitor.
  static let expo = ""
  static let capacitor = "default"
  /// Firebase's, where the app's manifest names no other one.
  static let firebase = "fcm_fallback_notification_channel"

  private let values: SoundValues
  /// Expo's triggers, by the brackets of the contents beside them: Expo reads a channel nowhere else.
  private lazy var triggers = {
    var triggers: [Int: Int] = [:]
    for list in (values.outline.calls["scheduleNotificationAsync"] ?? []).prefix(256) {
      guard case .bracket(let request)? = values.only(at: list + 1) else { continue }
      let members = values.unit.elements(in: request)
      guard let content = members.first(where: { $0.label == "content" }),
        let trigger = members.first(where: { $0.label == "trigger" }),
        case .bracket(let bracket)? = values.only(at: content.range.lowerBound)
      else { continue }
      triggers[bracket] = trigger.range.lowerBound
    }
    return triggers
  }()
  private var tokens: SourceTokens { values.tokens }

  init(_ values: SoundValues) { self.values = values }

  /// The library's own channel; nil if the member `sound` with a path is not that of such a
  /// notification, or if the notification may name a channel.
  func identifier(of path: MemberPath) -> String? {
    guard tokens.language == .javaScript, let bracket = path.bracket,
      tokens.isMark(bracket, "{")
    else { return nil }
    if path.keys.starts(with: ["notification", "android"]) {
      return isBare(bracket) && !isAddedLater(to: nil) ? Self.firebase : nil
    }
    guard let call = path.calls.first else { return nil }
    switch call.last {
    case "scheduleNotificationAsync":
      return triggers[bracket].map(hasNoChannel) == true ? Self.expo : nil
    case "presentNotificationAsync": return tokens.isMark(bracket - 1, "(") ? Self.expo : nil
    case "schedule" where call.dropLast().last == "LocalNotifications":
      let isKept = path.variable == nil || !isAddedLater(to: nil)
      return isBare(bracket) && isKept ? Self.capacitor : nil
    default: return nil
    }
  }

  private func isBare(_ bracket: Int) -> Bool {
    !values.unit.spreads(in: bracket)
      && !values.unit.has(["channelId", "channel_id"], in: bracket)
  }

  /// Whether the source gives an object a channel after it is made: `bell.channelId = 'bells'`.
  private func isAddedLater(to name: String?) -> Bool {
    values.outline.declarations["channelId"]?.contains { declaration in
      declaration.owner.map { name == nil || $0 == name } == true
    } == true
  }

  private func hasNoChannel(_ trigger: Int) -> Bool {
    let expression = values.unit.expression(at: trigger)
    // `new Date(time)`, `Date.now() + 60_000`: a date has no channel.
    if tokens.isWord(tokens.isWord(trigger, "new") ? trigger + 1 : trigger, "Date") { return true }
    if case .name(let name, _) = expression, isAddedLater(to: name) { return false }
    switch values.only(at: trigger) {
    case .nothing: return true
    case .bracket(let bracket): return isBare(bracket)
    default: return false
    }
  }
}

extension ReferenceHits {
  /// Notes that a notification without a channel has a sound of its own for Android.
  mutating func note(
    _ value: EvaluatedTexts, in channel: String, on platform: SoundBundle.Platform?, at offset: Int
  ) {
    let name = value.texts.first { name in
      name.platform != .apple && Self.isName(name.text) && !name.text.contains("://")
    }
    guard platform != .apple, let name else { return }
    note(
      channel: channel, .unchannelled, name.isAny ? .computed : .named(name.text.fileStem),
      at: offset)
  }
}
