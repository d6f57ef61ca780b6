public import NotificationTypes

/// What a notification looks like on a screen.
public struct Banner: Sendable, Hashable, Identifiable {
  /// Names a banner: showing another one of this name replaces the first.
  public struct ID: Sendable, Hashable {
    /// The app by its desktop identifier, without `.desktop`.
    public var app: String
    /// The identifier of the request.
    public var request: String

    /// The name of the banner for a request.
    public init(app: String, request: String) {
      self.app = app
      self.request = request
    }
  }

  /// When a banner goes by itself.
  public enum Expiry: Sendable, Hashable {
    /// When the notification server thinks fit.
    case serverDefault
    /// Not before the user has dealt with it.
    case never
    /// After this time, kept within 1 ms and 24 days.
    case after(Duration)
  }

  /// Showing another banner with the same replaces this one.
  public var id: ID
  /// The app's name for people; it is the title where there is none.
  public var appName: String
  /// The first line; empty is the app's name.
  public var title: String
  /// The second line; empty is none.
  public var subtitle: String
  /// Plain text.
  public var body: String
  /// The name of an icon in the theme, or an absolute path; empty is the icon of the app.
  public var icon: String
  /// The absolute path of a picture that belongs to the notification; nil is none.
  public var picture: String?
  /// How urgently the server is told to show it.
  public var interruptionLevel: InterruptionLevel
  /// The identifier of the category; empty is none.
  public var category: String
  /// The most relevant one first; more than four are not shown.
  public var actions: [NotificationAction]
  /// The actions where not all of them can be shown; none are the first two.
  public var minimalActions: [NotificationAction] = []
  /// When it goes by itself.
  public var expiry: Expiry

  /// A banner from its parts. Without `expiry` it is ``Expiry/never`` where the notification is
  /// critical, else ``Expiry/serverDefault``.
  public init(
    id: ID, appName: String = "", title: String = "", subtitle: String = "", body: String = "",
    icon: String = "", picture: String? = nil, interruptionLevel: InterruptionLevel = .active,
    category: String = "", actions: [NotificationAction] = [], expiry: Expiry? = nil
  ) {
    self.id = id
    self.appName = appName.isEmpty ? id.app : appName
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.icon = icon
    self.picture = picture
    self.interruptionLevel = interruptionLevel
    self.category = category
    self.actions = actions
    self.expiry = expiry ?? (interruptionLevel == .critical ? .never : .serverDefault)
  }

  /// The banner of a request.
  /// - Parameters:
  ///   - request: what the banner shows.
  ///   - category: the one that the content names, if the app has registered it.
  ///   - appName: the app's name for people; empty is its identifier.
  ///   - icon: the name of an icon in the theme, or an absolute path; empty is the app's.
  ///   - expiry: nil is ``Expiry/never`` for a critical notification, else the server's.
  public init(
    _ request: NotificationRequest, category: NotificationCategory? = nil, appName: String = "",
    icon: String = "", expiry: Expiry? = nil
  ) {
    let content = request.content
    let picture = content.attachments.first { $0.mediaType?.hasPrefix("image/") ?? true }
    self.init(
      id: ID(app: request.app, request: request.identifier), appName: appName,
      title: content.title, subtitle: content.subtitle, body: content.body, icon: icon,
      picture: picture?.path, interruptionLevel: content.interruptionLevel,
      category: content.categoryIdentifier, actions: category?.actions ?? [], expiry: expiry)
    minimalActions = category?.minimalActions ?? []
  }
}
