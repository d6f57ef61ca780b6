/// An app's request for a notification: the content, and the trigger that makes it due.
public struct NotificationRequest: Sendable, Hashable {
  /// Unique within the app: a second request with it replaces the first.
  public var identifier: String
  /// The app that asks, by its bundle or desktop identifier.
  public var app: String
  /// The content that the user sees and hears.
  public var content: NotificationContent
  /// The condition that makes it due.
  public var trigger: NotificationTrigger

  /// A request; without a trigger it is due when it is added.
  public init(
    identifier: String, app: String, content: NotificationContent,
    trigger: NotificationTrigger = .immediate
  ) {
    self.identifier = identifier
    self.app = app
    self.content = content
    self.trigger = trigger
  }
}

extension NotificationRequest: Codable {
  private enum CodingKeys: String, CodingKey { case version, identifier, app, content, trigger }

  /// Reads the JSON form.
  /// - Throws: `DecodingError`, ``NotificationFormatError`` where a later version has written it,
  ///   `TriggerError` for a trigger that cannot be made.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.checkVersion(.version)
    self.init(
      identifier: try container.decode(String.self, forKey: .identifier),
      app: try container.decode(String.self, forKey: .app),
      content: try container.decode(NotificationContent.self, forKey: .content),
      trigger: try container.decode(.trigger, or: .immediate))
  }

  /// Writes the JSON form of the current version.
  /// - Throws: any error from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FormatVersion(), forKey: .version)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(app, forKey: .app)
    try container.encode(content, forKey: .content)
    try container.encode(trigger, forKey: .trigger)
  }
}
