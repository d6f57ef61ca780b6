import Foundation
public import NotificationTypes

/// A question to an app in the foreground: which parts of this notification to show.
public struct PresentationQuestion: Sendable, Hashable {
  /// The name of the question; its answer goes to this number.
  public let number: Int64
  /// The notification, as the user would see it.
  public let notification: DeliveredNotification

  /// Seconds. Older questions are useless, because the process that asks waits for two seconds.
  package static let lifetime = 60.0
}
