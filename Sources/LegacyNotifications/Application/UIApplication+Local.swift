import AppNotifications
import Foundation
import NotificationTypes
import UserNotifications

extension UIApplication {
  /// Schedules a notification; when this returns, it is kept. A date in the past means at once.
  ///
  /// Notifications that cannot be scheduled are reported on standard error: those with data that a
  /// property list cannot contain, and those without text, sound and badge.
  public func scheduleLocalNotification(_ notification: UILocalNotification) {
    useOlderAPI()
    guard let fields = Self.storable(notification) else { return }
    schedule(fields, fields.triggers(at: Date()))
  }

  /// Delivers a notification at once, whatever its date is.
  public func presentLocalNotificationNow(_ notification: UILocalNotification) {
    useOlderAPI()
    guard let fields = Self.storable(notification) else { return }
    schedule(fields, [.immediate])
  }

  /// Cancels notifications that are equal to `notification`, and closes their banners.
  public func cancelLocalNotification(_ notification: UILocalNotification) {
    let fields = notification.snapshot
    client.now { await $0.removeLocal { $0 == fields } }
  }

  /// Cancels all notifications, and closes their banners.
  public func cancelAllLocalNotifications() {
    client.now { await $0.removeLocal { _ in true } }
  }

  /// The waiting notifications, the soonest first. Setting it cancels those that are no longer in
  /// the array, and schedules new ones.
  public var scheduledLocalNotifications: [UILocalNotification]? {
    get { waiting.map(UILocalNotification.init(fields:)) }
    set {
      let wanted = newValue ?? []
      let before = waiting
      let after = wanted.map(\.snapshot)
      let gone = Set(before).subtracting(after)
      client.now { await $0.removeLocalPending { gone.contains($0) } }
      for notification in wanted where !before.contains(notification.snapshot) {
        scheduleLocalNotification(notification)
      }
    }
  }

  private var waiting: [LocalFields] {
    client.now { client in
      await client.pending().filter { !LocalIdentifier.isCompanion($0.identifier) }
        .compactMap { OriginalForm.read(LocalFields.self, from: $0.content) }
    }
  }

  private func schedule(_ fields: LocalFields, _ triggers: [NotificationTrigger]) {
    let identifiers = LocalIdentifier.new(count: triggers.count)
    let content = fields.content
    client.now { await $0.add(content, due: triggers, as: identifiers) }
  }

  private static func storable(_ notification: UILocalNotification) -> LocalFields? {
    do {
      let fields = try notification.checkedSnapshot()
      if notification.region != nil, fields.region == nil {
        Complaint.write("its region is not a circle on the Earth")
        return nil
      }
      return fields
    } catch {
      Complaint.write("\(error)")
      return nil
    }
  }
}

extension NotificationClient {
  fileprivate func removeLocal(_ isMeant: (LocalFields) -> Bool) async {
    await removeLocalPending(isMeant)
    let delivered = await delivered().map(\.request)
    await removeDelivered(identifiers: Self.identifiers(among: delivered, isMeant))
  }

  fileprivate func removeLocalPending(_ isMeant: (LocalFields) -> Bool) async {
    await removePending(identifiers: Self.identifiers(among: await pending(), isMeant))
  }

  private static func identifiers(
    among requests: [NotificationRequest], _ isMeant: (LocalFields) -> Bool
  ) -> [String] {
    requests.filter { request in
      OriginalForm.read(LocalFields.self, from: request.content).map(isMeant) ?? false
    }.map(\.identifier)
  }
}
