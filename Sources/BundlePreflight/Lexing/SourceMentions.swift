/// What a source mentions anywhere, for decisions that depend on the whole file.
struct SourceMentions: Sendable {
  /// A definition of another platform's `UNNotificationSound`.
  let definesNotificationSound: Bool
  let expo: Bool
  /// Firebase's calls that take the addressee beside the message.
  let addressedCalls: Bool
  /// Payloads for Apple's devices: a file that has them may send to each platform by itself.
  let applePayloads: Bool
  /// Channels of Android's notifications.
  let channels: Bool
  /// Notifications and channels that React Native Firebase's first calls build.
  let builtNotifications: Bool
  /// Notifications that Capacitor's plug-in schedules, each for both platforms.
  let capacitorNotifications: Bool

  init(_ bytes: [UInt8], _ language: SourceLanguage) {
    let isRead = [.swift, .javaScript, .dart].contains(language)
    let found = isRead ? Self.patterns.found(in: bytes) : []
    func has(_ words: Words, in languages: SourceLanguage...) -> Bool {
      languages.contains(language) && found[words.rawValue]
    }
    definesNotificationSound = has(.definition, in: .swift)
    expo = has(.expo, in: .javaScript, .dart)
    addressedCalls = has(.addressedCalls, in: .javaScript, .dart)
    applePayloads = has(.applePayloads, in: .javaScript, .dart)
    builtNotifications = has(.builtNotifications, in: .javaScript)
    capacitorNotifications = has(.capacitorNotifications, in: .javaScript)
    channels =
      builtNotifications || has(.channels, in: .javaScript, .dart)
      || has(.channelMembers, in: .javaScript, .dart)
        && (expo || has(.notifications, in: .javaScript, .dart))
  }

  private enum Words: Int, CaseIterable {
    case definition, expo, addressedCalls, applePayloads, builtNotifications
    case capacitorNotifications, channels, channelMembers, notifications

    var texts: [StaticString] {
      switch self {
      case .definition: ["class UNNotificationSound", "struct UNNotificationSound"]
      case .expo: ["expo", "Expo", "exp.host"]
      case .addressedCalls: ["sendToDevice", "sendToTopic"]
      case .applePayloads: ["apns", "aps:", "'aps'", "\"aps\""]
      case .builtNotifications: ["notifications.Notification(", "notifications.Android.Channel("]
      case .capacitorNotifications: ["LocalNotifications.schedule("]
      case .channels:
        [
          "AndroidNotificationDetails", "otificationChannel", "createChannel", "channelKey",
          "AndroidChannel",
        ]
      case .channelMembers: ["channelId", "channel_id"]
      case .notifications: ["otification"]
      }
    }
  }

  private static let patterns = PatternSet(Words.allCases.map(\.texts))
}
