public import FoundationEssentials

/// What the user did with a delivered notification.
public struct NotificationResponse: Sendable, Hashable {
  public var app: String
  /// The identifier of the request.
  public var requestIdentifier: String
  /// The action that was chosen, or one of ``NotificationAction``'s own identifiers.
  public var actionIdentifier: String
  /// What the user wrote, for an action with a text input.
  public var text: String?
  public var date: Date

  public init(
    app: String, requestIdentifier: String,
    actionIdentifier: String = NotificationAction.defaultIdentifier, text: String? = nil,
    date: Date
  ) {
    self.app = app
    self.requestIdentifier = requestIdentifier
    self.actionIdentifier = actionIdentifier
    self.text = text
    self.date = date
  }
}

extension NotificationResponse: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, app, requestIdentifier, actionIdentifier, text, date
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.checkVersion(.version)
    self.init(
      app: try container.decode(String.self, forKey: .app),
      requestIdentifier: try container.decode(String.self, forKey: .requestIdentifier),
      actionIdentifier: try container.decode(
        .actionIdentifier, or: NotificationAction.defaultIdentifier),
      text: try container.decodeIfPresent(String.self, forKey: .text),
      date: try container.decode(Date.self, forKey: .date))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FormatVersion(), forKey: .version)
    try container.encode(app, forKey: .app)
    try container.encode(requestIdentifier, forKey: .requestIdentifier)
    try container.encode(actionIdentifier, forKey: .actionIdentifier)
    try container.encodeIfPresent(text, forKey: .text)
    try container.encode(date, forKey: .date)
  }
}
