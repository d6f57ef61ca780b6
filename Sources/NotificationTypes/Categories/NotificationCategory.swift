/// A kind of notification and the actions that it offers.
public struct NotificationCategory: Sendable, Hashable {
  /// Requests of a category to the program that shows its notifications.
  public struct Options: OptionSet, Codable, Sendable, Hashable {
    /// The options as a mask of bits.
    public let rawValue: Int

    /// The app is called when the user dismisses the notification.
    public static let customDismissAction = Options(rawValue: 1)
    /// May be shown in a car.
    public static let allowInCarPlay = Options(rawValue: 2)
    /// Shows the title where previews are hidden.
    public static let hiddenPreviewsShowTitle = Options(rawValue: 4)
    /// Shows the subtitle where previews are hidden.
    public static let hiddenPreviewsShowSubtitle = Options(rawValue: 8)
    /// May be read aloud.
    public static let allowAnnouncement = Options(rawValue: 16)

    /// Takes the options of a mask; bits without a name are kept.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// More actions are never shown.
  public static let greatestActionCount = 4

  /// Unique within the app; never shown.
  public var identifier: String
  /// The actions in the order in which they are shown, the most relevant first.
  public var actions: [NotificationAction]
  /// The names of Siri's intents; they are stored alone.
  public var intentIdentifiers: [String]
  /// Requests to the program that shows the notifications.
  public var options: Options
  /// Stands for the body where previews are hidden; empty is the system's.
  public var hiddenPreviewsPlaceholder: String
  /// The summary of a group of its notifications; empty for the system's own.
  public var summaryFormat: String
  /// The actions for displays without room for all; if empty, the first two of all are shown.
  public var minimalActions: [NotificationAction] = []

  /// A category; omitted values are the system's.
  public init(
    identifier: String, actions: [NotificationAction] = [], intentIdentifiers: [String] = [],
    options: Options = [], hiddenPreviewsPlaceholder: String = "", summaryFormat: String = ""
  ) {
    self.identifier = identifier
    self.actions = actions
    self.intentIdentifiers = intentIdentifiers
    self.options = options
    self.hiddenPreviewsPlaceholder = hiddenPreviewsPlaceholder
    self.summaryFormat = summaryFormat
  }
}

extension NotificationCategory: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, identifier, actions, intentIdentifiers, options, hiddenPreviewsPlaceholder
    case summaryFormat, minimalActions
  }

  /// Reads the JSON form.
  /// - Throws: `DecodingError`, ``NotificationFormatError`` where a later version has written it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.checkVersion(.version)
    self.init(
      identifier: try container.decode(String.self, forKey: .identifier),
      actions: try container.decode(.actions, or: []),
      intentIdentifiers: try container.decode(.intentIdentifiers, or: []),
      options: try container.decode(.options, or: []),
      hiddenPreviewsPlaceholder: try container.decode(.hiddenPreviewsPlaceholder, or: ""),
      summaryFormat: try container.decode(.summaryFormat, or: ""))
    minimalActions = try container.decode(.minimalActions, or: [])
  }

  /// Writes the JSON form of the current version.
  /// - Throws: any error from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FormatVersion(), forKey: .version)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(actions, forKey: .actions)
    try container.encode(intentIdentifiers, forKey: .intentIdentifiers)
    try container.encode(options, forKey: .options)
    try container.encode(hiddenPreviewsPlaceholder, forKey: .hiddenPreviewsPlaceholder)
    if !summaryFormat.isEmpty { try container.encode(summaryFormat, forKey: .summaryFormat) }
    if !minimalActions.isEmpty { try container.encode(minimalActions, forKey: .minimalActions) }
  }
}
