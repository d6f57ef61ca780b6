import LinuxProcess
import NotificationTypes
import Triggers

/// Deliveries that have ended according to the delivery logs while the store could not be written:
/// there their requests still wait.
public struct UnrecordedDeliveries: Sendable {
  /// By app and identifier: the request with its next date, or nothing where it has none.
  private var requests: [String: [String: DueTime?]] = [:]

  /// Reads the logs of all owners in the store's folder; a store in memory has none.
  public init(in store: NotificationStore) {
    guard let folder = store.folder else { return }
    for owner in DeliveryLog.owners(in: folder) {
      let applied = (try? store.read(.appliedRecord(of: owner))) ?? 0
      var ends: [Int64: LogRecord] = [:]
      for record in DeliveryLog.records(of: owner, in: folder, after: applied)
      where record.isEnd && ends[record.id.request]?.id.occurrence ?? 0 <= record.id.occurrence {
        ends[record.id.request] = record
      }
      for record in ends.values { add(record, in: store) }
    }
  }

  private mutating func add(_ record: LogRecord, in store: NotificationStore) {
    guard let waiting = try? store.read(.waiting(record.id.request)),
      let settlement = record.settlement(
        of: waiting, at: SystemClock().now, timeZones: TimeZoneDatabase.system, as: .open,
        record: nil)
    else { return }
    requests[waiting.app, default: [:]][waiting.identifier] = .some(settlement.next)
  }

  /// The number of such requests; nil means of every app.
  public func count(of app: String? = nil) -> Int {
    app.map { requests[$0]?.count ?? 0 } ?? requests.values.reduce(0) { $0 + $1.count }
  }

  /// The number of such requests that wait for no other date.
  public func endedCount(of app: String? = nil) -> Int {
    let all = app.map { [requests[$0] ?? [:]] } ?? Array(requests.values)
    return all.reduce(0) { $0 + $1.values.count { $0 == nil } }
  }

  /// A request of the store with the date that it waits for now; nil where there is none.
  public func current(_ item: ScheduledRequest) -> ScheduledRequest? {
    guard let next = requests[item.request.app]?[item.request.identifier] else { return item }
    guard let next else { return nil }
    var item = item
    item.due = next
    return item
  }
}
