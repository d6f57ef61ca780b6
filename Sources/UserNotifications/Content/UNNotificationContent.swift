public import Foundation
import NotificationTypes

/// What a notification says and how it appears.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
  /// Changed by ``UNMutableNotificationContent`` alone.
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
  /// What a focus filter of the app compares with its own setting; stored alone.
  open var filterCriteria: String? { fields.filterCriteria }
  /// How urgently the user is told.
  open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }
  /// The picture that an app shows while it starts for this notification; stored alone.
  open var launchImageName: String { fields.launchImageName }
  /// 0 to 1: the most relevant one of an app stands first in a summary.
  open var relevanceScore: Double { fields.relevanceScore }
  /// The sound; nil is silence.
  open var sound: UNNotificationSound? { fields.sound }
  /// The second line; empty is none.
  open var subtitle: String { fields.subtitle.shown }
  /// What a summary says of it; stored alone since iOS 15, as on Apple's systems.
  open var summaryArgument: String { fields.summaryArgument }
  /// How many items it stands for in a summary; stored alone since iOS 15, as on Apple's systems.
  open var summaryArgumentCount: Int { fields.summaryArgumentCount }
  /// The app's name for the window or document that the notification belongs to.
  open var targetContentIdentifier: String? { fields.targetContentIdentifier }
  /// Notifications of one thread are shown together; empty is none.
  open var threadIdentifier: String { fields.threadIdentifier }
  /// The first line; where it is empty, banners show the app's name there.
  open var title: String { fields.title.shown }
  /// The app's own data: what a property list can hold.
  open var userInfo: [AnyHashable: Any] { fields.userInfo }

  /// - Throws: always ``UNError/Code/contentProvidingObjectNotAllowed``: the objects that can
  ///   provide content belong to Siri.
  open func updating(
    from provider: any UNNotificationContentProviding
  ) throws -> UNNotificationContent {
    throw UNError(.contentProvidingObjectNotAllowed)
  }

  // MARK: As an object

  /// An object that does not change: this one, or what a mutable one holds now.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A ``UNMutableNotificationContent`` with the same fields.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    UNMutableNotificationContent(fields: fields)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationContent)?.fields.value == fields.value
  }

  open override var hash: Int { fields.value.hashValue }

  /// True: only the classes that belong into an archive are read from it.
  open class var supportsSecureCoding: Bool { true }

  /// Writes what `init(coder:)` reads.
  open func encode(with coder: NSCoder) { coder.encodeValue(fields.value) }

  /// Reads what `encode(with:)` has written; nil where the coder does not hold it.
  public required init?(coder: NSCoder) {
    guard let value: NotificationContent = coder.decodeValue() else { return nil }
    fields = ContentFields(value)
  }
}

/// An object that content can be taken from; Apple's belong to Siri.
public protocol UNNotificationContentProviding: AnyObject {}

/// The message that a notification announces; it cannot be made, for there are no intents here.
open class UNNotificationAttributedMessageContext: NSObject, UNNotificationContentProviding {
  private override init() {}
}
