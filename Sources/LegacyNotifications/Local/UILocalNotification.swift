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

  /// A notification of which nothing is said yet.
  public override init() {}

  init(fields: LocalFields) {
    self.fields = fields
    userInfo = fields.userInfo.map(UserInfo.apple)
    region = fields.region.map(CLCircularRegion.init)
    super.init()
  }

  // MARK: When

  /// When it is due; nil, or a date that has passed, is at once.
  open var fireDate: Date? {
    get { fields.fireDate }
    set { fields.fireDate = newValue }
  }

  /// Nil: ``fireDate`` is that instant. Else it is what the wall clock shows in this zone, and moves
  /// with the device to other zones.
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

  /// The region at whose border it is due, in the place of a date.
  open var region: CLRegion?

  /// Whether the first crossing alone counts.
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

  /// What the button or slider says that opens the app; desktops have their own word.
  open var alertAction: String? {
    get { fields.alertAction }
    set { fields.alertAction = newValue }
  }

  /// Whether there is such a button; stored alone.
  open var hasAction: Bool {
    get { fields.hasAction }
    set { fields.hasAction = newValue }
  }

  /// The picture that an app shows while it starts for this notification; stored alone.
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

  /// The app's own data: what a property list can hold.
  open var userInfo: [AnyHashable: Any]?

  /// The identifier of the category whose actions are offered.
  open var category: String? {
    get { fields.category }
    set { fields.category = newValue }
  }

  // MARK: The stored form

  /// All that it holds, but for what cannot be stored.
  var snapshot: LocalFields {
    var fields = fields
    fields.userInfo = userInfo.map(UserInfo.storable)
    fields.region = circle
    return fields
  }

  /// The same for a request.
  /// - Throws: where the app's own data cannot be stored.
  func checkedSnapshot() throws -> LocalFields {
    if let userInfo { _ = try UserInfo.stored(userInfo) }
    return snapshot
  }

  /// Circles alone can be stored.
  private var circle: RegionTrigger? {
    guard let circle = region as? CLCircularRegion else { return nil }
    return try? RegionTrigger(
      identifier: circle.identifier, latitude: circle.center.latitude,
      longitude: circle.center.longitude, radius: circle.radius,
      notifiesOnEntry: circle.notifyOnEntry, notifiesOnExit: circle.notifyOnExit,
      repeats: !regionTriggersOnce)
  }

  // MARK: As an object

  /// Another notification that says the same.
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

  /// True: only the classes that belong into an archive are read from it.
  open class var supportsSecureCoding: Bool { true }

  /// Writes what `init(coder:)` reads.
  open func encode(with coder: NSCoder) { coder.encodeValue(snapshot) }

  /// Reads what `encode(with:)` has written; nil where the coder does not hold it.
  public required convenience init?(coder: NSCoder) {
    guard let fields: LocalFields = coder.decodeValue() else { return nil }
    self.init(fields: fields)
  }
}

extension CLCircularRegion {
  fileprivate convenience init(_ value: RegionTrigger) {
    self.init(
      center: CLLocationCoordinate2D(latitude: value.latitude, longitude: value.longitude),
      radius: value.radius, identifier: value.identifier)
    notifyOnEntry = value.notifiesOnEntry
    notifyOnExit = value.notifiesOnExit
  }
}
