public import Foundation
import NotificationTypes

/// What a category asks of whoever shows its notifications.
public struct UNNotificationCategoryOptions: OptionSet, Sendable, Hashable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
  public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 2)
  public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 4)
  public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 8)
  public static let allowAnnouncement = UNNotificationCategoryOptions(rawValue: 16)
}

/// A kind of notification and the actions that it offers.
open class UNNotificationCategory: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  let value: NotificationCategory

  init(value: NotificationCategory) { self.value = value }

  public convenience init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
      hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: nil, options: options)
  }

  public convenience init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
      hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder, categorySummaryFormat: nil,
      options: options)
  }

  public convenience init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String?, categorySummaryFormat: String?,
    options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      value: NotificationCategory(
        identifier: identifier, actions: actions.map(\.value),
        intentIdentifiers: intentIdentifiers, options: .init(rawValue: Int(options.rawValue)),
        hiddenPreviewsPlaceholder: hiddenPreviewsBodyPlaceholder ?? "",
        summaryFormat: categorySummaryFormat ?? ""))
  }

  open var identifier: String { value.identifier }
  open var actions: [UNNotificationAction] { value.actions.map(UNNotificationAction.apple) }
  open var intentIdentifiers: [String] { value.intentIdentifiers }
  open var options: UNNotificationCategoryOptions {
    .init(rawValue: UInt(value.options.rawValue))
  }
  open var hiddenPreviewsBodyPlaceholder: String { value.hiddenPreviewsPlaceholder }
  open var categorySummaryFormat: String { value.summaryFormat }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationCategory)?.value == value
  }

  open override var hash: Int { value.hashValue }

  open class var supportsSecureCoding: Bool { true }

  open func encode(with coder: NSCoder) { coder.encodeValue(value) }

  public required init?(coder: NSCoder) {
    guard let value: NotificationCategory = coder.decodeValue() else { return nil }
    self.value = value
  }
}
