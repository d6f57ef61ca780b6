import Foundation

/// Runs an app's service extension on what was sent to it, within its time.
///
/// An extension may block, never answer, or answer twice: the host does not wait longer than it
/// says, and the first answer counts. Where there is none, the original content is delivered.
public struct ServiceExtensionHost: Sendable {
  /// How it ended.
  public enum Ending: Sendable, Hashable {
    /// It handed over a content in time.
    case answered
    /// It did so when it was told that its time was over.
    case answeredAtExpiry
    /// It did not: the original content stands.
    case expired
    /// It took the text away, which it may not: the original content stands.
    case refused
    /// It was not asked: the notification shows no alert, or may not be changed.
    case notEligible
  }

  private let make: @Sendable () -> UNNotificationServiceExtension
  private let limit: Duration
  private let grace: Duration
  private let clock: any Clock<Duration>

  /// - Parameters:
  ///   - limit: the time of one notification.
  ///   - grace: how long the last chance may take.
  ///   - clock: the time that both are measured by.
  ///   - make: makes an extension for each notification.
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

  /// Whether an extension may change this notification: it shows an alert, and its payload, which
  /// stands in `userInfo`, says `mutable-content`.
  public static func isEligible(_ content: UNNotificationContent) -> Bool {
    guard let payload = content.userInfo["aps"] as? [AnyHashable: Any],
      let isMutable = payload["mutable-content"] as? Int, isMutable == 1
    else { return false }
    return hasAlert(content)
  }

  private static func hasAlert(_ content: UNNotificationContent) -> Bool {
    ![content.title, content.subtitle, content.body].allSatisfy(\.isEmpty)
  }

  /// The request with the content that is to be delivered, and how it came about.
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
