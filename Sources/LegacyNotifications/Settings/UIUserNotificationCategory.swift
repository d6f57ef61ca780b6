public import Foundation
import NotificationTypes
import UserNotifications

/// The contexts in which actions are shown.
@frozen public enum UIUserNotificationActionContext: UInt, Sendable {
  /// A context with much room: four actions at most.
  case `default`
  /// A context with little room: two actions at most.
  case minimal
}

/// A kind of notification and its buttons, by Apple's API before iOS 10.
open class UIUserNotificationCategory: NSObject, NSCopying, NSMutableCopying, NSSecureCoding,
  @unchecked Sendable
{
  final var fields = Fields()

  struct Fields: Codable, Hashable, Sendable {
    var identifier: String?
    /// Nil is not given.
    var `default`: [NotificationAction]?
    var minimal: [NotificationAction]?
  }

  /// A category without buttons; ``UIMutableUserNotificationCategory`` is one that can be changed.
  public override init() {}

  init(fields: Fields) { self.fields = fields }

  /// The identifier, unique within the app; a notification refers to its category by it.
  open var identifier: String? { fields.identifier }

  /// The buttons in the order in which they are shown; nil where none were given for this context.
  open func actions(
    for context: UIUserNotificationActionContext
  ) -> [UIUserNotificationAction]? {
    let actions = context == .default ? fields.default : fields.minimal
    return actions?.map(UIUserNotificationAction.init(value:))
  }

  // MARK: The stored form

  /// Where there is little room, the minimal actions are shown, otherwise the first two. If only
  /// minimal actions are given, they are shown everywhere.
  var value: NotificationCategory {
    let minimal = fields.minimal.map { Array($0.prefix(2)) } ?? []
    var category = NotificationCategory(
      identifier: fields.identifier ?? "",
      actions: Array((fields.default ?? minimal).prefix(NotificationCategory.greatestActionCount)))
    category.minimalActions = minimal
    return category
  }

  convenience init(value: NotificationCategory) {
    self.init(
      fields: Fields(
        identifier: value.identifier, default: value.actions.isEmpty ? nil : value.actions,
        minimal: value.minimalActions.isEmpty ? nil : value.minimalActions))
  }

  // MARK: As an object

  /// A category that does not change: this one, or a copy of a mutable one.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A category with the same properties that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    UIMutableUserNotificationCategory(fields: fields)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UIUserNotificationCategory)?.value == value
  }

  open override var hash: Int { value.hashValue }

  /// True: only expected classes are decoded from an archive.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes the object for `init(coder:)`.
  open func encode(with coder: NSCoder) { coder.encodeValue(fields) }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    guard let fields: Fields = coder.decodeValue() else { return nil }
    self.fields = fields
  }
}

/// A category that can be changed.
open class UIMutableUserNotificationCategory: UIUserNotificationCategory, @unchecked Sendable {
  /// A category without properties.
  public override init() { super.init() }

  override init(fields: Fields) { super.init(fields: fields) }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open override func copy(with zone: NSZone? = nil) -> Any {
    UIUserNotificationCategory(fields: fields)
  }

  open override var identifier: String? {
    get { fields.identifier }
    set { fields.identifier = newValue }
  }

  /// Sets the buttons; of more than four, or two in the minimal context, the others are not shown.
  open func setActions(
    _ actions: [UIUserNotificationAction]?, for context: UIUserNotificationActionContext
  ) {
    let values = actions?.map(\.value)
    if context == .default { fields.default = values } else { fields.minimal = values }
  }
}
