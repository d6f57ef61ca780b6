import NotificationTypes

extension UNUserNotificationCenter {
  /// Asks the user, once, whether the app may send notifications; later calls return the answer.
  /// - Returns: whether all of `options` are allowed.
  /// - Throws: ``UNError``, or a store's error where the answer cannot be kept.
  @discardableResult public func requestAuthorization(
    options: UNAuthorizationOptions = []
  ) async throws -> Bool {
    do {
      return try await backend.requestAuthorization(
        AuthorizationOptions(rawValue: Int(options.rawValue)))
    } catch { throw UNError.apple(error) }
  }

  /// The permissions of the app; nothing is supported before the app has asked.
  @discardableResult public func notificationSettings() async -> UNNotificationSettings {
    await served { UNNotificationSettings(await $0.appSettings()) }
  }

  /// The categories that the app has set, also in an earlier run.
  public func notificationCategories() async -> Set<UNNotificationCategory> {
    await served { Set(await $0.categories().map { UNNotificationCategory(value: $0) }) }
  }

  /// Schedules a request; when this returns, it is kept.
  ///
  /// It is not an error if the user has denied notifications or the trigger's date has passed: then
  /// the request is not kept.
  /// - Throws: ``UNError`` for a request that cannot be shown, or a store's error where it cannot
  ///   be kept.
  public func add(_ request: UNNotificationRequest) async throws {
    try await served(throwing: { backend in
      try await Self.add(request, to: backend)
    })
  }

  /// The waiting requests.
  public func pendingNotificationRequests() async -> [UNNotificationRequest] {
    await served { await $0.pending().map { UNNotificationRequest($0) } }
  }

  /// The delivered notifications that the user has not dealt with.
  public func deliveredNotifications() async -> [UNNotification] {
    await served { await $0.delivered().map { UNNotification($0) } }
  }

  /// Sets the number on the app's icon; 0 removes it.
  /// - Throws: ``UNError/Code/badgeInputInvalid`` for a negative number,
  ///   ``UNError/Code/notificationsNotAllowed`` where the user allows the app no badge.
  public func setBadgeCount(_ newBadgeCount: Int) async throws {
    try await served(throwing: { try await $0.setBadgeCount(newBadgeCount) })
  }
}
