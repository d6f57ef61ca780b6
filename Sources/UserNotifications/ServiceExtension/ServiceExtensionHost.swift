import Foundation

/// Runs an app's service extension on a notification from a server, within its time limit.
///
/// An extension may block, never answer, or answer twice. The host waits no longer than the limit,
/// and the first answer counts. Without an answer the original content is delivered.
public struct ServiceExtensionHost: Sendable {
  /// The end of a run.
  public enum Ending: Sendable, Hashable {
    /// The extension delivered a content in time.
    case answered
    /// The extension delivered a content after it was informed of the end of its time.
    case answeredAtExpiry
    /// The extension delivered none: the original content is used.
    case expired
    /// The extension removed the text, which is not allowed: the original content is used.
    case refused
    /// The extension did not run: the notification shows no alert, or may not be changed.
    case notEligible
  }

  private let make: @Sendable () -> UNNotificationServiceExtension
  private let limit: Duration
  private let grace: Duration
  private let clock: any Clock<Duration>

  /// - Parameters:
  ///   - limit: the time limit for one notification.
  ///   - grace: the time for the last chance after the limit.
  ///   - clock: the clock that measures both.
  ///   - make: creates an extension for each notification.
  public init(
    limit: Duration = .seconds(30), grace: Duration = .seconds(2),
    clock: any Clock<Duration> = ContinuousClock(),
    _ make: @escaping @Sendable () -> UNNotificationServiceExtension
  ) {
    self.make = make
    self.limit = limit
    self.grace = grace
    self.clock = clock
  }

  /// Whether an extension may change this notification: it shows an alert, and its payload in
  /// `userInfo` contains `mutable-content`.
  public static func isEligible(_ content: UNNotificationContent) -> Bool {
    guard let payload = content.userInfo["aps"] as? [AnyHashable: Any],
      let isMutable = payload["mutable-content"] as? Int, isMutable == 1
    else { return false }
    return hasAlert(content)
  }

  private static func hasAlert(_ content: UNNotificationContent) -> Bool {
    ![content.title, content.subtitle, content.body].allSatisfy(\.isEmpty)
  }

  /// The request with the content to deliver, and the end of the run.
  public func deliver(
    _ request: UNNotificationRequest
  ) async -> (request: UNNotificationRequest, ending: Ending) {
    guard Self.isEligible(request.content) else { return (request, .notEligible) }
    let run = ServiceExtensionRun(make())
    run.begin(request)
    var ending = Ending.answered
    var answer = await run.answer(within: limit, on: clock)
    if answer == nil {
      run.expire()
      ending = .answeredAtExpiry
      answer = await run.answer(within: grace, on: clock)
    }
    guard let answer = run.close() ?? answer else { return (request, .expired) }
    guard Self.hasAlert(answer.content) else { return (request, .refused) }
    return (
      UNNotificationRequest(
        identifier: request.identifier, content: answer.content, trigger: request.trigger),
      ending
    )
  }
}
