// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import UserNotifications

// As since Swift 6: async forms, isolation, typed values sent between them.

@MainActor
public final class AppModel: NSObject, UNUserNotificationCenterDelegate {
  public private(set) var settings: UNNotificationSettings?
  public private(set) var requests: [UNNotificationRequest] = []
  public private(set) var received: [String] = []

  public func launch() async throws -> Bool {
    let center = UNUserNotificationCenter.current()
    center.delegate = self
    center.setNotificationCategories([
      UNNotificationCategory(
        identifier: "message",
        actions: [
          UNTextInputNotificationAction(
            identifier: "reply", title: "Reply", options: [.authenticationRequired],
            icon: UNNotificationActionIcon(systemImageName: "arrowshape.turn.up.left"),
            textInputButtonTitle: "Send", textInputPlaceholder: "Message"),
          UNNotificationAction(
            identifier: "delete", title: "Delete", options: [.destructive],
            icon: UNNotificationActionIcon(templateImageName: "trash")),
        ],
        intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: "%u messages",
        categorySummaryFormat: "%u more", options: [.hiddenPreviewsShowTitle])
    ])
    let granted = try await center.requestAuthorization(options: [.alert, .sound, .provisional])
    settings = await center.notificationSettings()
    return granted
  }

  public func message(_ text: String, after delay: TimeInterval = 5) async throws {
    let content = UNMutableNotificationContent()
    content.title = "New message"
    content.body = text
    content.sound = .default
    content.interruptionLevel = .timeSensitive
    content.relevanceScore = 0.75
    content.targetContentIdentifier = "window-1"
    content.filterCriteria = "work"
    content.categoryIdentifier = "message"
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: delay, repeats: false)
    let request = UNNotificationRequest(
      identifier: UUID().uuidString, content: content, trigger: trigger)
    try await UNUserNotificationCenter.current().add(request)
    requests = await UNUserNotificationCenter.current().pendingNotificationRequests()
  }

  // The async form of one, no form of the other.
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {
    if let reply = response as? UNTextInputNotificationResponse {
      received.append(reply.userText)
    } else {
      received.append(response.actionIdentifier)
    }
  }
}

/// A delegate of the main actor with the handler's form, which Apple's systems call there.
@MainActor
public final class ForegroundDelegate: NSObject, @preconcurrency UNUserNotificationCenterDelegate {
  public private(set) var shown: [String] = []

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    shown.append(notification.request.identifier)
    completionHandler([.banner])
  }
}

/// The same by a conformance that is isolated, as Swift 6.2 infers it.
@MainActor
public final class IsolatedDelegate: NSObject, @MainActor UNUserNotificationCenterDelegate {
  public private(set) var opened = 0

  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    opened += 1
    completionHandler()
  }
}

/// A delegate with the async form of `willPresent` alone.
public final class QuietDelegate: NSObject, UNUserNotificationCenterDelegate, Sendable {
  public func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions {
    notification.request.content.interruptionLevel == .passive ? [.list] : [.banner, .list, .sound]
  }
}

/// A delegate that is told nothing.
public final class SilentDelegate: NSObject, UNUserNotificationCenterDelegate, Sendable {}

public func describe(_ error: any Error) -> String {
  switch error {
  case UNError.notificationsNotAllowed: return "not allowed"
  case UNError.attachmentInvalidURL, UNError.attachmentCorrupt: return "attachment"
  case let error as UNError where error.code == .badgeInputInvalid: return "badge"
  case let error as UNError: return "\(UNError.errorDomain) \(error.errorCode)"
  default: return "other"
  }
}

public actor Scheduler {
  private let center = UNUserNotificationCenter.current()

  public init() {}

  public func clean() async throws -> Int {
    let delivered = await center.deliveredNotifications()
    center.removeDeliveredNotifications(withIdentifiers: delivered.map(\.request.identifier))
    let categories: Set<UNNotificationCategory> = await center.notificationCategories()
    try await center.setBadgeCount(0)
    return delivered.count + categories.count
  }
}
