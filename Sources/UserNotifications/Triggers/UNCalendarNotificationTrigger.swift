public import Foundation
import NotificationTypes

/// A trigger that is due when the wall clock shows its components.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  /// The components as they were given, with their calendar and time zone.
  open var dateComponents: DateComponents { storedDateComponents }
  private let storedDateComponents: DateComponents

  /// Due at the next date that matches the components; those without a time zone follow the device.
  public convenience init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.init(dateComponents, repeats: repeats)
  }

  private init(_ dateComponents: DateComponents, repeats: Bool) {
    storedDateComponents = dateComponents
    super.init(repeats: repeats)
  }

  convenience init(value: CalendarTrigger) {
    self.init(DateComponents(value), repeats: value.repeats)
  }

  /// The next date that matches; nil where there is none.
  open func nextTriggerDate() -> Date? { nextTriggerDate(after: Date()) }

  func nextTriggerDate(after date: Date) -> Date? {
    value.flatMap { engine.nextTriggerDate(of: $0, after: date) }
  }

  override var value: NotificationTrigger? {
    let trigger = try? CalendarTrigger(
      CalendarComponents(dateComponents), repeats: repeats,
      timeZone: dateComponents.timeZone?.databaseIdentifier)
    return trigger.map { .calendar($0) }
  }

  // MARK: Coding

  private static let componentsKey = "dateComponents"

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encodeValue(dateComponents)
  }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    guard let components: DateComponents = coder.decodeValue() else { return nil }
    storedDateComponents = components
    super.init(coder: coder)
  }
}
