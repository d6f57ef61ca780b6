import Foundation
import LogOutput
import NotificationTypes

// The handlers are called on a thread of the centre, in the order in which requests are served.
// Programs of Swift 5 need not declare that the handlers are sent there: `@preconcurrency`.
extension UNUserNotificationCenter {
  /// Asks the user, once, whether the app may send notifications; later calls pass on the answer.
  /// - Parameters:
  ///   - options: the interactions that the app wants.
  ///   - completionHandler: takes whether all of `options` are allowed.
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

  /// Passes on the permissions of the app; nothing is supported before the app has asked.
  @preconcurrency public func getNotificationSettings(
    completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
  ) {
    serve({ UNNotificationSettings(await $0.appSettings()) }, completionHandler)
  }

  /// Passes on the categories that the app has set, also in an earlier run.
  @preconcurrency public func getNotificationCategories(
    completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
  ) {
    serve(
      { Set(await $0.categories().map { UNNotificationCategory(value: $0) }) }, completionHandler)
  }

  /// Schedules a request; when this returns, it is kept, and the program may end.
  /// - Parameters:
  ///   - request: the content and its trigger.
  ///   - completionHandler: takes an error if the request is not kept. Without a handler the error
  ///     is written to standard error.
  @preconcurrency public func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    serveNow { [answers] backend in
      let failure = await Self.failure(of: { try await Self.add(request, to: backend) })
      if let completionHandler {
        answers.async { completionHandler(failure) }
      } else if let failure {
        StandardErrorLog.write(
          "tocsin: the notification \(request.identifier) is not scheduled: \(failure)")
      }
    }
  }

  static func add(
    _ request: UNNotificationRequest, to backend: any NotificationBackend
  ) async throws {
    guard let stored = try request.stored(app: backend.identifier) else {
      return await backend.removePending(identifiers: [request.identifier])
    }
    try await backend.add(stored)
  }

  private static func failure(of work: () async throws -> Void) async -> (any Error)? {
    do {
      try await work()
      return nil
    } catch { return UNError.apple(error) }
  }

  /// Passes on the waiting requests.
  @preconcurrency public func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) {
    serve({ await $0.pending().map { UNNotificationRequest($0) } }, completionHandler)
  }

  /// Passes on the delivered notifications that the user has not dealt with.
  @preconcurrency public func getDeliveredNotifications(
    completionHandler: @escaping @Sendable ([UNNotification]) -> Void
  ) {
    serve({ await $0.delivered().map { UNNotification($0) } }, completionHandler)
  }

  /// Sets the number on the app's icon; 0 removes it.
  /// - Parameters:
  ///   - newBadgeCount: the number, 0 or more.
  ///   - completionHandler: takes an error for a negative number, and where the user allows the app
  ///     no badge.
  @preconcurrency public func setBadgeCount(
    _ newBadgeCount: Int,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    serveNow { [answers] backend in
      let failure = await Self.failure(of: { try await backend.setBadgeCount(newBadgeCount) })
      answers.async { completionHandler?(failure) }
    }
  }
}
