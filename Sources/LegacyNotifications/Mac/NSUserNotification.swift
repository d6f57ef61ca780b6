public import Foundation
import NotificationTypes
import UserNotifications

/// The name of the default sound, as `tocsin.yml` sets it.
public let NSUserNotificationDefaultSoundName = "NSUserNotificationDefaultSoundName"

/// A notification of a Mac's app, by Apple's API before macOS 11.
open class NSUserNotification: NSObject, NSCopying {
  final var fields = MacFields()
  /// The request that stands for it; nil before it is scheduled or delivered.
  final var requestIdentifier: String?

  /// A notification of which nothing is said yet.
  public override init() {}

  init(_ request: NotificationRequest) {
    fields = MacFields(request.content)
    userInfo = UserInfo.texts(request.content.userInfo)
    requestIdentifier = LocalIdentifier.own(of: request.identifier)
  }

  /// Names it within the app: another one with this identifier replaces it. Nil is a new one each time.
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

  /// The app's own data: what a property list can hold.
  open var userInfo: [String: Any]?

  // MARK: When

  /// When ``NSUserNotificationCenter/scheduleNotification(_:)`` delivers it; nil is at once.
  open var deliveryDate: Date? {
    get { fields.deliveryDate }
    set { fields.deliveryDate = newValue }
  }

  /// Nil: the time of day moves with the device to other zones. Else it is that of this zone.
  open var deliveryTimeZone: TimeZone? {
    get { fields.deliveryTimeZone.flatMap(TimeZone.init(identifier:)) }
    set { fields.deliveryTimeZone = newValue?.identifier }
  }

  /// How long after each delivery the next one comes, a minute or more: one part of a date. Nil is once.
  open var deliveryRepeatInterval: DateComponents? {
    get { fields.deliveryRepeatInterval }
    set { fields.deliveryRepeatInterval = newValue }
  }

  /// When it was delivered.
  open internal(set) var actualDeliveryDate: Date?
  /// Whether it was shown; not where the app was in front and did not want it.
  open internal(set) var isPresented = false
  /// False: it comes from this app.
  open var isRemote: Bool { false }

  // MARK: Buttons

  /// Whether there is a button with ``actionButtonTitle``.
  open var hasActionButton: Bool {
    get { fields.hasActionButton }
    set { fields.hasActionButton = newValue }
  }

  /// What the button says; where it says nothing, there is none.
  open var actionButtonTitle: String {
    get { fields.actionButtonTitle }
    set { fields.actionButtonTitle = newValue }
  }

  /// What the button says that closes the notification; where it says nothing, the desktop's stands
  /// alone.
  open var otherButtonTitle: String {
    get { fields.otherButtonTitle }
    set { fields.otherButtonTitle = newValue }
  }

  /// Whether there is a field for a text; desktops show it where they can.
  open var hasReplyButton: Bool {
    get { fields.hasReplyButton }
    set { fields.hasReplyButton = newValue }
  }

  /// What the field says while it is empty.
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

  /// How the user has activated it.
  open internal(set) var activationType = ActivationType.none
  /// What the user wrote.
  open internal(set) var response: NSAttributedString?
  /// Which of ``additionalActions`` the user has chosen.
  open internal(set) var additionalActivationAction: NSUserNotificationAction?

  /// How a user activates a notification.
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

  /// Another notification that says the same, and stands for the same one.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSUserNotification()
    copy.fields = fields
    copy.userInfo = userInfo
    copy.requestIdentifier = requestIdentifier
    return copy
  }

  /// Two stand for the same notification, or neither was scheduled and they say the same.
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
  ///   - identifier: the app is told which button it was by this name.
  ///   - title: what the button says.
  public convenience init(identifier: String?, title: String?) {
    self.init(fields: Fields(identifier: identifier, title: title))
  }

  /// The app is told which button it was by this name.
  open var identifier: String? { fields.identifier }
  /// What the button says.
  open var title: String? { fields.title }

  /// This object: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSUserNotificationAction)?.fields == fields
  }

  open override var hash: Int { fields.hashValue }
}

extension UserInfo {
  /// Those of a Mac's notification have texts as keys.
  fileprivate static func texts(_ stored: [String: UserInfoValue]) -> [String: Any]? {
    guard !stored.isEmpty else { return nil }
    return apple(stored).reduce(into: [:]) { result, item in
      if let key = item.key.base as? String { result[key] = item.value }
    }
  }
}
