public import Foundation

/// A content that is being written.
///
/// A request takes a copy: what is changed afterwards does not change the request.
public class UNMutableNotificationContent: UNNotificationContent {
  public override init() { super.init() }

  override init(fields: ContentFields) { super.init(fields: fields) }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  public override func copy(with zone: NSZone? = nil) -> Any {
    UNNotificationContent(fields: fields)
  }

  public override var attachments: [UNNotificationAttachment] {
    get { fields.attachments }
    set { fields.attachments = newValue }
  }

  public override var badge: NSNumber? {
    get { fields.badge }
    set { fields.badge = newValue }
  }

  public override var body: String {
    get { fields.body.shown }
    set { fields.body = ContentFields.Text(newValue) }
  }

  public override var categoryIdentifier: String {
    get { fields.categoryIdentifier }
    set { fields.categoryIdentifier = newValue }
  }

  public override var filterCriteria: String? {
    get { fields.filterCriteria }
    set { fields.filterCriteria = newValue }
  }

  public override var interruptionLevel: UNNotificationInterruptionLevel {
    get { fields.interruptionLevel }
    set { fields.interruptionLevel = newValue }
  }

  public override var launchImageName: String {
    get { fields.launchImageName }
    set { fields.launchImageName = newValue }
  }

  public override var relevanceScore: Double {
    get { fields.relevanceScore }
    set { fields.relevanceScore = newValue }
  }

  public override var sound: UNNotificationSound? {
    get { fields.sound }
    set { fields.sound = newValue }
  }

  public override var subtitle: String {
    get { fields.subtitle.shown }
    set { fields.subtitle = ContentFields.Text(newValue) }
  }

  public override var summaryArgument: String {
    get { fields.summaryArgument }
    set { fields.summaryArgument = newValue }
  }

  public override var summaryArgumentCount: Int {
    get { fields.summaryArgumentCount }
    set { fields.summaryArgumentCount = newValue }
  }

  public override var targetContentIdentifier: String? {
    get { fields.targetContentIdentifier }
    set { fields.targetContentIdentifier = newValue }
  }

  public override var threadIdentifier: String {
    get { fields.threadIdentifier }
    set { fields.threadIdentifier = newValue }
  }

  public override var title: String {
    get { fields.title.shown }
    set { fields.title = ContentFields.Text(newValue) }
  }

  public override var userInfo: [AnyHashable: Any] {
    get { fields.userInfo }
    set { fields.userInfo = newValue }
  }
}
