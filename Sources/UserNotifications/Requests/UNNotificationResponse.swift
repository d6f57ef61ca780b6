public import Foundation
import NotificationTypes

/// What the user did with a notification.
public class UNNotificationResponse: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public let notification: UNNotification
  /// The identifier of the action, or `UNNotificationDefaultActionIdentifier` or
  /// `UNNotificationDismissActionIdentifier`.
  public let actionIdentifier: String

  init(notification: UNNotification, actionIdentifier: String) {
    self.notification = notification
    self.actionIdentifier = actionIdentifier
  }

  /// The response as the kind of object that it is.
  static func apple(_ value: NotificationResponse) -> UNNotificationResponse {
    let notification = UNNotification(value.notification ?? value.forgottenNotification)
    let action = ActionIdentifier.apple(value.actionIdentifier)
    guard let text = value.text else {
      return UNNotificationResponse(notification: notification, actionIdentifier: action)
    }
    return UNTextInputNotificationResponse(
      notification: notification, actionIdentifier: action, userText: text)
  }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationResponse else { return false }
    return type(of: other) == type(of: self) && other.actionIdentifier == actionIdentifier
      && other.notification == notification
  }

  public override var hash: Int { notification.hash ^ actionIdentifier.hashValue }

  public class var supportsSecureCoding: Bool { true }

  private enum Key {
    static let notification = "notification"
    static let action = "actionIdentifier"
  }

  public func encode(with coder: NSCoder) {
    coder.encode(notification, forKey: Key.notification)
    coder.encode(NSString(string: actionIdentifier), forKey: Key.action)
  }

  public required init?(coder: NSCoder) {
    guard let notification = coder.decodeObject(of: UNNotification.self, forKey: Key.notification),
      let action = coder.decodeObject(of: NSString.self, forKey: Key.action)
    else { return nil }
    self.notification = notification
    actionIdentifier = "\(action)"
  }
}

/// What the user wrote in answer to a notification.
public class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
  public let userText: String

  init(notification: UNNotification, actionIdentifier: String, userText: String) {
    self.userText = userText
    super.init(notification: notification, actionIdentifier: actionIdentifier)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object) && (object as? UNTextInputNotificationResponse)?.userText == userText
  }

  private static let textKey = "userText"

  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(NSString(string: userText), forKey: Self.textKey)
  }

  public required init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: Self.textKey) else { return nil }
    userText = "\(text)"
    super.init(coder: coder)
  }
}

extension NotificationResponse {
  /// Stands for a notification of which nothing but its identifier is known any more.
  fileprivate var forgottenNotification: DeliveredNotification {
    DeliveredNotification(
      request: NotificationRequest(
        identifier: requestIdentifier, app: app, content: NotificationContent()),
      dueDate: nil, date: date)
  }
}
