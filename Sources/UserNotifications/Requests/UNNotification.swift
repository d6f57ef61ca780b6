public import Foundation
import NotificationTypes

/// A request that was delivered.
open class UNNotification: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// When it was delivered.
  open var date: Date { storedDate }
  private let storedDate: Date
  /// The request that was delivered.
  open var request: UNNotificationRequest { storedRequest }
  private let storedRequest: UNNotificationRequest

  /// A notification of an app's own making, for its tests.
  public init(date: Date, request: UNNotificationRequest) {
    storedDate = date
    storedRequest = request
  }

  convenience init(_ value: DeliveredNotification) {
    self.init(date: value.date, request: UNNotificationRequest(value.request))
  }

  /// This object: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotification else { return false }
    return other.date == date && other.request == request
  }

  open override var hash: Int { date.hashValue ^ request.hash }

  /// True: only the classes that belong into an archive are read from it.
  open class var supportsSecureCoding: Bool { true }

  private enum Key {
    static let date = "date"
    static let request = "request"
  }

  /// Writes what `init(coder:)` reads.
  open func encode(with coder: NSCoder) {
    coder.encode(
      NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate),
      forKey: Key.date)
    coder.encode(request, forKey: Key.request)
  }

  /// Reads what `encode(with:)` has written; nil where the coder does not hold it.
  public required init?(coder: NSCoder) {
    guard let request = coder.object(UNNotificationRequest.self, forKey: Key.request) else {
      return nil
    }
    storedDate = coder.date(forKey: Key.date) ?? Date()
    storedRequest = request
  }
}
