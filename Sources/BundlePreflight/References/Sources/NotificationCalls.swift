/// The calls with which cross-platform libraries show a notification or create a channel.
enum NotificationCalls {
  /// The meaning of a sound among a call's arguments.
  struct Meaning {
    /// The platform; nil for both.
    let platform: SoundBundle.Platform?
    /// Words of which one must be before the call's name, in upper or lower case.
    var owners: [String] = []
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
    "createChannel": Meaning(platform: .android),
    "createChannels": Meaning(platform: .android),
    "displayNotification": Meaning(platform: nil),
    "createTriggerNotification": Meaning(platform: nil),
    "localNotification": Meaning(platform: nil),
    "localNotificationSchedule": Meaning(platform: nil),
    "presentLocalNotification": Meaning(platform: .apple),
    "scheduleLocalNotification": Meaning(platform: .apple),
    "postLocalNotification": Meaning(platform: .apple),
    "addNotificationRequest": Meaning(platform: .apple),
    // Capacitor and Cordova
    "schedule": Meaning(platform: nil, owners: ["localnotification", "local"]),
    "setDefaults": Meaning(platform: nil, owners: ["local"]),
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

  /// The meaning of the innermost known call of `path`.
  static func meaning(of path: MemberPath, _ language: SourceLanguage) -> Meaning? {
    let known = language == .dart ? dart : javaScript
    for call in path.calls {
      guard let name = call.last, let meaning = known[name] else { continue }
      let owners = call.dropLast().map { $0.lowercased() }
      if meaning.owners.isEmpty
        || meaning.owners.contains(where: { owner in
          owners.contains { $0 == owner || owner != "local" && $0.contains(owner) }
        })
      {
        return meaning
      }
    }
    return nil
  }
}
