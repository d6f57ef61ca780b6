public import NotificationTypes

/// What is known of apps, and what the user lets them do.
public protocol AppStore: Sendable {
  /// The settings of an app; nil where nobody has set anything.
  func settings(app: String) throws(StoreError) -> AppSettings?

  /// The settings of all apps that have some, by the app.
  func allSettings() throws(StoreError) -> [String: AppSettings]

  /// Changes the settings of an app, from new ones where it has none; one transaction.
  /// - Returns: what is stored, and what `change` returns.
  func changeSettings<Result>(
    app: String, _ change: (inout AppSettings) -> Result
  ) throws(StoreError) -> (settings: AppSettings, result: Result)

  /// Registers an app in the place of one with the same identifier.
  func register(_ app: RegisteredApp) throws(StoreError)

  /// - Returns: whether there was one.
  func unregister(app: String) throws(StoreError) -> Bool

  /// The registered apps by their identifier; an app of nil is every app.
  func registeredApps(_ app: String?) throws(StoreError) -> [RegisteredApp]

  /// Sets the categories of an app, all at once.
  func setCategories(_ categories: [NotificationCategory], app: String) throws(StoreError)

  /// The categories of an app in the order in which they were set.
  func categories(app: String) throws(StoreError) -> [NotificationCategory]

  /// The apps that have categories.
  func appsWithCategories() throws(StoreError) -> [String]

  /// What a delivery has to know of an app, all at once.
  func profile(app: String) throws(StoreError) -> AppProfile

  /// The number on the app's icon; 0 is none.
  func badge(app: String) throws(StoreError) -> Int
  func setBadge(_ count: Int, app: String) throws(StoreError)

  /// The numbers on the icons of all apps that have one, by the app.
  func allBadges() throws(StoreError) -> [String: Int]
}

extension AppStore {
  public func profile(app: String) throws(StoreError) -> AppProfile {
    try storedProfile(app: app)
  }

  func storedProfile(app: String) throws(StoreError) -> AppProfile {
    AppProfile(
      settings: try settings(app: app), registration: try registeredApps(app).first,
      categories: try categories(app: app))
  }
}
