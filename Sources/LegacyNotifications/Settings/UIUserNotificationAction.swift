public import Foundation
import NotificationTypes
import UserNotifications

/// Whether an action opens the app.
@frozen public enum UIUserNotificationActivationMode: UInt, Sendable {
  /// The app comes to the front.
  case foreground
  /// The app works in the background.
  case background
}

/// Whether an action takes a text.
@frozen public enum UIUserNotificationActionBehavior: UInt, Sendable {
  /// A button.
  case `default`
  /// A button with a field for a text.
  case textInput
}

/// The key of ``UIUserNotificationAction/parameters`` for the title of the button beside the field.
public let UIUserNotificationTextInputActionButtonTitleKey =
  "UIUserNotificationTextInputActionButtonTitleKey"
/// The key of the text that the user has written, in a response's information.
public let UIUserNotificationActionResponseTypedTextKey =
  "UIUserNotificationActionResponseTypedTextKey"

/// A button of a notification, by Apple's API before iOS 10.
open class UIUserNotificationAction: NSObject, NSCopying, NSMutableCopying, NSSecureCoding,
  @unchecked Sendable
{
  final var fields = Fields()

  struct Fields: Codable, Hashable, Sendable {
    var identifier: String?
    var title: String?
    var isForeground = true
    var isAuthenticationRequired = false
    var isDestructive = false
    var takesText = false
    var buttonTitle: String?
  }

  /// A button without properties; ``UIMutableUserNotificationAction`` is one that can be changed.
  public override init() {}

  init(fields: Fields) { self.fields = fields }

  /// The name by which the app recognizes the button.
  open var identifier: String? { fields.identifier }
  /// The text of the button.
  open var title: String? { fields.title }
  /// Whether it opens the app.
  open var activationMode: UIUserNotificationActivationMode {
    fields.isForeground ? .foreground : .background
  }
  /// Whether the device must be unlocked, as for all actions that open the app; only stored.
  open var isAuthenticationRequired: Bool { fields.isForeground || fields.isAuthenticationRequired }
  /// Whether it destroys something; desktops show all buttons alike.
  open var isDestructive: Bool { fields.isDestructive }
  /// Whether it takes a text.
  open var behavior: UIUserNotificationActionBehavior { fields.takesText ? .textInput : .default }
  /// Parameters of the behaviour: the title of the button beside the field for a text.
  open var parameters: [AnyHashable: Any] {
    fields.buttonTitle.map { [UIUserNotificationTextInputActionButtonTitleKey: $0] } ?? [:]
  }

  // MARK: The stored form

  var value: NotificationAction {
    var options: NotificationAction.Options = []
    if isAuthenticationRequired { options.insert(.authenticationRequired) }
    if isDestructive { options.insert(.destructive) }
    if activationMode == .foreground { options.insert(.foreground) }
    return NotificationAction(
      identifier: ActionIdentifier.stored(identifier ?? ""), title: title ?? "", options: options,
      textInput: fields.takesText ? .init(buttonTitle: fields.buttonTitle ?? "") : nil)
  }

  convenience init(value: NotificationAction) {
    let title = value.textInput?.buttonTitle ?? ""
    self.init(
      fields: Fields(
        identifier: ActionIdentifier.apple(value.identifier), title: value.title,
        isForeground: value.options.contains(.foreground),
        isAuthenticationRequired: value.options.contains(.authenticationRequired),
        isDestructive: value.options.contains(.destructive), takesText: value.textInput != nil,
        buttonTitle: title.isEmpty ? nil : title))
  }

  // MARK: As an object

  /// A button that does not change: this one, or a copy of a mutable one.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A button with the same properties that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    UIMutableUserNotificationAction(fields: fields)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UIUserNotificationAction)?.value == value
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

/// A button that can be changed.
open class UIMutableUserNotificationAction: UIUserNotificationAction, @unchecked Sendable {
  /// A button without properties.
  public override init() { super.init() }

  override init(fields: Fields) { super.init(fields: fields) }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open override func copy(with zone: NSZone? = nil) -> Any {
    UIUserNotificationAction(fields: fields)
  }

  open override var identifier: String? {
    get { fields.identifier }
    set { fields.identifier = newValue }
  }

  open override var title: String? {
    get { fields.title }
    set { fields.title = newValue }
  }

  open override var activationMode: UIUserNotificationActivationMode {
    get { super.activationMode }
    set { fields.isForeground = newValue == .foreground }
  }

  open override var isAuthenticationRequired: Bool {
    get { super.isAuthenticationRequired }
    set { fields.isAuthenticationRequired = newValue }
  }

  open override var isDestructive: Bool {
    get { fields.isDestructive }
    set { fields.isDestructive = newValue }
  }

  open override var behavior: UIUserNotificationActionBehavior {
    get { super.behavior }
    set { fields.takesText = newValue == .textInput }
  }

  open override var parameters: [AnyHashable: Any] {
    get { super.parameters }
    set {
      fields.buttonTitle = newValue[UIUserNotificationTextInputActionButtonTitleKey] as? String
    }
  }
}
