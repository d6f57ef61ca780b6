public import Foundation
import NotificationTypes

/// The requirements of a category for the presentation of its notifications.
public struct UNNotificationCategoryOptions: OptionSet, Sendable, Hashable {
  /// The options as a mask of bits.
  public let rawValue: UInt

  /// Takes the options of a mask; bits without a name are kept.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The app also gets a response when the user dismisses a notification without an action.
  public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
  /// CarPlay may show it; there is no CarPlay here, so this is only stored.
  public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 2)
  /// The title is shown even where the text may not be read. Here all is hidden, and this is only
  /// stored.
  public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 4)
  /// The same for the subtitle; only stored.
  public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 8)
  /// Siri may announce it; there are no announcements here, so this is only stored.
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

  /// A category with all its properties; nil is the system's text. Intents are only stored.
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

  /// The identifier, unique within the app; contents refer to their category by it.
  open var identifier: String { value.identifier }
  /// The buttons, the most relevant first; more than four are not shown.
  open var actions: [UNNotificationAction] { value.actions.map(UNNotificationAction.apple) }
  /// The names of Siri's intents; there is no Siri here, so they are only stored.
  open var intentIdentifiers: [String] { value.intentIdentifiers }
  /// The requirements for the presentation of the category's notifications.
  open var options: UNNotificationCategoryOptions {
    .init(rawValue: UInt(value.options.rawValue))
  }
  /// The text that replaces a body that may not be read; empty is the system's text.
  open var hiddenPreviewsBodyPlaceholder: String { value.hiddenPreviewsPlaceholder }
  /// The summary of a group of notifications; only stored, because desktops show no summaries.
  open var categorySummaryFormat: String { value.summaryFormat }

  /// This object, because it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationCategory)?.value == value
  }

  open override var hash: Int { value.hashValue }

  /// True: only expected classes are decoded from an archive.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes the object for `init(coder:)`.
  open func encode(with coder: NSCoder) { coder.encodeValue(value) }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    guard let value: NotificationCategory = coder.decodeValue() else { return nil }
    self.value = value
  }
}
