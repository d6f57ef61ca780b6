/// A button of a notification.
public struct NotificationAction: Sendable, Hashable {
  /// The effects of the button besides calling the app.
  public struct Options: OptionSet, Codable, Sendable, Hashable {
    /// The options as a mask of bits.
    public let rawValue: Int

    /// The device must be unlocked.
    public static let authenticationRequired = Options(rawValue: 1)
    /// Destroys data or the like: shown in a way that warns.
    public static let destructive = Options(rawValue: 2)
    /// Brings the app to the front.
    public static let foreground = Options(rawValue: 4)

    /// Takes the options of a mask; bits without a name are kept.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// A field in which the user writes an answer.
  public struct TextInput: Codable, Sendable, Hashable {
    /// The title of the button beside the field.
    public var buttonTitle: String
    /// The text in the field while it is empty.
    public var placeholder: String

    /// A field with a button; without a placeholder it is empty at first.
    public init(buttonTitle: String, placeholder: String = "") {
      self.buttonTitle = buttonTitle
      self.placeholder = placeholder
    }
  }

  /// The picture on a button.
  public struct Icon: Codable, Sendable, Hashable {
    /// The place of the picture's file.
    public enum Source: String, Codable, Sendable, Hashable {
      /// In the app's resources.
      case app
      /// In the system's theme.
      case system
    }

    /// The file's name with its extension, or the icon's name in the theme.
    public var name: String
    /// The place where `name` is looked up.
    public var source: Source

    /// A picture by its name; if it is not found, the button has text alone.
    public init(name: String, source: Source) {
      self.name = name
      self.source = source
    }
  }

  /// Unique within the app.
  public var identifier: String
  /// The title of the button.
  public var title: String
  /// The effects of the button besides calling the app.
  public var options: Options
  /// Nil is a plain button.
  public var textInput: TextInput?
  /// The picture beside the title; nil for none.
  public var icon: Icon?

  /// A button; omitted parts are absent.
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

  /// Reads the JSON form, in which all but identifier and title may be missing.
  /// - Throws: `DecodingError`.
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
