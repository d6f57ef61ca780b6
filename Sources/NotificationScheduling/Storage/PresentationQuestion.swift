import Foundation
public import NotificationTypes

/// What an app in the foreground is asked: what is to be shown of this notification?
public struct PresentationQuestion: Sendable, Hashable {
  /// Names the question; its answer goes to this number.
  public let number: Int64
  /// What the app is asked about, as the user would see it.
  public let notification: DeliveredNotification

  /// Older ones are to nobody's use: whoever has asked waits for two seconds.
  static let lifetime = 60.0
}
