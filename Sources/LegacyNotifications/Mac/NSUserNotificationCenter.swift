import AppNotifications
public import Foundation
import NotificationTypes
import UserNotifications

/// The notifications of a Mac's app, by Apple's API before macOS 11.
///
/// It may be used from any thread; the effect of a call is complete when it returns.
open class NSUserNotificationCenter: NSObject, @unchecked Sendable {
  let client: NotificationClient
  private let relay = MacDelegateRelay()

  init(client: NotificationClient) { self.client = client }

  private static let own = NSUserNotificationCenter(client: .shared)

  /// Tests have centres of their own.
  @TaskLocal static var replaced: NSUserNotificationCenter?

  /// The centre of this app; always the same object.
  open class var `default`: NSUserNotificationCenter { replaced ?? own }

  /// The delegate, which gets the events of the app's notifications, on the main actor.
  public weak var delegate: (any NSUserNotificationCenterDelegate)? {
    get { relay.delegate }
    set {
      relay.delegate = newValue
      client.setFallbackHandlers(newValue == nil ? nil : relay.handlers(for: self))
    }
  }

  // MARK: Scheduled

  /// Schedules a notification; when this returns, it is kept. A date in the past means at once.
  open func scheduleNotification(_ notification: NSUserNotification) {
    send(notification, notification.fields.triggers(at: Date()))
  }

  /// The waiting notifications, the soonest first. Setting it cancels those that are no longer in
  /// the array, and schedules new ones.
  open var scheduledNotifications: [NSUserNotification] {
    get {
      client.now { await $0.pending().filter(\.isOfMac) }
        .filter { !LocalIdentifier.isCompanion($0.identifier) }
        .map { NSUserNotification($0) }
    }
    set {
      let before = scheduledNotifications
      for old in before where !newValue.contains(old) { removeScheduledNotification(old) }
      for new in newValue where !before.contains(new) { scheduleNotification(new) }
    }
  }

  /// Cancels a notification; one that does not wait is ignored.
  open func removeScheduledNotification(_ notification: NSUserNotification) {
    let identifiers = identifiers(of: notification, among: scheduledNotifications)
    client.now { await $0.removePending(identifiers: identifiers) }
  }

  // MARK: Delivered

  /// Delivers a notification at once, whatever its date is.
  open func deliver(_ notification: NSUserNotification) { send(notification, [.immediate]) }

  /// The notifications that the user can see and has not dealt with, the newest first.
  open var deliveredNotifications: [NSUserNotification] {
    client.now { await $0.delivered().filter(\.request.isOfMac) }.map { NSUserNotification($0) }
  }

  /// Removes a notification from the list, and its banner from the screen.
  open func removeDeliveredNotification(_ notification: NSUserNotification) {
    let identifiers = identifiers(of: notification, among: deliveredNotifications)
    client.now { await $0.removeDelivered(identifiers: identifiers) }
  }

  /// Removes all notifications from the list, and their banners from the screen.
  open func removeAllDeliveredNotifications() {
    client.now { client in
      let delivered = await client.delivered().map(\.request).filter(\.isOfMac)
      await client.removeDelivered(identifiers: delivered.map(\.identifier))
    }
  }

  // MARK: What both need

  /// The identifiers of the notification's own requests; or, if it was created again, of those of
  /// equal notifications.
  private func identifiers(
    of notification: NSUserNotification, among others: [NSUserNotification]
  ) -> [String] {
    let own = notification.requestIdentifier ?? notification.identifier
    let found =
      own.map { [$0] }
      ?? others.filter {
        $0.fields == notification.fields && $0.storableInfo == notification.storableInfo
      }.compactMap(\.requestIdentifier)
    return found.flatMap(LocalIdentifier.withCompanion)
  }

  private func send(_ notification: NSUserNotification, _ triggers: [NotificationTrigger]) {
    let identifiers = LocalIdentifier.new(count: triggers.count, notification.identifier)
    notification.requestIdentifier = identifiers.last
    let content = notification.fields.content(userInfo: notification.storableInfo)
    let category = notification.fields.category
    client.now { client in
      await client.askAsMac()
      if let category { await client.addMacCategory(category) }
      await client.add(content, due: triggers, as: identifiers)
    }
  }
}

extension NotificationRequest {
  fileprivate var isOfMac: Bool { OriginalForm.read(MacFields.self, from: content) != nil }
}

extension NSUserNotification {
  convenience init(_ delivered: DeliveredNotification) {
    self.init(delivered.request)
    actualDeliveryDate = delivered.date
    isPresented = true
  }
}

extension NotificationClient {
  /// A Mac's app requests no permission itself, so the first notification does it.
  fileprivate func askAsMac() async {
    guard await settings().authorization == .notDetermined else { return }
    Task { try? await requestAuthorization([.alert, .sound, .badge]) }
  }

  /// Adds the category of a notification's buttons, and removes categories that no notification
  /// uses.
  fileprivate func addMacCategory(_ category: NotificationCategory) async {
    let known = await categories()
    guard !known.contains(category) else { return }
    let pending = await pending().map(\.content.categoryIdentifier)
    let used = Set(pending + (await delivered().map(\.request.content.categoryIdentifier)))
    let kept = known.filter {
      !$0.identifier.hasPrefix(MacFields.categoryPrefix) || used.contains($0.identifier)
    }
    try? await setCategories(kept + [category])
  }
}
