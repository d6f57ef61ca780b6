// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import UserNotifications
import UserNotificationsUI

/// As UIKit's view controllers are.
@MainActor open class ViewController {
  public init() {}
  open func viewDidLoad() {}
}

/// A content extension as Xcode's template has it, with a response and media.
public final class NotificationController: ViewController, UNNotificationContentExtension {
  public private(set) var label: String?

  public override func viewDidLoad() { super.viewDidLoad() }

  public func didReceive(_ notification: UNNotification) {
    self.label = notification.request.content.body
  }

  public func didReceive(
    _ response: UNNotificationResponse,
    completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
  ) {
    label = response.actionIdentifier
    completion(.dismissAndForwardAction)
  }

  public var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType {
    label == nil ? .none : .default
  }
  public func mediaPlay() { label = "plays" }
}
