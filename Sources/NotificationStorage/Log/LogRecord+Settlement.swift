import FoundationEssentials
package import LinuxProcess
package import NotificationTypes
package import Triggers

extension LogRecord {
  /// The end that this record reports, for a request as the store has it.
  /// - Parameter record: what the user got.
  /// - Returns: nil where the request already waits for a later date.
  package func settlement(
    of waiting: WaitingRequest, at moment: Moment, timeZones: any TimeZoneSource,
    as state: DeliveryState, record: DeliveryRecord?
  ) -> Settlement? {
    guard waiting.id.occurrence <= id.occurrence else { return nil }
    let date = Date(microseconds: date)
    var then = moment
    then.elapsed -= .seconds(max(0, then.wall.timeIntervalSince(date)))
    then.wall = min(date, then.wall)
    let trigger = try? waiting.body.decodedTrigger()
    let occurrences = trigger.flatMap {
      try? Occurrences(of: $0, since: waiting.due, at: then, timeZones: timeZones)
    }
    let outcome: Settlement.Outcome =
      kind == .delivered
      ? .delivered(at: date, as: state, record: record)
      : .missed(.failed, at: date, count: occurrences?.count ?? 1)
    let ended = WaitingRequest(
      id: id, app: waiting.app, identifier: waiting.identifier, due: waiting.due,
      body: waiting.body)
    return Settlement(ended, outcome, next: occurrences?.next)
  }
}
