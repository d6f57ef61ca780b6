import NotificationStorage
public import NotificationTypes

extension NotificationClient {
  /// Asks the user, once, whether the app may send notifications; later calls return the answer.
  ///
  /// The process that delivers asks. Where there is no desktop, the policy answers.
  /// - Returns: whether all of `options` are allowed.
  /// - Throws: ``ClientError/store(_:)`` where the answer cannot be kept, `CancellationError` where
  ///   the task is cancelled while the user thinks.
  public func requestAuthorization(_ options: AuthorizationOptions) async throws -> Bool {
    let step = try await perform { [self] in
      try introduce()
      return try schedule.store.change(app.identifier) { $0.settings.request(options) }
    }
    switch step {
    case .answered(let granted): return granted
    case .ask:
      schedule.store.waker.wake(.profiles)
      // What holds where nobody can be asked; the user is asked when a process delivers.
      guard await background.isDelivered() else { return true }
      return try await authorization.answer(to: options)
    }
  }

  /// Registers the app for nothing: nobody is asked about it, until it requests something.
  package func registerForNothing() async {
    try? await perform { [self] in
      try introduce()
      try schedule.store.change(app.identifier) { $0.settings.registerForNothing() }
    }
  }

  /// The permissions of the app; before the first request nothing is supported.
  public func settings() async -> NotificationSettings { await appSettings().permissions }

  /// The permissions, the style of alerts, and the user's setting for previews.
  public func appSettings() async -> AppSettings {
    let settings = try? await perform { [self] in
      try schedule.store.profile(of: app.identifier).settings
    }
    return settings ?? AppSettings()
  }

  /// Whether `tocsin-center` runs, which shows an app's pages in the place of the content of its
  /// notifications.
  public var supportsContentExtensions: Bool {
    schedule.store.folder.map { ContentExtensionPresence.isAnnounced(in: $0) } ?? false
  }

  /// Sets all categories of the app. Of two with one identifier the last counts.
  /// - Throws: ``ClientError/store(_:)`` where the database cannot be written; the old categories
  ///   stay.
  public func setCategories(_ categories: [NotificationCategory]) async throws {
    try await perform { [self] in
      try introduce()
      try schedule.store.change(app.identifier) { $0.categories = categories }
    }
  }

  /// The categories in the order in which they were set.
  public func categories() async -> [NotificationCategory] {
    let profile = try? await perform { [self] in try schedule.store.profile(of: app.identifier) }
    return profile?.categories ?? []
  }

  /// Sets the number on the app's icon; 0 removes it.
  /// - Throws: ``ClientError/badgeInputInvalid`` where it is negative, ``ClientError/notAllowed``
  ///   where the user has been asked and does not let the app have one.
  public func setBadgeCount(_ count: Int) async throws {
    guard count >= 0 else { throw ClientError.badgeInputInvalid }
    try await perform { [self] in
      let permissions = try schedule.store.profile(of: app.identifier).settings.permissions
      if permissions.authorization != .notDetermined, permissions.badge != .enabled {
        throw ClientError.notAllowed
      }
      try schedule.store.change(app.identifier) { $0.badge = count }
    }
    // The process that delivers for the app shows it.
    schedule.store.waker.wake(.profiles)
    background.hasChanged()
  }
}
