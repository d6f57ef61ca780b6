public import Foundation
import NotificationTypes

/// A trigger that is due after a time interval.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  /// The interval in seconds.
  open var timeInterval: TimeInterval { storedTimeInterval }
  private let storedTimeInterval: TimeInterval

  /// - Precondition: the interval is over 0 s, and at least 60 s if it repeats.
  public convenience init(timeInterval: TimeInterval, repeats: Bool) {
    precondition(timeInterval > 0, "time interval must be greater than 0")
    precondition(
      !repeats || timeInterval >= 60, "time interval must be at least 60 if repeating")
    self.init(seconds: timeInterval, repeats: repeats)
  }

  private init(seconds: TimeInterval, repeats: Bool) {
    storedTimeInterval = seconds
    super.init(repeats: repeats)
  }

  convenience init(value: TimeIntervalTrigger) {
    self.init(seconds: value.interval / .seconds(1), repeats: value.repeats)
  }

  /// The date after the interval, from now.
  open func nextTriggerDate() -> Date? { Date(timeIntervalSinceNow: timeInterval) }

  /// Intervals of more than a hundred years never end.
  override var value: NotificationTrigger? {
    guard timeInterval <= TimeIntervalTrigger.longest / .seconds(1) else { return nil }
    let interval = Duration.microseconds(Int64((timeInterval * 1e6).rounded(.up)))
    return (try? TimeIntervalTrigger(interval, repeats: repeats)).map { .timeInterval($0) }
  }

  // MARK: Coding

  private static let intervalKey = "timeInterval"

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(timeInterval, forKey: Self.intervalKey)
  }

  /// An archive with an invalid interval is refused.
  public required init?(coder: NSCoder) {
    storedTimeInterval = coder.decodeDouble(forKey: Self.intervalKey)
    super.init(coder: coder)
    guard timeInterval > 0, !repeats || timeInterval >= 60 else { return nil }
  }
}
