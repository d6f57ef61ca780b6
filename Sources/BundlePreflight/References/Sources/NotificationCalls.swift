/// The calls by which cross-platform libraries show a notification or make a channel for them.
enum NotificationCalls {
  /// What a call says about a sound among its arguments.
  struct Meaning {
    /// nil: both.
    let platform: SoundBundle.Platform?
    /// Words of which one has to be in front of the call's name, in any case.
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

  /// Browsers' notifications and players of sound: what they name is not an alert sound of an app.
  static let foreign: Set<String> = ["showNotification", "Notification", "Audio", "Howl", "Sound"]

  /// The innermost call of `path` that is known.
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
