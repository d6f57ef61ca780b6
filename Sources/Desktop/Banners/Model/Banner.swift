public import NotificationTypes

/// The appearance of a notification on a screen.
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

  /// The time when a banner disappears by itself.
  public enum Expiry: Sendable, Hashable {
    /// When the notification server thinks fit.
    case serverDefault
    /// It stays until the user handles it.
    case never
    /// After this time, kept within 1 ms and 24 days.
    case after(Duration)
  }

  /// Showing another banner with the same replaces this one.
  public var id: ID
  /// The app's name for people; it replaces an empty title.
  public var appName: String
  /// The first line; empty is the app's name.
  public var title: String
  /// The second line; empty is none.
  public var subtitle: String
  /// Plain text.
  public var body: String
  /// The name of an icon in the theme, or an absolute path; empty is the icon of the app.
  public var icon: String
  /// The absolute path of a picture that belongs to the notification; nil for none.
  public var picture: String?
  /// The urgency that is sent to the server.
  public var interruptionLevel: InterruptionLevel
  /// The identifier of the category; empty is none.
  public var category: String
  /// The most relevant one first; more than four are not shown.
  public var actions: [NotificationAction]
  /// The actions for a server that cannot show all; if empty, the first two are shown.
  public var minimalActions: [NotificationAction] = []
  /// The time when it disappears by itself.
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
  ///   - request: the request to show.
  ///   - category: the one that the content names, if the app has registered it.
  ///   - appName: the app's name for people; if empty, its identifier is used.
  ///   - icon: the name of an icon in the theme, or an absolute path; if empty, the app's is used.
  ///   - expiry: nil is ``Expiry/never`` for a critical notification, else the server's.
  public init(
    _ request: NotificationRequest, category: NotificationCategory? = nil, appName: String = "",
    icon: String = "", expiry: Expiry? = nil
  ) {
    let content = request.content
    let picture = content.attachments.first {
      ($0.mediaType?.hasPrefix("image/") ?? true) && $0.thumbnail?.isHidden != true
    }
    self.init(
      id: ID(app: request.app, request: request.identifier), appName: appName,
      title: content.title, subtitle: content.subtitle, body: content.body, icon: icon,
      picture: picture?.path, interruptionLevel: content.interruptionLevel,
      category: content.categoryIdentifier, actions: category?.actions ?? [], expiry: expiry)
    minimalActions = category?.minimalActions ?? []
  }
}
