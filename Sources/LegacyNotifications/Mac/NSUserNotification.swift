public import Foundation
import NotificationTypes
import UserNotifications

/// The name of the default sound, as `tocsin.yml` sets it.
public let NSUserNotificationDefaultSoundName = "NSUserNotificationDefaultSoundName"

/// A notification of a Mac's app, by Apple's API before macOS 11.
open class NSUserNotification: NSObject, NSCopying {
  final var fields = MacFields()
  /// The identifier of its request; nil before it is scheduled or delivered.
  final var requestIdentifier: String?

  /// A notification with empty fields.
  public override init() {}

  init(_ request: NotificationRequest) {
    fields = MacFields(request.content)
    userInfo = UserInfo.texts(request.content.userInfo)
    requestIdentifier = LocalIdentifier.own(of: request.identifier)
  }

  /// The identifier, unique within the app: another notification with it replaces this one. Nil
  /// means a new one each time.
  open var identifier: String? {
    get { fields.identifier }
    set { fields.identifier = newValue }
  }

  // MARK: What

  /// The first line.
  open var title: String? {
    get { fields.title }
    set { fields.title = newValue }
  }

  /// The second line.
  open var subtitle: String? {
    get { fields.subtitle }
    set { fields.subtitle = newValue }
  }

  /// The text.
  open var informativeText: String? {
    get { fields.informativeText }
    set { fields.informativeText = newValue }
  }

  /// The name of a sound's file, or ``NSUserNotificationDefaultSoundName``; nil is silence.
  open var soundName: String? {
    get { fields.soundName }
    set { fields.soundName = newValue }
  }

  /// The app's own data: values that a property list can contain.
  open var userInfo: [String: Any]?

  // MARK: When

  /// The date at which ``NSUserNotificationCenter/scheduleNotification(_:)`` delivers it; nil is at
  /// once.
  open var deliveryDate: Date? {
    get { fields.deliveryDate }
    set { fields.deliveryDate = newValue }
  }

  /// The time zone of the time of day. Nil means that it moves with the device to other zones.
  open var deliveryTimeZone: TimeZone? {
    get { fields.deliveryTimeZone.flatMap(TimeZone.init(identifier:)) }
    set { fields.deliveryTimeZone = newValue?.identifier }
  }

  /// The interval between two deliveries, a minute or more, as one part of a date. Nil is once.
  open var deliveryRepeatInterval: DateComponents? {
    get { fields.deliveryRepeatInterval }
    set { fields.deliveryRepeatInterval = newValue }
  }

  /// The date of the delivery.
  open internal(set) var actualDeliveryDate: Date?
  /// Whether it was shown; false where the app was in front and did not want it.
  open internal(set) var isPresented = false
  /// False, because it comes from this app.
  open var isRemote: Bool { false }

  // MARK: Buttons

  /// Whether there is a button with ``actionButtonTitle``.
  open var hasActionButton: Bool {
    get { fields.hasActionButton }
    set { fields.hasActionButton = newValue }
  }

  /// The text of the button; without a text there is none.
  open var actionButtonTitle: String {
    get { fields.actionButtonTitle }
    set { fields.actionButtonTitle = newValue }
  }

  /// The text of the button that closes the notification; without a text there is only the
  /// desktop's own.
  open var otherButtonTitle: String {
    get { fields.otherButtonTitle }
    set { fields.otherButtonTitle = newValue }
  }

  /// Whether there is a field for a text; desktops show it where they can.
  open var hasReplyButton: Bool {
    get { fields.hasReplyButton }
    set { fields.hasReplyButton = newValue }
  }

  /// The text in the field while it is empty.
  open var responsePlaceholder: String? {
    get { fields.responsePlaceholder }
    set { fields.responsePlaceholder = newValue }
  }

  /// More buttons.
  open var additionalActions: [NSUserNotificationAction]? {
    get { fields.additionalActions?.map(NSUserNotificationAction.init(fields:)) }
    set { fields.additionalActions = newValue?.map(\.fields) }
  }

  // MARK: What the user did

  /// The way in which the user has activated it.
  open internal(set) var activationType = ActivationType.none
  /// The user's text.
  open internal(set) var response: NSAttributedString?
  /// The one of ``additionalActions`` that the user has chosen.
  open internal(set) var additionalActivationAction: NSUserNotificationAction?

  /// The ways in which a user activates a notification.
  public enum ActivationType: Int, Sendable {
    case none
    /// By the notification itself.
    case contentsClicked
    /// By its button.
    case actionButtonClicked
    /// With a text.
    case replied
    /// By one of the additional buttons.
    case additionalActionClicked
  }

  // MARK: As an object

  /// A notification with the same fields and the same request.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSUserNotification()
    copy.fields = fields
    copy.userInfo = userInfo
    copy.requestIdentifier = requestIdentifier
    return copy
  }

  /// True if both have the same request, or if neither was scheduled and their fields are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSUserNotification else { return false }
    if other === self { return true }
    if requestIdentifier != nil || other.requestIdentifier != nil {
      return other.requestIdentifier == requestIdentifier
    }
    return other.fields == fields && other.storableInfo == storableInfo
  }

  open override var hash: Int { requestIdentifier?.hashValue ?? fields.title.hashValue }

  var storableInfo: [String: UserInfoValue] {
    UserInfo.storable((userInfo ?? [:]).reduce(into: [:]) { $0[AnyHashable($1.key)] = $1.value })
  }
}

/// An additional button of a Mac's notification.
open class NSUserNotificationAction: NSObject, NSCopying, @unchecked Sendable {
  let fields: Fields

  struct Fields: Codable, Hashable, Sendable {
    var identifier: String?
    var title: String?
  }

  init(fields: Fields) { self.fields = fields }

  /// - Parameters:
  ///   - identifier: the name by which the app recognizes the button.
  ///   - title: the text of the button.
  public convenience init(identifier: String?, title: String?) {
    self.init(fields: Fields(identifier: identifier, title: title))
  }

  /// The name by which the app recognizes the button.
  open var identifier: String? { fields.identifier }
  /// The text of the button.
  open var title: String? { fields.title }

  /// This object, because it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSUserNotificationAction)?.fields == fields
  }

  open override var hash: Int { fields.hashValue }
}

extension UserInfo {
  /// The app's data, whose keys are texts in a Mac's notification.
  fileprivate static func texts(_ stored: [String: UserInfoValue]) -> [String: Any]? {
    guard !stored.isEmpty else { return nil }
    return apple(stored).reduce(into: [:]) { result, item in
      if let key = item.key.base as? String { result[key] = item.value }
    }
  }
}
