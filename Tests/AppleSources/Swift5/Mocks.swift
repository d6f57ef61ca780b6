// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import UserNotifications

// The way in which apps make their own code testable: a protocol of what they use of the centre.

public protocol NotificationCentering: AnyObject {
  var delegate: UNUserNotificationCenterDelegate? { get set }
  func requestAuthorization(
    options: UNAuthorizationOptions, completionHandler: @escaping (Bool, Error?) -> Void)
  func getNotificationSettings(completionHandler: @escaping (UNNotificationSettings) -> Void)
  func add(
    _ request: UNNotificationRequest, withCompletionHandler completionHandler: ((Error?) -> Void)?)
  func getPendingNotificationRequests(
    completionHandler: @escaping ([UNNotificationRequest]) -> Void)
  func removePendingNotificationRequests(withIdentifiers identifiers: [String])
  func setNotificationCategories(_ categories: Set<UNNotificationCategory>)
}

extension UNUserNotificationCenter: NotificationCentering {}

public final class MockCenter: NotificationCentering {
  public weak var delegate: UNUserNotificationCenterDelegate?
  public private(set) var requests: [UNNotificationRequest] = []

  public init() {}

  public func requestAuthorization(
    options: UNAuthorizationOptions, completionHandler: @escaping (Bool, Error?) -> Void
  ) {
    completionHandler(true, nil)
  }
  public func getNotificationSettings(
    completionHandler: @escaping (UNNotificationSettings) -> Void
  ) {}
  public func add(
    _ request: UNNotificationRequest, withCompletionHandler completionHandler: ((Error?) -> Void)?
  ) {
    requests.append(request)
    completionHandler?(nil)
  }
  public func getPendingNotificationRequests(
    completionHandler: @escaping ([UNNotificationRequest]) -> Void
  ) {
    completionHandler(requests)
  }
  public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    requests.removeAll { identifiers.contains($0.identifier) }
  }
  public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {}
}

public func remind(_ text: String, with center: NotificationCentering) {
  let content = UNMutableNotificationContent()
  content.body = text
  let request = UNNotificationRequest(identifier: text, content: content, trigger: nil)
  center.add(request, withCompletionHandler: { _ in })
}
