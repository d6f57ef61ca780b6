public import Foundation
import NotificationTypes

/// What the user did with a notification.
open class UNNotificationResponse: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The notification that was answered.
  open var notification: UNNotification { storedNotification }
  private let storedNotification: UNNotification
  /// The identifier of the action, or `UNNotificationDefaultActionIdentifier` or
  /// `UNNotificationDismissActionIdentifier`.
  open var actionIdentifier: String { storedActionIdentifier }
  private let storedActionIdentifier: String

  /// A response of an app's own making, for its tests.
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

  /// This object: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationResponse else { return false }
    return type(of: other) == type(of: self) && other.actionIdentifier == actionIdentifier
      && other.notification == notification
  }

  open override var hash: Int { notification.hash ^ actionIdentifier.hashValue }

  /// True: only the classes that belong into an archive are read from it.
  open class var supportsSecureCoding: Bool { true }

  private enum Key {
    static let notification = "notification"
    static let action = "actionIdentifier"
  }

  /// Writes what `init(coder:)` reads.
  open func encode(with coder: NSCoder) {
    coder.encode(notification, forKey: Key.notification)
    coder.encode(NSString(string: actionIdentifier), forKey: Key.action)
  }

  /// Reads what `encode(with:)` has written; nil where the coder does not hold it.
  public required init?(coder: NSCoder) {
    guard let notification = coder.object(UNNotification.self, forKey: Key.notification),
      let action = coder.text(forKey: Key.action)
    else { return nil }
    storedNotification = notification
    storedActionIdentifier = action
  }
}

/// What the user wrote in answer to a notification.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
  /// What the user wrote.
  open var userText: String { storedUserText }
  private let storedUserText: String

  /// A response of an app's own making, for its tests.
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

  /// Reads what `encode(with:)` has written; nil where the coder does not hold it.
  public required init?(coder: NSCoder) {
    guard let text = coder.text(forKey: Self.textKey) else { return nil }
    storedUserText = text
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
