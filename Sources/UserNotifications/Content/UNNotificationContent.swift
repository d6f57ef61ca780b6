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

  open var attachments: [UNNotificationAttachment] { fields.attachments }
  open var badge: NSNumber? { fields.badge }
  open var body: String { fields.body.shown }
  open var categoryIdentifier: String { fields.categoryIdentifier }
  open var filterCriteria: String? { fields.filterCriteria }
  open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }
  open var launchImageName: String { fields.launchImageName }
  open var relevanceScore: Double { fields.relevanceScore }
  open var sound: UNNotificationSound? { fields.sound }
  open var subtitle: String { fields.subtitle.shown }
  open var summaryArgument: String { fields.summaryArgument }
  open var summaryArgumentCount: Int { fields.summaryArgumentCount }
  open var targetContentIdentifier: String? { fields.targetContentIdentifier }
  open var threadIdentifier: String { fields.threadIdentifier }
  open var title: String { fields.title.shown }
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

  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    UNMutableNotificationContent(fields: fields)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationContent)?.fields.value == fields.value
  }

  open override var hash: Int { fields.value.hashValue }

  open class var supportsSecureCoding: Bool { true }

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
