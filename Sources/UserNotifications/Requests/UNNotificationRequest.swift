public import Foundation
import NotificationTypes

/// A content, and the trigger that makes it due.
open class UNNotificationRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The identifier, unique within the app: a second request with it replaces the first.
  open var identifier: String { storedIdentifier }
  private let storedIdentifier: String
  /// The content; it cannot be changed any more.
  open var content: UNNotificationContent { storedContent }
  private let storedContent: UNNotificationContent
  /// The trigger; nil means at once.
  open var trigger: UNNotificationTrigger? { storedTrigger }
  private let storedTrigger: UNNotificationTrigger?

  /// - Parameters:
  ///   - identifier: unique within the app: a second request with it replaces the first.
  ///   - content: copied, so that later changes do not affect the request.
  ///   - trigger: makes it due; nil means at once.
  public convenience init(
    identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
  ) {
    self.init(identifier, copying: content, trigger: trigger)
  }

  private init(
    _ identifier: String, copying content: UNNotificationContent, trigger: UNNotificationTrigger?
  ) {
    storedIdentifier = identifier
    storedContent = content.copy() as? UNNotificationContent ?? content
    storedTrigger = trigger
  }

  // MARK: The stored form

  convenience init(_ value: NotificationRequest) {
    self.init(
      value.identifier, copying: UNNotificationContent(value.content),
      trigger: UNNotificationTrigger.apple(value.trigger))
  }

  /// - Returns: nil where the trigger is never due.
  /// - Throws: where the app's own data cannot be stored.
  func stored(app: String) throws -> NotificationRequest? {
    let trigger: NotificationTrigger
    switch self.trigger {
    case nil: trigger = .immediate
    case let given?:
      guard let value = given.value else { return nil }
      trigger = value
    }
    return NotificationRequest(
      identifier: identifier, app: app, content: try content.fields.checkedValue(),
      trigger: trigger)
  }

  // MARK: As an object

  /// This object, because it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationRequest else { return false }
    return other.identifier == identifier && other.content == content && other.trigger == trigger
  }

  open override var hash: Int { identifier.hashValue }

  // MARK: Coding

  /// True: only expected classes are decoded from an archive.
  open class var supportsSecureCoding: Bool { true }

  private enum Key {
    static let identifier = "identifier"
    static let content = "content"
    static let trigger = "trigger"
  }

  /// Encodes the object for `init(coder:)`.
  open func encode(with coder: NSCoder) {
    coder.encode(NSString(string: identifier), forKey: Key.identifier)
    coder.encode(content, forKey: Key.content)
    coder.encode(trigger, forKey: Key.trigger)
  }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.text(forKey: Key.identifier),
      let content = coder.object(UNNotificationContent.self, forKey: Key.content)
    else { return nil }
    storedIdentifier = identifier
    storedContent = content
    let triggers = [
      UNTimeIntervalNotificationTrigger.self, UNCalendarNotificationTrigger.self,
      UNLocationNotificationTrigger.self, UNPushNotificationTrigger.self,
    ]
    storedTrigger =
      coder.object(triggers, forKey: Key.trigger) as? UNNotificationTrigger
  }
}
