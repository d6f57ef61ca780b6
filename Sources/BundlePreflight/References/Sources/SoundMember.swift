/// Decides from its surroundings whether a member `sound` belongs to a notification.
struct SoundMember {
  enum Judgement {
    case certain(SoundBundle.Platform?)
    case doubtful(SoundBundle.Platform?)
    /// Certainly not a notification's sound.
    case foreign
  }

  let path: MemberPath
  let tokens: SourceTokens

  var judgement: Judgement {
    if path.keys.first == "aps" { return .certain(.apple) }
    if path.keys.starts(with: ["notification", "android"]) { return .certain(.android) }
    if let meaning = NotificationCalls.meaning(of: path, tokens) {
      return .certain(platform ?? meaning.platform)
    }
    if let call = path.calls.first?.last, NotificationCalls.foreign.contains(call) {
      return .foreign
    }
    if let type = path.type, let known = Self.types[type] { return .certain(platform ?? known) }
    if path.keys.first == "notification", isAddressed || tokens.mentions.addressedCalls {
      return .certain(nil)
    }
    if isExpoMessage { return .certain(.apple) }
    if tokens.mentions.channels, path.hasSibling(["channelId"]) {
      return .certain(platform ?? (path.isCapacitorNotification ? nil : .android))
    }
    return .doubtful(platform)
  }

  /// The types of notifications in expo-notifications, notifee and Capacitor.
  private static let types: [String: SoundBundle.Platform?] = [
    "NotificationContentInput": nil, "NotificationRequestInput": nil,
    "LocalNotificationSchema": nil, "PushNotificationObject": nil, "NotificationIOS": .apple,
    "ExpoPushMessage": .apple, "AndroidChannel": .android, "NotificationAndroid": .android,
    "NotificationChannelInput": .android,
  ]

  /// The platform whose member contains this one.
  private var platform: SoundBundle.Platform? {
    for key in path.keys {
      switch key {
      case "ios", "iOS", "apns", "apple", "darwin": return .apple
      case "android": return .android
      default: continue
      }
    }
    return nil
  }

  /// Whether a message of Firebase's legacy interface is around `notification`.
  private var isAddressed: Bool {
    guard let bracket = path.bracket else { return false }
    return MemberPath(of: bracket, tokens).hasSibling([
      "to", "token", "tokens", "topic", "condition", "registration_ids",
    ])
  }

  private var isExpoMessage: Bool {
    tokens.mentions.expo && path.hasSibling(["to"])
      && path.hasSibling(["title", "body"])
  }
}
