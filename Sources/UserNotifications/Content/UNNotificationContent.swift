public import Foundation
import NotificationTypes

/// The content of a notification and its presentation.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
  /// Only ``UNMutableNotificationContent`` can be changed.
  final var fields: ContentFields

  public override init() { fields = ContentFields() }

  init(fields: ContentFields) { self.fields = fields }

  /// A delivered or stored content, with its texts in the user's language.
  convenience init(_ value: NotificationContent) { self.init(fields: ContentFields(value)) }

  /// Files that are shown with it; banners have room for the first picture.
  open var attachments: [UNNotificationAttachment] { fields.attachments }
  /// The number on the app's icon: 0 removes it, nil leaves it as it is.
  open var badge: NSNumber? { fields.badge }
  /// The text.
  open var body: String { fields.body.shown }
  /// The identifier of the category whose actions are offered; empty is none.
  open var categoryIdentifier: String { fields.categoryIdentifier }
  /// The criteria of a focus filter of the app; only stored.
  open var filterCriteria: String? { fields.filterCriteria }
  /// The urgency of the notification.
  open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }
  /// The picture that an app shows while it starts for this notification; only stored.
  open var launchImageName: String { fields.launchImageName }
  /// The relevance, 0 to 1: the most relevant notification of an app is the first in a summary.
  open var relevanceScore: Double { fields.relevanceScore }
  /// The sound; nil is silence.
  open var sound: UNNotificationSound? { fields.sound }
  /// The second line; empty is none.
  open var subtitle: String { fields.subtitle.shown }
  /// The argument of a summary; only stored since iOS 15, as on Apple's systems.
  open var summaryArgument: String { fields.summaryArgument }
  /// The number of items in a summary; only stored since iOS 15, as on Apple's systems.
  open var summaryArgumentCount: Int { fields.summaryArgumentCount }
  /// The app's name for the window or document that the notification belongs to.
  open var targetContentIdentifier: String? { fields.targetContentIdentifier }
  /// Notifications of one thread are shown together; empty is none.
  open var threadIdentifier: String { fields.threadIdentifier }
  /// The first line; where it is empty, banners show the app's name there.
  open var title: String { fields.title.shown }
  /// The app's own data: values that a property list can contain.
  open var userInfo: [AnyHashable: Any] { fields.userInfo }

  /// - Throws: always ``UNError/Code/contentProvidingObjectNotAllowed``, because the objects that
  ///   can provide content belong to Siri.
  open func updating(
    from provider: any UNNotificationContentProviding
  ) throws -> UNNotificationContent {
    throw UNError(.contentProvidingObjectNotAllowed)
  }

  // MARK: As an object

  /// A content that does not change: this object, or a copy of a mutable one.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A ``UNMutableNotificationContent`` with the same fields.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    UNMutableNotificationContent(fields: fields)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationContent)?.fields.value == fields.value
  }

  open override var hash: Int { fields.value.hashValue }

  /// True: only expected classes are decoded from an archive.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes the object for `init(coder:)`.
  open func encode(with coder: NSCoder) { coder.encodeValue(fields.value) }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    guard let value: NotificationContent = coder.decodeValue() else { return nil }
    fields = ContentFields(value)
  }
}

/// An object that provides content; Apple's belong to Siri.
public protocol UNNotificationContentProviding: AnyObject {}

/// The message of a notification; it cannot be created, because there are no intents here.
open class UNNotificationAttributedMessageContext: NSObject, UNNotificationContentProviding {
  private override init() {}
}
