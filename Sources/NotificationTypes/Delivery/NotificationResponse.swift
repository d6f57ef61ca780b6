public import FoundationEssentials

/// The user's reaction to a delivered notification.
public struct NotificationResponse: Sendable, Hashable {
  /// The identifier of the app that the response is for.
  public var app: String
  /// The identifier of the request.
  public var requestIdentifier: String
  /// The action that was chosen, or one of ``NotificationAction``'s own identifiers.
  public var actionIdentifier: String
  /// The user's text, for an action with a text input.
  public var text: String?
  /// When the user answered.
  public var date: Date
  /// The notification that it is about; nil where that was not known any more.
  public var notification: DeliveredNotification?

  /// A response; without an action the user has chosen the notification itself.
  public init(
    app: String, requestIdentifier: String,
    actionIdentifier: String = NotificationAction.defaultIdentifier, text: String? = nil,
    date: Date, notification: DeliveredNotification? = nil
  ) {
    self.app = app
    self.requestIdentifier = requestIdentifier
    self.actionIdentifier = actionIdentifier
    self.text = text
    self.date = date
    self.notification = notification
  }
}

extension NotificationResponse: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, app, requestIdentifier, actionIdentifier, text, date, notification
  }

  /// Reads the JSON form.
  /// - Throws: `DecodingError`, ``NotificationFormatError`` where a later version has written it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.checkVersion(.version)
    self.init(
      app: try container.decode(String.self, forKey: .app),
      requestIdentifier: try container.decode(String.self, forKey: .requestIdentifier),
      actionIdentifier: try container.decode(
        .actionIdentifier, or: NotificationAction.defaultIdentifier),
      text: try container.decodeIfPresent(String.self, forKey: .text),
      date: try container.decode(Date.self, forKey: .date),
      notification: try container.decodeIfPresent(
        DeliveredNotification.self, forKey: .notification))
  }

  /// Writes the JSON form of the current version.
  /// - Throws: any error from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FormatVersion(), forKey: .version)
    try container.encode(app, forKey: .app)
    try container.encode(requestIdentifier, forKey: .requestIdentifier)
    try container.encode(actionIdentifier, forKey: .actionIdentifier)
    try container.encodeIfPresent(text, forKey: .text)
    try container.encode(date, forKey: .date)
    try container.encodeIfPresent(notification, forKey: .notification)
  }
}
