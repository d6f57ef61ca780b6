public import Foundation
import NotificationTypes

/// The effects of a button besides informing the app.
public struct UNNotificationActionOptions: OptionSet, Sendable, Hashable {
  /// The options as a mask of bits.
  public let rawValue: UInt

  /// Takes the options of a mask; bits without a name are kept.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The device must be unlocked before the app is informed; here this is only stored.
  public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
  /// The action destroys something. Desktops show all buttons alike, so this is only stored.
  public static let destructive = UNNotificationActionOptions(rawValue: 2)
  /// The action opens the app.
  public static let foreground = UNNotificationActionOptions(rawValue: 4)
}

/// A button of a notification.
open class UNNotificationAction: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  let value: NotificationAction

  init(value: NotificationAction) { self.value = value }

  /// The action as the kind of object that it is.
  static func apple(_ value: NotificationAction) -> UNNotificationAction {
    value.textInput == nil
      ? UNNotificationAction(value: value) : UNTextInputNotificationAction(value: value)
  }

  /// A button without a picture.
  public convenience init(
    identifier: String, title: String, options: UNNotificationActionOptions = []
  ) {
    self.init(identifier: identifier, title: title, options: options, icon: nil)
  }

  /// A button; desktops show the picture where they can.
  public convenience init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?
  ) {
    self.init(
      value: NotificationAction(
        identifier: ActionIdentifier.stored(identifier), title: title,
        options: .init(rawValue: Int(options.rawValue)), icon: icon?.value))
  }

  /// The identifier, unique within the app; a response contains the identifier of its action.
  open var identifier: String { ActionIdentifier.apple(value.identifier) }
  /// The text on the button.
  open var title: String { value.title }
  /// The effects of the button besides informing the app.
  public var options: UNNotificationActionOptions { .init(rawValue: UInt(value.options.rawValue)) }
  /// The picture beside the title; nil is none.
  open var icon: UNNotificationActionIcon? { value.icon.map(UNNotificationActionIcon.init) }

  /// This object, because it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationAction)?.value == value
  }

  open override var hash: Int { value.hashValue }

  /// True: only expected classes are decoded from an archive.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes the object for `init(coder:)`.
  open func encode(with coder: NSCoder) { coder.encodeValue(value) }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    guard let value: NotificationAction = coder.decodeValue() else { return nil }
    self.value = value
  }
}

/// A button that lets the user write an answer.
open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
  override init(value: NotificationAction) { super.init(value: value) }

  /// A button without a picture.
  public convenience init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    textInputButtonTitle: String, textInputPlaceholder: String
  ) {
    self.init(
      identifier: identifier, title: title, options: options, icon: nil,
      textInputButtonTitle: textInputButtonTitle, textInputPlaceholder: textInputPlaceholder)
  }

  /// A button; desktops show the picture where they can.
  public convenience init(
    identifier: String, title: String, options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?, textInputButtonTitle: String, textInputPlaceholder: String
  ) {
    self.init(
      value: NotificationAction(
        identifier: ActionIdentifier.stored(identifier), title: title,
        options: .init(rawValue: Int(options.rawValue)),
        textInput: .init(buttonTitle: textInputButtonTitle, placeholder: textInputPlaceholder),
        icon: icon?.value))
  }

  /// The text on the button beside the field.
  open var textInputButtonTitle: String { value.textInput?.buttonTitle ?? "" }
  /// The text in the field while it is empty.
  open var textInputPlaceholder: String { value.textInput?.placeholder ?? "" }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}

/// The picture on a button.
open class UNNotificationActionIcon: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  let value: NotificationAction.Icon

  init(value: NotificationAction.Icon) { self.value = value }

  /// A picture of the app's own resources.
  public convenience init(templateImageName: String) {
    self.init(value: .init(name: templateImageName, source: .app))
  }

  /// A picture of the system's icon theme.
  public convenience init(systemImageName: String) {
    self.init(value: .init(name: systemImageName, source: .system))
  }

  /// This object, because it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationActionIcon)?.value == value
  }

  open override var hash: Int { value.hashValue }

  /// True: only expected classes are decoded from an archive.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes the object for `init(coder:)`.
  open func encode(with coder: NSCoder) { coder.encodeValue(value) }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    guard let value: NotificationAction.Icon = coder.decodeValue() else { return nil }
    self.value = value
  }
}
