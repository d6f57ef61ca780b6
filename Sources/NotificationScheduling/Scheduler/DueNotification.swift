public import FoundationEssentials
import LinuxProcess
public import NotificationStorage
public import NotificationTypes
import Triggers

/// A due request, as its handler gets it.
public struct DueNotification: Sendable {
  /// The request of the app; the handler delivers its content.
  public private(set) var request: NotificationRequest
  /// The date that the app asked for. Where several have passed, the last one.
  public let dueDate: Date
  /// The time from ``dueDate`` to the call of the handler; negative after a clock was set back.
  public let lateness: Duration
  /// Whether it is later than the policy's tolerance, or an earlier process has begun it.
  public let isLate: Bool
  /// 1, or more where an earlier delivery did not end: see ``steps``.
  public let attempt: Int
  /// The number of dates of a repeating request that it stands for, 1 or more; counted up to 1,000.
  public let coalescedCount: Int
  /// The steps that an earlier attempt reached before its process died.
  public let steps: Set<DeliveryStep>
  /// What the user got of that attempt, as far as its log has it.
  package let earlier: DeliveryRecord?
  /// The number of times that the end of a process has cut off its sound, which begins again.
  package let interruptions: Int
  let flight: Flight?

  /// The same notification with other content, such as content in the user's language.
  public func withContent(_ content: NotificationContent) -> DueNotification {
    var due = self
    due.request.content = content
    return due
  }

  /// Records a step, so that it is not repeated if the process dies before the handler has
  /// returned.
  public func note(_ step: DeliveryStep) { flight?.note(step) }

  /// Reports that nearly all of its sound was heard, so that it does not begin again if the process dies.
  package func soundIsNearlyOver() { flight?.soundIsNearlyOver() }

  /// Changes the record of what the user gets. The store has it from the end of the delivery on; a sound
  /// may end later.
  public func update(_ change: (inout DeliveryRecord) -> Void) { flight?.update(change) }

  /// Adds it to the list of delivered notifications before the handler has returned. For a
  /// notification that has partly reached the user while the rest takes long.
  public func list() { flight?.list() }

  /// Calls `work` as soon as the end of the delivery is recorded: from then on a process that dies
  /// does not deliver it again. A delivery that is cancelled or fails has no such end.
  public func whenRecorded(_ work: @escaping @Sendable () -> Void) {
    if let flight { flight.whenRecorded(work) } else { work() }
  }
}

extension DueNotification {
  /// A request that is delivered now, without a scheduler and without a record.
  package init(unrecorded request: NotificationRequest) { self.init(request, flight: nil) }

  /// A delivery that has waited in the store for the user's answer; ``endHeld()`` ends it.
  /// - Returns: nil where its contents cannot be read.
  package init?(held waiting: WaitingRequest, in store: NotificationStore) {
    guard let request = try? waiting.request() else { return nil }
    self.init(
      request, dueDate: waiting.due.date,
      flight: Flight(held: waiting, clock: SystemClock(), writer: store.writer))
  }

  /// A delivery in the store whose sound begins again.
  init(
    soundOf flight: Flight, _ request: NotificationRequest, interruptions: Int, at moment: Moment
  ) {
    let due = flight.waiting.due
    self.init(
      request: request, dueDate: due.date ?? moment.wall,
      lateness: due.lateness(at: moment) ?? .zero, isLate: true, attempt: 1, coalescedCount: 1,
      steps: [.presented], earlier: nil, interruptions: interruptions, flight: flight)
  }

  private init(_ request: NotificationRequest, dueDate: Date? = nil, flight: Flight?) {
    self.init(
      request: request, dueDate: dueDate ?? Date(), lateness: .zero, isLate: false, attempt: 1,
      coalescedCount: 1, steps: [], earlier: nil, interruptions: 0, flight: flight)
  }

  /// The delivery; nil where it has no record.
  package var id: DeliveryID? { flight?.waiting.id }

  /// Whether it has waited for the user's answer.
  package var isHeld: Bool { flight?.part == .held }

  /// Whether it is in the store, and only its sound begins again.
  package var isSoundAlone: Bool { flight?.part == .sound }

  /// Lets it wait in the store for the user's answer, from its end on.
  package func hold() { flight?.hold() }

  /// Lists a delivery that has waited for the user's answer.
  package func endHeld() { flight?.end(delivered: true) }
}
