public import Foundation
import NotificationTypes

/// What an app asks for: this content, when that trigger says so.
public class UNNotificationRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  public let identifier: String
  public let content: UNNotificationContent
  /// Nil is at once.
  public let trigger: UNNotificationTrigger?

  /// - Parameter content: copied: what is changed afterwards does not change the request.
  public convenience init(
    identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
  ) {
    self.init(identifier, copying: content, trigger: trigger)
  }

  private init(
    _ identifier: String, copying content: UNNotificationContent, trigger: UNNotificationTrigger?
  ) {
    self.identifier = identifier
    self.content = UNNotificationContent(fields: content.fields)
    self.trigger = trigger
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

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationRequest else { return false }
    return other.identifier == identifier && other.content == content && other.trigger == trigger
  }

  public override var hash: Int { identifier.hashValue }

  // MARK: Coding

  public class var supportsSecureCoding: Bool { true }

  private enum Key {
    static let identifier = "identifier"
    static let content = "content"
    static let trigger = "trigger"
  }

  public func encode(with coder: NSCoder) {
    coder.encode(NSString(string: identifier), forKey: Key.identifier)
    coder.encode(content, forKey: Key.content)
    coder.encode(trigger, forKey: Key.trigger)
  }

  public required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: Key.identifier),
      let content = coder.decodeObject(of: UNNotificationContent.self, forKey: Key.content)
    else { return nil }
    identifier = "\(name)"
    self.content = content
    let triggers: [AnyClass] = [
      UNTimeIntervalNotificationTrigger.self, UNCalendarNotificationTrigger.self,
      UNLocationNotificationTrigger.self, UNPushNotificationTrigger.self,
    ]
    trigger = coder.decodeObject(of: triggers, forKey: Key.trigger) as? UNNotificationTrigger
  }
}
