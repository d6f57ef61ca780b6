/// What a source mentions anywhere, for judging what has to be told from the whole file.
struct SourceMentions: Sendable {
  let localNotification: Bool
  let userNotifications: Bool
  /// ActivityKit's and AlarmKit's configuration of an alert.
  let alertConfiguration: Bool
  let expo: Bool
  let androidNotification: Bool

  init(_ bytes: [UInt8]) {
    localNotification = bytes.contains(bytesOf: "UILocalNotification")
    userNotifications = bytes.contains(bytesOf: "UserNotifications")
    alertConfiguration =
      bytes.contains(bytesOf: "AlertConfiguration") || bytes.contains(bytesOf: "AlertSound")
    expo = bytes.contains(bytesOf: "xpo")
    androidNotification =
      bytes.contains(bytesOf: "NotificationChannel")
      || bytes.contains(bytesOf: "NotificationCompat")
      || bytes.contains(bytesOf: "NotificationManager")
  }
}
