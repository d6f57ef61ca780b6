public import Foundation
import NotificationTypes
import UserNotifications

/// How a notification reaches the user, by Apple's API before iOS 10; the empty set is not at all.
public struct UIUserNotificationType: OptionSet, Sendable, Hashable {
  /// The types as a mask of bits.
  public let rawValue: UInt

  /// Takes the types of a mask; bits without a name are kept.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// A number on the app's icon.
  public static let badge = UIUserNotificationType(rawValue: 1)
  /// A sound.
  public static let sound = UIUserNotificationType(rawValue: 2)
  /// A banner.
  public static let alert = UIUserNotificationType(rawValue: 4)
}

extension UIUserNotificationType {
  /// The bits of the three are the same.
  var authorization: AuthorizationOptions {
    AuthorizationOptions(rawValue: Int(rawValue)).intersection([.badge, .sound, .alert])
  }

  /// The permissions of the user.
  init(_ permissions: NotificationSettings) {
    self = []
    if permissions.badge == .enabled { insert(.badge) }
    if permissions.sound == .enabled { insert(.sound) }
    if permissions.alert == .enabled { insert(.alert) }
  }
}

/// The types that an app requests, or that the user allows, and the app's categories.
open class UIUserNotificationSettings: NSObject, NSCopying, @unchecked Sendable {
  private let storedTypes: UIUserNotificationType
  private let storedCategories: Set<UIUserNotificationCategory>?

  /// - Parameters:
  ///   - types: the types that the app requests.
  ///   - categories: all of the app; nil is none.
  public init(types: UIUserNotificationType, categories: Set<UIUserNotificationCategory>?) {
    storedTypes = types
    storedCategories = categories.map { given in
      Set(given.map { $0.copy() as? UIUserNotificationCategory ?? $0 })
    }
  }

  /// The types that the app requests, or that are allowed.
  open var types: UIUserNotificationType { storedTypes }
  /// The categories; nil is none.
  open var categories: Set<UIUserNotificationCategory>? { storedCategories }

  /// These settings: they do not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIUserNotificationSettings else { return false }
    return other.types == types && other.categories ?? [] == categories ?? []
  }

  open override var hash: Int { types.hashValue }
}
