public import Foundation
import NotificationTypes

/// What a notification says and how it appears.
public class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
  /// Changed by ``UNMutableNotificationContent`` alone.
  final var fields: ContentFields

  public override init() { fields = ContentFields() }

  init(fields: ContentFields) { self.fields = fields }

  /// A delivered or stored content, with its texts in the user's language.
  convenience init(_ value: NotificationContent) { self.init(fields: ContentFields(value)) }

  public var attachments: [UNNotificationAttachment] { fields.attachments }
  public var badge: NSNumber? { fields.badge }
  public var body: String { fields.body.shown }
  public var categoryIdentifier: String { fields.categoryIdentifier }
  public var filterCriteria: String? { fields.filterCriteria }
  public var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }
  public var launchImageName: String { fields.launchImageName }
  public var relevanceScore: Double { fields.relevanceScore }
  public var sound: UNNotificationSound? { fields.sound }
  public var subtitle: String { fields.subtitle.shown }
  public var summaryArgument: String { fields.summaryArgument }
  public var summaryArgumentCount: Int { fields.summaryArgumentCount }
  public var targetContentIdentifier: String? { fields.targetContentIdentifier }
  public var threadIdentifier: String { fields.threadIdentifier }
  public var title: String { fields.title.shown }
  public var userInfo: [AnyHashable: Any] { fields.userInfo }

  /// - Throws: always ``UNError/Code/contentProvidingObjectNotAllowed``: the objects that can
  ///   provide content belong to Siri.
  public func updating(
    from provider: any UNNotificationContentProviding
  ) throws -> UNNotificationContent {
    throw UNError(.contentProvidingObjectNotAllowed)
  }

  // MARK: As an object

  /// An object that does not change: this one, or what a mutable one holds now.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    UNMutableNotificationContent(fields: fields)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? UNNotificationContent)?.fields.value == fields.value
  }

  public override var hash: Int { fields.value.hashValue }

  public class var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) { coder.encodeValue(fields.value) }

  public required init?(coder: NSCoder) {
    guard let value: NotificationContent = coder.decodeValue() else { return nil }
    fields = ContentFields(value)
  }
}

/// An object that content can be taken from; Apple's belong to Siri.
public protocol UNNotificationContentProviding: AnyObject {}

/// The message that a notification announces; it cannot be made, for there are no intents here.
public class UNNotificationAttributedMessageContext: NSObject, UNNotificationContentProviding {
  private override init() {}
}
