// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import UserNotifications

// What test suites of apps do: objects that the system alone makes, from coders of their own, and
// subclasses with answers of their own.

/// Answers each key with a value that the test has given.
public final class ResponseCoder: NSCoder {
  private let values: [String: Any]

  public init(_ values: [String: Any]) { self.values = values }

  public override var allowsKeyedCoding: Bool { true }
  public override func decodeObject(forKey key: String) -> Any? { values[key] }
}

/// Answers all keys of settings with one status, and knows nothing else.
public final class SettingsCoder: NSCoder {
  public var authorizationStatus = UNAuthorizationStatus.authorized.rawValue

  public override func decodeInt64(forKey key: String) -> Int64 { Int64(authorizationStatus) }
  public override func decodeBool(forKey key: String) -> Bool { true }
}

public final class ContentDouble: UNNotificationContent, @unchecked Sendable {
  public override var title: String { "a double" }
  public override var userInfo: [AnyHashable: Any] { ["key": "value"] }
}

public final class NotificationDouble: UNNotification, @unchecked Sendable {
  public var content = UNNotificationContent()
  public override var request: UNNotificationRequest {
    UNNotificationRequest(identifier: "double", content: content, trigger: nil)
  }
}

public final class ResponseDouble: UNNotificationResponse, @unchecked Sendable {
  public override var actionIdentifier: String { UNNotificationDismissActionIdentifier }
}

public final class SettingsDouble: UNNotificationSettings, @unchecked Sendable {
  public override var authorizationStatus: UNAuthorizationStatus { .ephemeral }
}
