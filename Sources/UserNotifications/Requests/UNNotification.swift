public import Foundation
import NotificationTypes

/// A request that was delivered.
public class UNNotification: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// When it was delivered.
  public let date: Date
  public let request: UNNotificationRequest

  init(date: Date, request: UNNotificationRequest) {
    self.date = date
    self.request = request
  }

  convenience init(_ value: DeliveredNotification) {
    self.init(date: value.date, request: UNNotificationRequest(value.request))
  }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotification else { return false }
    return other.date == date && other.request == request
  }

  public override var hash: Int { date.hashValue ^ request.hash }

  public class var supportsSecureCoding: Bool { true }

  private enum Key {
    static let date = "date"
    static let request = "request"
  }

  public func encode(with coder: NSCoder) {
    coder.encode(date.timeIntervalSinceReferenceDate, forKey: Key.date)
    coder.encode(request, forKey: Key.request)
  }

  public required init?(coder: NSCoder) {
    guard let request = coder.decodeObject(of: UNNotificationRequest.self, forKey: Key.request)
    else { return nil }
    date = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: Key.date))
    self.request = request
  }
}
