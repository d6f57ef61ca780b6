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
    func has(_ words: BytePattern..., in languages: SourceLanguage...) -> Bool {
      languages.contains(language) && words.contains { bytes.contains(bytesOf: $0) }
    }
    definesNotificationSound = has(
      "class UNNotificationSound", "struct UNNotificationSound", in: .swift)
    expo = has("xpo", "exp.host", in: .javaScript, .dart)
    addressedCalls = has("sendToDevice", "sendToTopic", in: .javaScript, .dart)
    applePayloads = has("apns", "aps:", "'aps'", "\"aps\"", in: .javaScript, .dart)
    builtNotifications = has(
      "notifications.Notification(", "notifications.Android.Channel(", in: .javaScript)
    capacitorNotifications = has("LocalNotifications.schedule(", in: .javaScript)
    channels =
      builtNotifications
      || has(
        "AndroidNotificationDetails", "otificationChannel", "createChannel", "channelKey",
        "AndroidChannel", in: .javaScript, .dart)
      || has("channelId", "channel_id", in: .javaScript, .dart)
        && (expo || has("otification", in: .javaScript, .dart))
  }
}
