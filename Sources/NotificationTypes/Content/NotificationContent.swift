/// The texts of a notification, and its appearance.
public struct NotificationContent: Sendable, Hashable {
  /// The first line; where it is empty, banners show the app's name there.
  public var title: String
  /// The second line; empty for none.
  public var subtitle: String
  /// The text; empty for none.
  public var body: String
  /// The number on the app's icon: 0 removes it, nil leaves it as it is.
  public var badge: Int?
  /// Nil is silence.
  public var sound: NotificationSound?
  /// The identifier of the category whose actions are offered; empty for none.
  public var categoryIdentifier: String
  /// Notifications of one thread are shown together; empty for none.
  public var threadIdentifier: String
  /// The app's own data.
  public var userInfo: [String: UserInfoValue]
  /// The urgency of the notification.
  public var interruptionLevel: InterruptionLevel
  /// 0 to 1: the most relevant notification of an app comes first in a summary.
  public private(set) var relevance: Double
  /// Files that are shown with it; banners have room for the first picture.
  public var attachments: [NotificationAttachment]
  /// The lookup of the texts in the user's language when the notification is delivered.
  public var localization = ContentLocalization()
  /// The app's name for the window or document that the notification belongs to.
  public var targetContentIdentifier: String?
  /// The picture that an app shows while it starts for this notification; empty is its own.
  public var launchImage = ""
  /// The value that a focus filter of the app compares with its own setting.
  public var filterCriteria: String?
  /// Further values of the API with which the app made it; only that API reads them.
  public var original: UserInfoValue?

  /// A content; omitted parts are absent. `relevance` is kept within 0...1, and NaN counts as 0.
  public init(
    title: String = "", subtitle: String = "", body: String = "", badge: Int? = nil,
    sound: NotificationSound? = nil, categoryIdentifier: String = "",
    threadIdentifier: String = "", userInfo: [String: UserInfoValue] = [:],
    interruptionLevel: InterruptionLevel = .active, relevance: Double = 0,
    attachments: [NotificationAttachment] = []
  ) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.badge = badge
    self.sound = sound
    self.categoryIdentifier = categoryIdentifier
    self.threadIdentifier = threadIdentifier
    self.userInfo = userInfo
    self.interruptionLevel = interruptionLevel
    self.relevance = relevance.isNaN ? 0 : min(max(relevance, 0), 1)
    self.attachments = attachments
  }
}

extension NotificationContent: Codable {
  private enum CodingKeys: String, CodingKey {
    case title, subtitle, body, badge, sound
    case categoryIdentifier = "category"
    case threadIdentifier = "thread"
    case userInfo, interruptionLevel, relevance, attachments
    case localization
    case targetContentIdentifier = "target"
    case launchImage, filterCriteria, original
  }

  /// Reads the JSON form, in which every key may be missing.
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      title: try container.decode(.title, or: ""),
      subtitle: try container.decode(.subtitle, or: ""),
      body: try container.decode(.body, or: ""),
      badge: try container.decodeIfPresent(Int.self, forKey: .badge),
      sound: try container.decodeIfPresent(NotificationSound.self, forKey: .sound),
      categoryIdentifier: try container.decode(.categoryIdentifier, or: ""),
      threadIdentifier: try container.decode(.threadIdentifier, or: ""),
      userInfo: try container.decode(.userInfo, or: [:]),
      interruptionLevel: try container.decode(.interruptionLevel, or: .active),
      relevance: try container.decode(.relevance, or: 0),
      attachments: try container.decode(.attachments, or: []))
    localization = try container.decode(.localization, or: ContentLocalization())
    targetContentIdentifier = try container.decodeIfPresent(
      String.self, forKey: .targetContentIdentifier)
    launchImage = try container.decode(.launchImage, or: "")
    filterCriteria = try container.decodeIfPresent(String.self, forKey: .filterCriteria)
    original = try container.decodeIfPresent(UserInfoValue.self, forKey: .original)
  }

  /// Leaves out empty and default values: a million requests are stored in this form.
  /// - Throws: any error from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfSaying(title, .title)
    try container.encodeIfSaying(subtitle, .subtitle)
    try container.encodeIfSaying(body, .body)
    try container.encodeIfPresent(badge, forKey: .badge)
    try container.encodeIfPresent(sound, forKey: .sound)
    try container.encodeIfSaying(categoryIdentifier, .categoryIdentifier)
    try container.encodeIfSaying(threadIdentifier, .threadIdentifier)
    try container.encodeIfSaying(userInfo, .userInfo)
    if interruptionLevel != .active {
      try container.encode(interruptionLevel, forKey: .interruptionLevel)
    }
    if relevance != 0 { try container.encode(relevance, forKey: .relevance) }
    try container.encodeIfSaying(attachments, .attachments)
    if !localization.isEmpty { try container.encode(localization, forKey: .localization) }
    try container.encodeIfPresent(targetContentIdentifier, forKey: .targetContentIdentifier)
    try container.encodeIfSaying(launchImage, .launchImage)
    try container.encodeIfPresent(filterCriteria, forKey: .filterCriteria)
    try container.encodeIfPresent(original, forKey: .original)
  }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encodeIfSaying(
    _ value: some Encodable & Collection, _ key: Key
  ) throws {
    if !value.isEmpty { try encode(value, forKey: key) }
  }
}
