import NotificationDelivery

// The handlers are called on threads of the centre, in the order in which requests are served.
// Programs of Swift 5 need not know that they are sent there: `@preconcurrency`.
extension UNUserNotificationCenter {
  /// Asks the user, once, whether the app may send notifications; later calls return what stands.
  /// - Parameter completionHandler: takes whether all of `options` are allowed.
  @preconcurrency public func requestAuthorization(
    options: UNAuthorizationOptions = [],
    completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    Task {
      do {
        completionHandler(try await requestAuthorization(options: options), nil)
      } catch { completionHandler(false, error) }
    }
  }

  @preconcurrency public func getNotificationSettings(
    completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
  ) {
    serve { completionHandler(UNNotificationSettings(await $0.appSettings())) }
  }

  @preconcurrency public func getNotificationCategories(
    completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
  ) {
    serve {
      completionHandler(Set(await $0.categories().map { UNNotificationCategory(value: $0) }))
    }
  }

  /// Schedules a request; when the handler is called without an error, it is kept.
  @preconcurrency public func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    serve { backend in
      do {
        if let stored = try request.stored(app: backend.app.identifier) {
          try await backend.add(stored)
        } else {
          backend.removePending(identifiers: [request.identifier])
        }
        completionHandler?(nil)
      } catch { completionHandler?(UNError.apple(error)) }
    }
  }

  @preconcurrency public func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) {
    serve { completionHandler(await $0.pending().map { UNNotificationRequest($0) }) }
  }

  @preconcurrency public func getDeliveredNotifications(
    completionHandler: @escaping @Sendable ([UNNotification]) -> Void
  ) {
    serve { completionHandler(await $0.delivered().map { UNNotification($0) }) }
  }

  @preconcurrency public func setBadgeCount(
    _ newBadgeCount: Int,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    serve { backend in
      do {
        try await backend.setBadgeCount(newBadgeCount)
        completionHandler?(nil)
      } catch { completionHandler?(UNError.apple(error)) }
    }
  }
}
