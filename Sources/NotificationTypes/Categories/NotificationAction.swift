/// A button of a notification.
public struct NotificationAction: Sendable, Hashable {
  /// What the button does besides telling the app.
  public struct Options: OptionSet, Codable, Sendable, Hashable {
    public let rawValue: Int

    /// The device must be unlocked.
    public static let authenticationRequired = Options(rawValue: 1)
    /// Destroys something: shown in a way that warns.
    public static let destructive = Options(rawValue: 2)
    /// Brings the app to the front.
    public static let foreground = Options(rawValue: 4)

    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// A field in which the user writes an answer.
  public struct TextInput: Codable, Sendable, Hashable {
    public var buttonTitle: String
    public var placeholder: String

    public init(buttonTitle: String, placeholder: String = "") {
      self.buttonTitle = buttonTitle
      self.placeholder = placeholder
    }
  }

  /// The picture on a button.
  public struct Icon: Codable, Sendable, Hashable {
    /// Where its file is found.
    public enum Source: String, Codable, Sendable, Hashable {
      /// In the app's resources.
      case app
      /// In the system's theme.
      case system
    }

    public var name: String
    public var source: Source

    public init(name: String, source: Source) {
      self.name = name
      self.source = source
    }
  }

  /// Unique within the app.
  public var identifier: String
  public var title: String
  public var options: Options
  /// Nil is a plain button.
  public var textInput: TextInput?
  public var icon: Icon?

  public init(
    identifier: String, title: String, options: Options = [], textInput: TextInput? = nil,
    icon: Icon? = nil
  ) {
    self.identifier = identifier
    self.title = title
    self.options = options
    self.textInput = textInput
    self.icon = icon
  }

  /// The identifier of a response to the notification itself.
  public static let defaultIdentifier = "default"
  /// The identifier of a response that dismisses the notification.
  public static let dismissIdentifier = "dismiss"
  /// The identifier of a response that asks for the app's own settings of notifications.
  public static let settingsIdentifier = "settings"
}

extension NotificationAction: Codable {
  private enum CodingKeys: String, CodingKey { case identifier, title, options, textInput, icon }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      identifier: try container.decode(String.self, forKey: .identifier),
      title: try container.decode(String.self, forKey: .title),
      options: try container.decode(.options, or: []),
      textInput: try container.decodeIfPresent(TextInput.self, forKey: .textInput),
      icon: try container.decodeIfPresent(Icon.self, forKey: .icon))
  }
}
