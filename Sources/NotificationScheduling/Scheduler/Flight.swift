import Foundation
import Synchronization

/// A delivery whose handler has been called.
final class Flight: Sendable {
  let waiting: WaitingRequest
  /// The next date of a request that repeats.
  let next: DueTime?
  /// How many dates it stands for.
  let count: Int
  let attempt: Int
  /// How often the handler has failed in this process.
  let failures: Int
  private let log: DeliveryLog?
  private let clock: any SchedulingClock
  private let isDismissed = Mutex(false)

  init(
    _ waiting: WaitingRequest, next: DueTime?, count: Int, attempt: Int, failures: Int,
    log: DeliveryLog?, clock: any SchedulingClock
  ) {
    self.waiting = waiting
    self.next = next
    self.count = count
    self.attempt = attempt
    self.failures = failures
    self.log = log
    self.clock = clock
  }

  func begin() { append(.begun) }

  func note(_ step: DeliveryStep) {
    switch step {
    case .presented: append(.presented)
    case .heard: append(.heard)
    case .dismissed: isDismissed.withLock { $0 = true }
    }
  }

  /// The end, and where the log has it.
  func end(delivered: Bool) -> (Settlement, LogPosition?) {
    let date = clock.now.wall
    let outcome: Settlement.Outcome =
      delivered
      ? .delivered(at: date, isListed: !isDismissed.withLock { $0 })
      : .missed(.failed, at: date, count: count)
    return (
      Settlement(waiting, outcome, next: next), append(delivered ? .delivered : .missed)
    )
  }

  @discardableResult
  private func append(_ kind: LogRecord.Kind) -> LogPosition? {
    log?.append(kind, waiting.id, attempt: attempt, at: clock.now.wall)
  }
}
