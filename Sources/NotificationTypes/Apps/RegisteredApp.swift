public import FoundationEssentials

/// The facts about an app that the system knows besides its notifications.
public struct RegisteredApp: Codable, Sendable, Hashable {
  /// The bundle or desktop identifier.
  public var identifier: String
  /// For people; empty is the identifier.
  public var name: String
  /// The program that is run with a response, and its first arguments; empty for none.
  public var command: [String]
  /// The date at which the app got a command: responses from before are not for it. Nil where it is
  /// not known.
  public var commandDate: Date?
  /// The name of an icon in the theme, or an absolute path; empty is the app's own.
  public var icon: String
  /// The absolute path of the app's resources, which contain its sounds; nil where it has none.
  public var bundle: String?
  /// The groups whose sounds it shares with other apps.
  public var groups: [String]
  /// The program that may change the app's notifications from servers before they are delivered, and
  /// its arguments; empty for none.
  public var serviceExtension: [String]
  /// The pages that show notifications of the app in the place of their own content.
  public var contentExtensions: [ContentExtension]

  /// An app by its identifier; omitted values are unknown.
  public init(
    identifier: String, name: String = "", command: [String] = [], icon: String = "",
    bundle: String? = nil, groups: [String] = [], serviceExtension: [String] = [],
    contentExtensions: [ContentExtension] = []
  ) {
    self.identifier = identifier
    self.name = name
    self.command = command
    self.icon = icon
    self.bundle = bundle
    self.groups = groups
    self.serviceExtension = serviceExtension
    self.contentExtensions = contentExtensions
  }

  private enum CodingKeys: String, CodingKey {
    case identifier, name, command, commandDate, icon, bundle, groups, serviceExtension
    case contentExtensions
  }

  /// Reads the JSON form, in which all but the identifier may be missing.
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      identifier: try container.decode(String.self, forKey: .identifier),
      name: try container.decode(.name, or: ""), command: try container.decode(.command, or: []),
      icon: try container.decode(.icon, or: ""),
      bundle: try container.decodeIfPresent(String.self, forKey: .bundle),
      groups: try container.decode(.groups, or: []),
      serviceExtension: try container.decode(.serviceExtension, or: []),
      contentExtensions: try container.decode(.contentExtensions, or: []))
    commandDate = try container.decodeIfPresent(Date.self, forKey: .commandDate)
  }
}
