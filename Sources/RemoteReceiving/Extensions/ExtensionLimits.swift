/// What a service extension may use.
package struct ExtensionLimits: Sendable, Hashable {
  /// The time for a notification, all starts together (Apple: about 30 s).
  package var time = Duration.seconds(30)
  /// The time for the last chance, after SIGTERM.
  package var grace = Duration.seconds(2)
  /// Bytes of an answer.
  package var answerSize = 1 << 20
  /// Starts for a notification, also those that the end of this process has interrupted: an
  /// extension that brings the process down must not do so forever.
  package var starts = 3
  /// Extensions that run at a time, each of another app.
  package var runs = 4
  /// Notifications of an app that wait. If there are more, the oldest are delivered as they came.
  package var waiting = 16

  package init() {}
}
