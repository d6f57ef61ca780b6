import Synchronization

/// A line of the receiver's log.
package struct ReceiverEvent: Sendable, Hashable {
  /// The severity, with the numbers of syslog(3).
  package enum Level: Int, Sendable { case error = 3, warning, notice, info }

  /// The severity of the line.
  package let level: Level
  /// The text of the line.
  package let message: String

  package init(level: Level, message: String) {
    self.level = level
    self.message = message
  }
}

/// The counts of a receiver's work since its start.
package struct ReceiverCounts: Sendable, Hashable {
  /// Pushes that were put into the store.
  package var taken = 0
  /// Pushes that arrived again, or after a newer one.
  package var repeated = 0
  /// Pushes that had expired.
  package var expired = 0
  /// Messages that were withdrawn before they were put into the store.
  package var withdrawn = 0
  /// Messages that were dropped.
  package var refused = 0
  /// Messages that were dropped because their topic sends too many.
  package var limited = 0
}

/// Passes on lines, and limits the number of those that senders can cause.
final class ReceiverLog: Sendable {
  private struct State {
    var minute: Duration = .zero
    var lines = 0
    var withheld = 0
  }

  private static let linesPerMinute = 20
  private let write: @Sendable (ReceiverEvent) -> Void
  private let state = Mutex(State())

  init(_ write: @escaping @Sendable (ReceiverEvent) -> Void) { self.write = write }

  func note(_ level: ReceiverEvent.Level, _ message: String) {
    write(ReceiverEvent(level: level, message: message))
  }

  /// - Parameter elapsed: the time of a clock that cannot be set.
  func refuse(_ message: String, at elapsed: Duration) {
    let (isWritten, withheld) = state.withLock { state in
      var withheld = 0
      if elapsed - state.minute >= .seconds(60) {
        withheld = state.withheld
        state = State(minute: elapsed)
      }
      state.lines += 1
      let isWritten = state.lines <= Self.linesPerMinute
      if !isWritten { state.withheld += 1 }
      return (isWritten, withheld)
    }
    if withheld > 0 { note(.warning, "\(withheld) more messages were dropped") }
    if isWritten { note(.warning, message) }
  }
}
