/// The calls with which cross-platform libraries show a notification or create a channel.
enum NotificationCalls {
  /// The meaning of a sound among a call's arguments.
  struct Meaning {
    /// The platform; nil for both.
    let platform: SoundBundle.Platform?
    /// Whether libraries for other things have a call of this name: then its owner must sound like
    /// notifications, or be the module of a library of them.
    var isCommon = false
  }

  static let javaScript: [String: Meaning] = [
    // expo-notifications
    "scheduleNotificationAsync": Meaning(platform: nil),
    "presentNotificationAsync": Meaning(platform: nil),
    "presentLocalNotificationAsync": Meaning(platform: nil),
    "scheduleLocalNotificationAsync": Meaning(platform: nil),
    "setNotificationChannelAsync": Meaning(platform: .android),
    "createChannelAndroidAsync": Meaning(platform: .android),
    // notifee, react-native-push-notification, Capacitor
    "createChannel": Meaning(platform: .android, isCommon: true),
    "createChannels": Meaning(platform: .android, isCommon: true),
    "displayNotification": Meaning(platform: nil),
    "createTriggerNotification": Meaning(platform: nil),
    "localNotification": Meaning(platform: nil),
    "localNotificationSchedule": Meaning(platform: nil),
    "presentLocalNotification": Meaning(platform: .apple),
    "scheduleLocalNotification": Meaning(platform: .apple),
    "postLocalNotification": Meaning(platform: .apple),
    "addNotificationRequest": Meaning(platform: .apple),
    // Capacitor and Cordova
    "schedule": Meaning(platform: nil, isCommon: true),
    "setDefaults": Meaning(platform: nil, isCommon: true),
  ]

  static let dart: [String: Meaning] = [
    // flutter_local_notifications
    "DarwinNotificationDetails": Meaning(platform: .apple),
    "IOSNotificationDetails": Meaning(platform: .apple),
    "MacOSNotificationDetails": Meaning(platform: .apple),
  ]

  /// Notifications of browsers and players of sound: the names in them are not alert sounds of an
  /// app.
  static let foreign: Set<String> = ["showNotification", "Notification", "Audio", "Howl", "Sound"]

  /// Members of a notification for the app that gets it, or for its looks: what stands in them is not
  /// the library's.
  private static let ownMembers: Set<String> = [
    "attachments", "data", "extra", "extras", "payload", "style", "userInfo",
  ]

  /// The meaning of the innermost known call of `path`.
  static func meaning(of path: MemberPath, _ tokens: SourceTokens) -> Meaning? {
    let known = tokens.language == .dart ? dart : javaScript
    guard path.members.isDisjoint(with: ownMembers) else { return nil }
    for call in path.calls {
      guard let name = call.last, let meaning = known[name] else { continue }
      if !meaning.isCommon || isOfNotifications(call.dropLast(), tokens) { return meaning }
    }
    return nil
  }

  /// Whether the object with a call of a common name is that of a library of notifications:
  /// `PushNotification`, `firebase.notifications().android`, `cordova.plugins.notification.local`. A
  /// call without an object, and one of `this`, is that of a wrapper.
  private static func isOfNotifications(_ owners: ArraySlice<String>, _ tokens: SourceTokens)
    -> Bool
  {
    let owners = owners.map { $0.lowercased() }
    guard let last = owners.last, last != "this" else { return true }
    return owners.contains { owner in
      owner.contains("notif") || owner.contains("push") || owner == "android"
    }
  }
}
