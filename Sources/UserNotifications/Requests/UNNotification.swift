public import Foundation
import NotificationTypes

/// A request that was delivered.
open class UNNotification: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The date of the delivery.
  open var date: Date { storedDate }
  private let storedDate: Date
  /// The request that was delivered.
  open var request: UNNotificationRequest { storedRequest }
  private let storedRequest: UNNotificationRequest

  /// A notification that an app creates for its tests.
  public init(date: Date, request: UNNotificationRequest) {
    storedDate = date
    storedRequest = request
  }

  convenience init(_ value: DeliveredNotification) {
    self.init(date: value.date, request: UNNotificationRequest(value.request))
  }

  /// This object, because it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotification else { return false }
    return other.date == date && other.request == request
  }

  open override var hash: Int { date.hashValue ^ request.hash }

  /// True: only expected classes are decoded from an archive.
  open class var supportsSecureCoding: Bool { true }

  private enum Key {
    static let date = "date"
    static let request = "request"
  }

  /// Encodes the object for `init(coder:)`.
  open func encode(with coder: NSCoder) {
    coder.encode(
      NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate),
      forKey: Key.date)
    coder.encode(request, forKey: Key.request)
  }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    guard let request = coder.object(UNNotificationRequest.self, forKey: Key.request) else {
      return nil
    }
    storedDate = coder.date(forKey: Key.date) ?? Date()
    storedRequest = request
  }
}
