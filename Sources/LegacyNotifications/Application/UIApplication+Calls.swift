import Foundation
import NotificationDelivery
import NotificationTypes
import UserNotifications

// What the engine calls while the delegate answers for the app's notifications.
extension UIApplication {
  var localHandlers: NotificationHandlers {
    NotificationHandlers(
      willPresent: { [weak self] in await self?.present($0) ?? [] },
      didReceive: { [weak self] in try await self?.receive($0) })
  }

  /// The delegate has gone before it could take a response, which stays for the next one.
  private struct NobodyThere: Error {}

  /// An app in front is told, and nothing is shown; where its delegate takes no notifications, it is
  /// shown what an app in the background is. Servers' notifications come to an app in front by the
  /// delegate's other methods.
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
    // It is what the app was launched for, and has been told of.
    if launchResponse == response { return launchResponse = nil }
    guard let delegate else { throw NobodyThere() }
    switch response.actionIdentifier {
    case NotificationAction.dismissIdentifier, NotificationAction.settingsIdentifier: return
    case NotificationAction.defaultIdentifier: await open(response, delegate)
    default: await act(on: response, delegate)
    }
  }

  private func open(_ response: NotificationResponse, _ delegate: any UIApplicationDelegate) async {
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
