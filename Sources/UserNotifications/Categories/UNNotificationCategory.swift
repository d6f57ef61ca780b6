public import Foundation
import NotificationTypes

/// What a category asks of whoever shows its notifications.
public struct UNNotificationCategoryOptions: OptionSet, Sendable, Hashable {
  /// The options as a mask of bits.
  public let rawValue: UInt

  /// Takes the options of a mask; bits without a name are kept.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The app is told, too, when the user dismisses a notification without an action.
  public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
  /// CarPlay may show it; there is none here, so this is stored alone.
  public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 2)
  /// The title is shown where the text may not be read; here all is hidden, and this is stored
  /// alone.
  public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 4)
  /// The same for the subtitle.
  public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 8)
  /// Siri may announce it; nobody announces here, so this is stored alone.
  public static let allowAnnouncement = UNNotificationCategoryOptions(rawValue: 16)
}

/// A kind of notification and the actions that it offers.
open class UNNotificationCategory: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  let value: NotificationCategory

  init(value: NotificationCategory) { self.value = value }

  /// A category whose hidden notifications show a text of the system.
  public convenience init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
      hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: nil, options: options)
  }

  /// A category whose hidden notifications show `hiddenPreviewsBodyPlaceholder`.
  public convenience init(
    identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
      hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder, categorySummaryFormat: nil,
      options: options)
  }

  /// A category with all that it can have; nil is the system's text. Intents are stored alone.
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

  /// Unique within the app; contents name their category by it.
  open var identifier: String { value.identifier }
  /// The buttons, the most relevant first; more than four are not shown.
  open var actions: [UNNotificationAction] { value.actions.map(UNNotificationAction.apple) }
  /// The names of Siri's intents; there is no Siri here, so they are stored alone.
  open var intentIdentifiers: [String] { value.intentIdentifiers }
  /// What the category asks of whoever shows its notifications.
  open var options: UNNotificationCategoryOptions {
    .init(rawValue: UInt(value.options.rawValue))
  }
  /// Stands for the body where it may not be read; empty is the system's text.
  open var hiddenPreviewsBodyPlaceholder: String { value.hiddenPreviewsPlaceholder }
  /// How a group of notifications is summed up; stored alone, for desktops do not sum up.
  open var categorySummaryFormat: String { value.summaryFormat }

  /// This object: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationCategory)?.value == value
  }

  open override var hash: Int { value.hashValue }

  /// True: only the classes that belong into an archive are read from it.
  open class var supportsSecureCoding: Bool { true }

  /// Writes what `init(coder:)` reads.
  open func encode(with coder: NSCoder) { coder.encodeValue(value) }

  /// Reads what `encode(with:)` has written; nil where the coder does not hold it.
  public required init?(coder: NSCoder) {
    guard let value: NotificationCategory = coder.decodeValue() else { return nil }
    self.value = value
  }
}
