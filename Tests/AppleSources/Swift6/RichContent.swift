// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import UserNotifications
import UserNotificationsUI

public func criticalSounds() -> [UNNotificationSound] {
  [
    .default, .defaultCritical, .defaultRingtone, .defaultCriticalSound(withAudioVolume: 0.5),
    .criticalSoundNamed(UNNotificationSoundName("siren.caf")),
    .criticalSoundNamed(UNNotificationSoundName("siren.caf"), withAudioVolume: 1),
    .ringtoneSoundNamed(UNNotificationSoundName("ring.caf")),
    UNNotificationSound(named: UNNotificationSoundName("bell.caf")),
    UNNotificationSound(named: .init("bell.caf")), UNNotificationSound(named: "bell.caf"),
  ]
}

public func attachment(_ url: URL) throws -> UNNotificationAttachment {
  try UNNotificationAttachment(
    identifier: "picture", url: url,
    options: [
      UNNotificationAttachmentOptionsTypeHintKey: "public.png",
      UNNotificationAttachmentOptionsThumbnailHiddenKey: false,
      UNNotificationAttachmentOptionsThumbnailTimeKey: 3,
    ])
}

public func weekly(_ weekday: Int, hour: Int) -> UNCalendarNotificationTrigger {
  UNCalendarNotificationTrigger(
    dateMatching: DateComponents(hour: hour, weekday: weekday), repeats: true)
}

/// A service extension that asks a server.
public final class DecryptingService: UNNotificationServiceExtension {
  public override func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {
    let content = UNMutableNotificationContent()
    content.title = "Decrypted"
    content.body = String(request.content.body.reversed())
    contentHandler(content)
  }
}

/// A content extension as Xcode's template has it, less the view.
public final class NotificationViewController: NSObject, UNNotificationContentExtension {
  public private(set) var label = ""

  public func didReceive(_ notification: UNNotification) {
    label = notification.request.content.body
  }

  public func didReceive(
    _ response: UNNotificationResponse,
    completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
  ) {
    if response.actionIdentifier == "like" {
      label += " ♥"
      completion(.doNotDismiss)
    } else {
      completion(.dismissAndForwardAction)
    }
  }

  public var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType {
    .overlay
  }
  public var mediaPlayPauseButtonFrame: CGRect { CGRect(x: 0, y: 0, width: 44, height: 44) }
  public func mediaPlay() {}
  public func mediaPause() {}
}
