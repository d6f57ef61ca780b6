import AppNotifications
import Foundation
import NotificationTypes
import Synchronization

/// Holds a Mac centre's delegate and passes the engine's calls to it, on the main actor.
final class MacDelegateRelay: Sendable {
  private struct Reference: @unchecked Sendable {
    weak var object: (any NSUserNotificationCenterDelegate)?
  }

  private let reference = Mutex(Reference())

  var delegate: (any NSUserNotificationCenterDelegate)? {
    get { reference.withLock { $0 }.object }
    set {
      let new = Reference(object: newValue)
      reference.withLock { $0 = new }
    }
  }

  func handlers(for center: NSUserNotificationCenter) -> NotificationHandlers {
    NotificationHandlers(
      willPresent: { [self] in await present($0, center) },
      didReceive: { [self] in try await receive($0, center) })
  }

  @MainActor private func present(
    _ delivered: DeliveredNotification, _ center: NSUserNotificationCenter
  ) -> PresentationOptions {
    guard let delegate else { return [] }
    let notification = NSUserNotification(delivered)
    notification.isPresented = delegate.userNotificationCenter(center, shouldPresent: notification)
    delegate.userNotificationCenter(center, didDeliver: notification)
    return notification.isPresented ? [.banner, .list, .sound, .badge] : [.list]
  }

  @MainActor private func receive(
    _ response: NotificationResponse, _ center: NSUserNotificationCenter
  ) throws {
    guard let delegate else { throw NotificationHandlers.NobodyThere() }
    guard let delivered = response.notification else { return }
    let notification = NSUserNotification(delivered)
    guard notification.take(response) else { return }
    delegate.userNotificationCenter(center, didActivate: notification)
  }
}

extension NSUserNotification {
  /// - Returns: whether the delegate is called: it is not for a closed notification.
  fileprivate func take(_ answer: NotificationResponse) -> Bool {
    typealias Button = MacFields.Button
    switch answer.actionIdentifier {
    case NotificationAction.defaultIdentifier: activationType = .contentsClicked
    case Button.action: activationType = .actionButtonClicked
    case Button.reply:
      activationType = .replied
      response = NSAttributedString(string: answer.text ?? "")
    case let name where name.hasPrefix(Button.additional):
      let index = Int(name.dropFirst(Button.additional.count)) ?? 0
      activationType = .additionalActionClicked
      additionalActivationAction = additionalActions?.dropFirst(index).first
    default: return false
    }
    return true
  }
}
