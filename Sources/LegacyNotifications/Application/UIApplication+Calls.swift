import AppNotifications
import Foundation
import NotificationTypes
import UserNotifications

// The handlers that the engine calls while the delegate is responsible for the app's notifications.
extension UIApplication {
  var localHandlers: NotificationHandlers {
    NotificationHandlers(
      willPresent: { [weak self] in await self?.present($0) ?? [] },
      didReceive: { [weak self] in try await self?.receive($0) })
  }

  /// An app in front gets the notification, and nothing is shown. If its delegate takes no
  /// notifications, they are shown as for an app in the background. Notifications from servers
  /// reach an app in front by the delegate's other methods.
  private func present(_ notification: DeliveredNotification) -> PresentationOptions {
    let everything: PresentationOptions = [.banner, .list, .sound, .badge]
    guard let delegate, notification.request.trigger != .push else { return everything }
    isLeftToDefault = false
    during(.active) {
      delegate.application(self, didReceive: UILocalNotification(notification.request))
    }
    return isLeftToDefault ? everything : []
  }

  private func receive(_ response: NotificationResponse) async throws {
    // The app was launched for this notification, and has it already.
    if launchResponse == response { return launchResponse = nil }
    guard let delegate else { throw NotificationHandlers.NobodyThere() }
    switch response.actionIdentifier {
    case NotificationAction.dismissIdentifier, NotificationAction.settingsIdentifier: return
    case NotificationAction.defaultIdentifier: await forward(response, to: delegate)
    default: await act(on: response, delegate)
    }
  }

  // Not `open`: an app that calls UIKit's would be told of this one.
  private func forward(
    _ response: NotificationResponse, to delegate: any UIApplicationDelegate
  ) async {
    guard let request = response.notification?.request else { return }
    if request.trigger == .push { return await receive(UserInfo.apple(request.content.userInfo)) }
    during(.inactive) {
      delegate.application(self, didReceive: UILocalNotification(request))
    }
  }

  private func act(on response: NotificationResponse, _ delegate: any UIApplicationDelegate) async {
    guard let request = response.notification?.request else { return }
    let action = ActionIdentifier.apple(response.actionIdentifier)
    var information: [AnyHashable: Any] = [:]
    response.text.map { information[UIUserNotificationActionResponseTypedTextKey] = $0 }
    await withCheckedContinuation { continuation in
      let done = OnceAnswer<Void>(otherwise: ()) { continuation.resume() }
      during(.background) {
        if request.trigger == .push {
          delegate.application(
            self, handleActionWithIdentifier: action,
            forRemoteNotification: UserInfo.apple(request.content.userInfo),
            withResponseInfo: information, completionHandler: { done(()) })
        } else {
          delegate.application(
            self, handleActionWithIdentifier: action, for: UILocalNotification(request),
            withResponseInfo: information, completionHandler: { done(()) })
        }
      }
    }
  }

  private func during(_ state: State, _ call: () -> Void) {
    momentaryState = state
    call()
    momentaryState = nil
  }
}

extension UILocalNotification {
  convenience init(_ request: NotificationRequest) {
    self.init(fields: LocalFields(request.content))
  }
}
