import NotificationTypes

/// The action of a user who chose the notification itself.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The action of a user who dismissed the notification.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// Converts an action's identifier between Apple's form and the stored one.
///
/// Both sides reserve different words: an app's own action may be named `dismiss`.
package enum ActionIdentifier {
  private static let escape = "action:"

  package static func stored(_ identifier: String) -> String {
    switch identifier {
    case UNNotificationDefaultActionIdentifier: return NotificationAction.defaultIdentifier
    case UNNotificationDismissActionIdentifier: return NotificationAction.dismissIdentifier
    case NotificationAction.defaultIdentifier, NotificationAction.dismissIdentifier,
      NotificationAction.settingsIdentifier:
      return escape + identifier
    default: return identifier.hasPrefix(escape) ? escape + identifier : identifier
    }
  }

  package static func apple(_ identifier: String) -> String {
    switch identifier {
    case NotificationAction.defaultIdentifier: UNNotificationDefaultActionIdentifier
    case NotificationAction.dismissIdentifier: UNNotificationDismissActionIdentifier
    default:
      identifier.hasPrefix(escape) ? String(identifier.dropFirst(escape.count)) : identifier
    }
  }
}
