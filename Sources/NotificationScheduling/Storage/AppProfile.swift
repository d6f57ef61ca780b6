public import NotificationTypes

/// What a delivery has to know of an app.
public struct AppProfile: Sendable, Hashable {
  /// Nil where nobody has set anything.
  public var settings: AppSettings?
  /// Nil where it is not registered.
  public var registration: RegisteredApp?
  /// The categories that the app has set, in its order.
  public var categories: [NotificationCategory]

  /// A profile; what is left out is unknown of the app.
  public init(
    settings: AppSettings? = nil, registration: RegisteredApp? = nil,
    categories: [NotificationCategory] = []
  ) {
    self.settings = settings
    self.registration = registration
    self.categories = categories
  }
}
