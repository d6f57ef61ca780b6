import Foundation
import NotificationTypes
import UserNotifications

/// The fields of a `UILocalNotification`, in the form in which they are kept beside a request.
struct LocalFields: Codable, Hashable, Sendable {
  var fireDate: Date?
  var timeZone: String?
  /// The bits of a `NSCalendar.Unit`.
  var repeatInterval: UInt = 0
  var repeatCalendar: Calendar?
  var region: RegionTrigger?
  var regionTriggersOnce = true
  var alertBody: String?
  var alertTitle: String?
  var alertAction: String?
  var hasAction = true
  var alertLaunchImage: String?
  var soundName: String?
  var badge = 0
  var userInfo: [String: UserInfoValue]?
  var category: String?
}

extension LocalFields {
  /// A notification without a body shows no alert, whatever its title is.
  var content: NotificationContent {
    let body = alertBody ?? ""
    var content = NotificationContent(
      title: body.isEmpty ? "" : alertTitle ?? "", body: Self.shown(body),
      badge: badge == 0 ? nil : badge, sound: soundName.map(Self.sound),
      categoryIdentifier: category ?? "", userInfo: userInfo ?? [:])
    content.launchImage = alertLaunchImage ?? ""
    content.localization = ContentLocalization(
      title: content.title.isEmpty ? nil : LocalizedText(key: content.title),
      body: body.isEmpty ? nil : LocalizedText(key: body))
    content.original = OriginalForm.stored(self)
    return content
  }

  /// Two percent signs stand for one.
  private static func shown(_ text: String) -> String {
    text.replacingOccurrences(of: "%%", with: "%")
  }

  private static func sound(_ name: String) -> NotificationSound {
    name == UILocalNotificationDefaultSoundName ? .standard : NotificationSound(name: name)
  }

  /// The triggers that make it due; none for one that can never be due.
  func triggers(at now: Date) -> [NotificationTrigger] {
    if let region { return [.region(region)] }
    let zone: FirstDate.Zone =
      timeZone.flatMap(TimeZone.init(identifier:)).map { .floating($0) } ?? .absolute
    return FirstDate(date: fireDate, zone: zone)
      .triggers(every: CalendarStride(interval: NSCalendar.Unit(rawValue: repeatInterval)), at: now)
  }

  /// The fields of a request that another API has created.
  init(_ content: NotificationContent) {
    if let own = OriginalForm.read(LocalFields.self, from: content) {
      self = own
      return
    }
    let shown = LocalizedBundle.current.localized(content)
    alertBody = shown.body.isEmpty ? nil : shown.body
    alertTitle = shown.title.isEmpty ? nil : shown.title
    soundName = content.sound.map { $0.name ?? UILocalNotificationDefaultSoundName }
    badge = content.badge ?? 0
    userInfo = content.userInfo.isEmpty ? nil : content.userInfo
    category = content.categoryIdentifier.isEmpty ? nil : content.categoryIdentifier
    alertLaunchImage = content.launchImage.isEmpty ? nil : content.launchImage
  }
}
