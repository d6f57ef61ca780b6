import FoundationEssentials
import LinuxProcess
import NotificationStorage
import NotificationTypes
import Synchronization
import Triggers

/// A delivery whose handler has been called.
final class Flight: Sendable {
  /// The part of a delivery that is left to do.
  enum Part {
    case whole
    /// It has waited for the user's answer in the store, and has no log.
    case held
    /// It is in the store, and its sound begins again.
    case sound
  }

  private struct Progress {
    /// The state in which its end puts it into the store.
    var state = DeliveryState.open
    /// What the user got so far; nil where the handler does not report it.
    var record: DeliveryRecord?
    /// Whether the store has it, or gets it before the next change.
    var isInStore = false
    /// Whether nearly all of the sound was heard.
    var isSoundNearlyOver = false

    /// What the user got, if the process died now.
    var knownRecord: DeliveryRecord? {
      var known = record
      if isSoundNearlyOver, record?.sound == .begun { known?.sound = .init("played") }
      return known
    }
    var outcomes: LoggedOutcomes { LoggedOutcomes(knownRecord, state: state) }
  }

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
  let part: Part
  private let progress: Mutex<Progress>
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
    part = .whole
    progress = Mutex(Progress())
    self.attempt = attempt
    self.failures = failures
    self.reached = Mutex(reached)
    self.log = log
    self.clock = clock
    self.writer = writer
  }

  /// A delivery that has waited for the user's answer.
  init(held waiting: WaitingRequest, clock: any SchedulingClock, writer: StoreWriter) {
    self.waiting = waiting
    part = .held
    progress = Mutex(Progress())
    (next, count, attempt, failures) = (nil, 1, 1, 0)
    reached = Mutex(nil)
    log = nil
    self.clock = clock
    self.writer = writer
  }

  /// A delivery in the store whose sound begins again.
  init(
    soundOf delivery: UnfinishedDelivery, log: DeliveryLog?, clock: any SchedulingClock,
    writer: StoreWriter
  ) {
    waiting = delivery.waiting
    part = .sound
    progress = Mutex(Progress(record: delivery.record, isInStore: true))
    (next, count, attempt, failures) = (nil, 1, 1, 0)
    reached = Mutex(delivery.date)
    self.log = log
    self.clock = clock
    self.writer = writer
  }

  deinit { setSounding(false) }

  func begin() { append(.begun) }

  /// The deliveries whose sounds play in this process, perhaps longer than their scheduler runs.
  private static let sounding = Mutex<Set<DeliveryID>>([])

  /// Whether the sound of a delivery plays in this process.
  static func isSounding(_ id: DeliveryID) -> Bool { sounding.withLock { $0.contains(id) } }

  private func setSounding(_ isSounding: Bool) {
    Self.sounding.withLock { all in
      if isSounding { all.insert(waiting.id) } else { all.remove(waiting.id) }
    }
  }

  /// Changes the record. The log gets it with the next step; an end of the sound at once, because it may
  /// come after the end of the delivery.
  func update(_ change: (inout DeliveryRecord) -> Void) {
    progress.withLock { progress in
      var record = progress.record ?? DeliveryRecord()
      let wasPlaying = record.sound == .begun
      change(&record)
      progress.record = record
      guard wasPlaying, record.sound != .begun else { return }
      setSounding(false)
      appendSoundEnd(progress.outcomes)
      if progress.isInStore { writer.append(.soundEnded(waiting.id, record.sound)) }
    }
  }

  /// Nearly all of its sound was heard, so it does not begin again if the process dies.
  func soundIsNearlyOver() {
    progress.withLock { progress in
      guard progress.record?.sound == .begun else { return }
      progress.isSoundNearlyOver = true
      appendSoundEnd(progress.outcomes)
    }
  }

  private func appendSoundEnd(_ outcomes: LoggedOutcomes) {
    guard let log else { return }
    append(.soundEnded, outcomes)
    writer.perform { log.startWriting() }
  }

  /// It waits for the user's answer from its end on.
  func hold() { progress.withLock { $0.state = .held } }

  func note(_ step: DeliveryStep) {
    switch step {
    case .presented: reach(.presented)
    case .heard:
      if progress.withLock({ $0.record?.sound == .begun }) { setSounding(true) }
      reach(.heard)
    case .dismissed: progress.withLock { $0.state = .removed }
    }
  }

  private func reach(_ kind: LogRecord.Kind) {
    guard part != .sound else { return }
    reached.withLock { $0 = $0 ?? clock.now.wall }
    _ = progress.withLock { append(kind, $0.outcomes) }
  }

  /// The date of its delivery: a removal that comes later is about this delivery.
  private var date: Date { reached.withLock(\.self) ?? clock.now.wall }

  func list() {
    progress.withLock { progress in
      guard progress.state == .open else { return }
      writer.append(.listed(waiting, at: date, record: progress.knownRecord))
      progress.isInStore = true
    }
  }

  func whenRecorded(_ work: @escaping @Sendable () -> Void) {
    let waits = afterEnd.withLock { $0?.append(work) != nil }
    if !waits { work() }
  }

  /// Records the end in the log and in the store.
  func end(delivered: Bool) {
    let date = date
    progress.withLock { progress in
      let outcome: Settlement.Outcome =
        delivered
        ? .delivered(at: date, as: progress.state, record: progress.knownRecord)
        : .missed(.failed, at: clock.now.wall, count: count)
      let position = append(delivered ? .delivered : .missed, progress.outcomes)
      writer.append(.settled(Settlement(waiting, outcome, next: next), record: position))
      progress.isInStore = true
    }
    if delivered { runFollowUps() }
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
  private func append(
    _ kind: LogRecord.Kind, _ outcomes: LoggedOutcomes = LoggedOutcomes()
  ) -> LogPosition? {
    log?.append(kind, waiting.id, attempt: attempt, at: clock.now.wall, outcomes: outcomes)
  }
}
