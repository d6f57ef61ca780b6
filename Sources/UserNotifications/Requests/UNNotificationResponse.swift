public import Foundation
import NotificationTypes

/// The user's response to a notification.
open class UNNotificationResponse: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The notification that was answered.
  open var notification: UNNotification { storedNotification }
  private let storedNotification: UNNotification
  /// The identifier of the action, or `UNNotificationDefaultActionIdentifier` or
  /// `UNNotificationDismissActionIdentifier`.
  open var actionIdentifier: String { storedActionIdentifier }
  private let storedActionIdentifier: String

  /// A response that an app creates for its tests.
  public init(notification: UNNotification, actionIdentifier: String) {
    storedNotification = notification
    storedActionIdentifier = actionIdentifier
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

  /// This object, because it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationResponse else { return false }
    return type(of: other) == type(of: self) && other.actionIdentifier == actionIdentifier
      && other.notification == notification
  }

  open override var hash: Int { notification.hash ^ actionIdentifier.hashValue }

  /// True: only expected classes are decoded from an archive.
  open class var supportsSecureCoding: Bool { true }

  private enum Key {
    static let notification = "notification"
    static let action = "actionIdentifier"
  }

  /// Encodes the object for `init(coder:)`.
  open func encode(with coder: NSCoder) {
    coder.encode(notification, forKey: Key.notification)
    coder.encode(NSString(string: actionIdentifier), forKey: Key.action)
  }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    guard let notification = coder.object(UNNotification.self, forKey: Key.notification),
      let action = coder.text(forKey: Key.action)
    else { return nil }
    storedNotification = notification
    storedActionIdentifier = action
  }
}

/// The user's text in answer to a notification.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
  /// The user's text.
  open var userText: String { storedUserText }
  private let storedUserText: String

  /// A response that an app creates for its tests.
  public init(notification: UNNotification, actionIdentifier: String, userText: String) {
    storedUserText = userText
    super.init(notification: notification, actionIdentifier: actionIdentifier)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object) && (object as? UNTextInputNotificationResponse)?.userText == userText
  }

  private static let textKey = "userText"

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(NSString(string: userText), forKey: Self.textKey)
  }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    guard let text = coder.text(forKey: Self.textKey) else { return nil }
    storedUserText = text
    super.init(coder: coder)
  }
}

extension NotificationResponse {
  /// Replaces a notification of which only the identifier is known.
  fileprivate var forgottenNotification: DeliveredNotification {
    DeliveredNotification(
      request: NotificationRequest(
        identifier: requestIdentifier, app: app, content: NotificationContent()),
      dueDate: nil, date: date)
  }
}
