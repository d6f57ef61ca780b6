public import Foundation
import NotificationTypes

/// The condition that makes a request due; its kinds are subclasses.
open class UNNotificationTrigger: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// Whether the request is due more than once.
  open var repeats: Bool { storedRepeats }
  private let storedRepeats: Bool

  init(repeats: Bool) { storedRepeats = repeats }

  /// The stored form; nil where it is never due.
  var value: NotificationTrigger? { nil }

  static func apple(_ value: NotificationTrigger) -> UNNotificationTrigger? {
    switch value {
    case .immediate: nil
    case .push: UNPushNotificationTrigger()
    case .timeInterval(let trigger): UNTimeIntervalNotificationTrigger(value: trigger)
    case .calendar(let trigger): UNCalendarNotificationTrigger(value: trigger)
    case .region(let trigger): UNLocationNotificationTrigger(value: trigger)
    }
  }

  /// Triggers do not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationTrigger else { return false }
    return type(of: other) == type(of: self) && other.repeats == repeats && other.value == value
  }

  open override var hash: Int { value.hashValue }

  // MARK: Coding

  /// True: only expected classes are decoded from an archive.
  open class var supportsSecureCoding: Bool { true }

  private static let repeatsKey = "repeats"

  /// Encodes the object for `init(coder:)`.
  open func encode(with coder: NSCoder) { coder.encode(repeats, forKey: Self.repeatsKey) }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    storedRepeats = coder.decodeBool(forKey: Self.repeatsKey)
  }
}

/// The trigger of a notification from a server; an app cannot create one.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  init() { super.init(repeats: false) }

  override var value: NotificationTrigger? { .push }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}
