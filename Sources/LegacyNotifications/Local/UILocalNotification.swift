public import Foundation
import NotificationTypes
public import RegionTypes
import UserNotifications

/// The name of the default sound, as `tocsin.yml` sets it.
public let UILocalNotificationDefaultSoundName = "UILocalNotificationDefaultSoundName"

/// A notification that an app schedules for itself, by Apple's API before iOS 10.
///
/// Scheduling takes a copy: one object that is changed and scheduled again makes two notifications.
open class UILocalNotification: NSObject, NSCopying, NSSecureCoding {
  final var fields = LocalFields()

  /// A notification with empty fields.
  public override init() {}

  init(fields: LocalFields) {
    self.fields = fields
    userInfo = fields.userInfo.map(UserInfo.apple)
    region = fields.region.map(CLCircularRegion.init)
    super.init()
  }

  // MARK: When

  /// The date at which it is due; nil, or a date in the past, means at once.
  open var fireDate: Date? {
    get { fields.fireDate }
    set { fields.fireDate = newValue }
  }

  /// The time zone of ``fireDate``. Nil means that ``fireDate`` is an instant. Otherwise it is the
  /// time that the wall clock shows in this zone, and moves with the device to other zones.
  open var timeZone: TimeZone? {
    get { fields.timeZone.flatMap(TimeZone.init(identifier:)) }
    set { fields.timeZone = newValue?.identifier }
  }

  /// The unit after which it is due again, a minute or more; none is once.
  open var repeatInterval: NSCalendar.Unit {
    get { NSCalendar.Unit(rawValue: fields.repeatInterval) }
    set { fields.repeatInterval = newValue.rawValue }
  }

  /// The calendar of ``repeatInterval``; dates are counted by the Gregorian one.
  open var repeatCalendar: Calendar? {
    get { fields.repeatCalendar }
    set { fields.repeatCalendar = newValue }
  }

  /// The region at whose border it is due, instead of a date.
  open var region: CLRegion?

  /// Whether only the first crossing counts.
  open var regionTriggersOnce: Bool {
    get { fields.regionTriggersOnce }
    set { fields.regionTriggersOnce = newValue }
  }

  // MARK: What

  /// The text, or its key in `Localizable.strings`; without one there is no alert.
  open var alertBody: String? {
    get { fields.alertBody }
    set { fields.alertBody = newValue }
  }

  /// The first line, or its key.
  open var alertTitle: String? {
    get { fields.alertTitle }
    set { fields.alertTitle = newValue }
  }

  /// The text of the button or slider that opens the app; desktops have their own word.
  open var alertAction: String? {
    get { fields.alertAction }
    set { fields.alertAction = newValue }
  }

  /// Whether there is such a button; only stored.
  open var hasAction: Bool {
    get { fields.hasAction }
    set { fields.hasAction = newValue }
  }

  /// The picture that an app shows while it starts for this notification; only stored.
  open var alertLaunchImage: String? {
    get { fields.alertLaunchImage }
    set { fields.alertLaunchImage = newValue }
  }

  /// The name of a sound's file, or ``UILocalNotificationDefaultSoundName``; nil is silence.
  open var soundName: String? {
    get { fields.soundName }
    set { fields.soundName = newValue }
  }

  /// The number on the app's icon; 0 leaves it as it is.
  open var applicationIconBadgeNumber: Int {
    get { fields.badge }
    set { fields.badge = newValue }
  }

  /// The app's own data: values that a property list can contain.
  open var userInfo: [AnyHashable: Any]?

  /// The identifier of the category whose actions are offered.
  open var category: String? {
    get { fields.category }
    set { fields.category = newValue }
  }

  // MARK: The stored form

  /// All fields, except values that cannot be stored.
  var snapshot: LocalFields {
    var fields = fields
    fields.userInfo = userInfo.map(UserInfo.storable)
    fields.region = region.flatMap { RegionTrigger($0, repeats: !regionTriggersOnce) }
    return fields
  }

  /// The stored form for a request.
  /// - Throws: where the app's own data cannot be stored.
  func checkedSnapshot() throws -> LocalFields {
    if let userInfo { _ = try UserInfo.stored(userInfo) }
    return snapshot
  }

  // MARK: As an object

  /// A notification with the same fields.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UILocalNotification(fields: fields)
    copy.userInfo = userInfo
    copy.region = region
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UILocalNotification)?.snapshot == snapshot
  }

  open override var hash: Int { fields.alertBody.hashValue }

  open override var description: String {
    "<UILocalNotification: fire date = \(fireDate.map { "\($0)" } ?? "(null)"), "
      + "alert body = \(alertBody ?? "(null)")>"
  }

  /// True: only expected classes are decoded from an archive.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes the object for `init(coder:)`.
  open func encode(with coder: NSCoder) { coder.encodeValue(snapshot) }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required convenience init?(coder: NSCoder) {
    guard let fields: LocalFields = coder.decodeValue() else { return nil }
    self.init(fields: fields)
  }
}
