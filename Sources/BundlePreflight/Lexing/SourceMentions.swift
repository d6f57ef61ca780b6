/// The features that a source mentions anywhere, for decisions that depend on the whole file.
struct SourceMentions: Sendable {
  let localNotification: Bool
  let userNotifications: Bool
  /// A definition of another platform's `UNNotificationSound`.
  let definesNotificationSound: Bool
  /// ActivityKit's and AlarmKit's configuration of an alert.
  let alertConfiguration: Bool
  let expo: Bool
  /// Addresses of an app's pages, as Cordova's plug-ins take them.
  let pages: Bool
  let androidNotification: Bool
  /// Parse's way to send pushes.
  let parsePush: Bool
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
  /// Any of Capacitor's plug-ins.
  let capacitor: Bool
  /// The plug-in of .NET that shows a notification on both platforms.
  let pluginNotification: Bool
  /// A library of Dart's whose setting for the sound of a notification is its name.
  let handlesSounds: Bool

  init(_ bytes: [UInt8], _ language: SourceLanguage) {
    localNotification = bytes.contains(bytesOf: "UILocalNotification")
    userNotifications = bytes.contains(bytesOf: "UserNotifications")
    definesNotificationSound =
      language == .swift
      && (bytes.contains(bytesOf: "class UNNotificationSound")
        || bytes.contains(bytesOf: "struct UNNotificationSound"))
    alertConfiguration =
      bytes.contains(bytesOf: "AlertConfiguration") || bytes.contains(bytesOf: "AlertSound")
      || bytes.contains(bytesOf: "AlarmKit")
    expo = bytes.contains(bytesOf: "xpo") || bytes.contains(bytesOf: "exp.host")
    pages = language == .javaScript && bytes.contains(bytesOf: "file://")
    parsePush = bytes.contains(bytesOf: "PFPush")
    addressedCalls =
      bytes.contains(bytesOf: "sendToDevice") || bytes.contains(bytesOf: "sendToTopic")
    applePayloads =
      bytes.contains(bytesOf: "apns") || bytes.contains(bytesOf: "aps:")
      || bytes.contains(bytesOf: "'aps'") || bytes.contains(bytesOf: "\"aps\"")
    channels = Self.mentionsChannels(bytes, language)
    builtNotifications = language == .javaScript && Self.buildsNotifications(bytes)
    androidNotification =
      bytes.contains(bytesOf: "NotificationChannel")
      || bytes.contains(bytesOf: "NotificationCompat")
      || bytes.contains(bytesOf: "NotificationManager")
    capacitor = language == .javaScript && bytes.contains(bytesOf: "@capacitor/")
    capacitorNotifications =
      language == .javaScript && bytes.contains(bytesOf: "LocalNotifications.schedule(")
    handlesSounds =
      language == .dart && bytes.contains(bytesOf: "firebase_notifications_handler")
    pluginNotification =
      language == .cSharp && bytes.contains(bytesOf: "Plugin.LocalNotification")
  }

  /// The first notifications of React Native Firebase.
  static func buildsNotifications(_ bytes: [UInt8]) -> Bool {
    bytes.contains(bytesOf: "notifications.Notification(")
      || bytes.contains(bytesOf: "notifications.Android.Channel(")
  }

  private static func makesNotifications(_ bytes: [UInt8]) -> Bool {
    bytes.contains(bytesOf: "NotificationCompat") || bytes.contains(bytesOf: "Notification.Builder")
  }

  static func mentionsChannels(_ bytes: [UInt8], _ language: SourceLanguage) -> Bool {
    switch language {
    case .dart where bytes.contains(bytesOf: "AndroidNotificationDetails"): return true
    case .kotlin where makesNotifications(bytes), .java where makesNotifications(bytes): return true
    case .cSharp: return bytes.contains(bytesOf: "Plugin.LocalNotification")
    case .swift, .objectiveC: return false
    default: break
    }
    guard bytes.contains(bytesOf: "hannel") else { return false }
    if language == .javaScript, buildsNotifications(bytes) { return true }
    return bytes.contains(bytesOf: "otificationChannel") || bytes.contains(bytesOf: "createChannel")
      || bytes.contains(bytesOf: "channelKey") || bytes.contains(bytesOf: "AndroidChannel")
      || (bytes.contains(bytesOf: "channelId") || bytes.contains(bytesOf: "channel_id"))
        && (bytes.contains(bytesOf: "otification") || bytes.contains(bytesOf: "xpo")
          || bytes.contains(bytesOf: "exp.host"))
  }
}
