import FoundationEssentials
import LinuxProcess
import NotificationStorage
import Synchronization
import Triggers

/// A delivery whose handler has been called.
final class Flight: Sendable {
  let waiting: WaitingRequest
  /// The next date of a request that repeats.
  let next: DueTime?
  /// The number of dates that it stands for.
  let count: Int
  let attempt: Int
  /// How often the handler has failed in this process.
  let failures: Int
  private let log: DeliveryLog?
  private let clock: any SchedulingClock
  private let writer: StoreWriter
  /// Whether its end adds it to the list: the user has not dealt with it, and it is not listed yet.
  private let comesIntoList = Mutex(true)
  /// The date at which its first part reached the user.
  private let reached: Mutex<Date?>
  /// What waits for the end; nil once a delivered end is recorded.
  private let afterEnd = Mutex<[@Sendable () -> Void]?>([])

  /// - Parameter reached: the date at which an interrupted attempt reached the user; nil where none
  ///   did.
  init(
    _ waiting: WaitingRequest, next: DueTime?, count: Int, attempt: Int, failures: Int,
    reached: Date?,
    log: DeliveryLog?, clock: any SchedulingClock, writer: StoreWriter
  ) {
    self.waiting = waiting
    self.next = next
    self.count = count
    self.attempt = attempt
    self.failures = failures
    self.reached = Mutex(reached)
    self.log = log
    self.clock = clock
    self.writer = writer
  }

  func begin() { append(.begun) }

  func note(_ step: DeliveryStep) {
    switch step {
    case .presented: reach(.presented)
    case .heard: reach(.heard)
    case .dismissed: comesIntoList.withLock { $0 = false }
    }
  }

  private func reach(_ kind: LogRecord.Kind) {
    reached.withLock { $0 = $0 ?? clock.now.wall }
    append(kind)
  }

  /// The date of its delivery: a removal that comes later is about this delivery.
  private var date: Date { reached.withLock(\.self) ?? clock.now.wall }

  func list() {
    comesIntoList.withLock { comesIntoList in
      if comesIntoList { writer.append(.listed(waiting, at: date)) }
      comesIntoList = false
    }
  }

  func whenRecorded(_ work: @escaping @Sendable () -> Void) {
    let waits = afterEnd.withLock { $0?.append(work) != nil }
    if !waits { work() }
  }

  /// Records the end in the log; returns it with its position there, or nil where it was not
  /// recorded.
  func end(delivered: Bool) -> (Settlement, LogPosition?) {
    let outcome: Settlement.Outcome =
      delivered
      ? .delivered(at: date, isListed: comesIntoList.withLock { $0 })
      : .missed(.failed, at: clock.now.wall, count: count)
    let position = append(delivered ? .delivered : .missed)
    if delivered { runFollowUps() }
    return (Settlement(waiting, outcome, next: next), position)
  }

  /// Records that the handler was stopped before it had delivered, so that the attempt does not count.
  func release() { append(.released) }

  private func runFollowUps() {
    let all = afterEnd.withLock { afterEnd in
      defer { afterEnd = nil }
      return afterEnd ?? []
    }
    for work in all { work() }
  }

  @discardableResult
  private func append(_ kind: LogRecord.Kind) -> LogPosition? {
    log?.append(kind, waiting.id, attempt: attempt, at: clock.now.wall)
  }
}
