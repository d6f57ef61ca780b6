import Foundation
import NotificationTypes

/// What a memory store holds: requests in an order of their dates, and what became of them.
struct MemoryState: Sendable {
  struct Key: Sendable, Hashable {
    let app: String
    let identifier: String
  }

  struct Record: Sendable {
    let sequence: Int64
    var scheduled: ScheduledRequest
    var owner: String?
    var claim: Int64?

    var key: Key {
      Key(app: scheduled.request.app, identifier: scheduled.request.identifier)
    }
  }

  private(set) var records: [Int64: Record] = [:]
  private var sequences: [Key: Int64] = [:]
  private(set) var counts: [String: Int] = [:]
  private(set) var wall = DueIndex()
  private(set) var elapsed = DueIndex()
  private var lastSequence: Int64 = 0
  var lastClaim: Int64 = 0
  private var deliveries: [Key: (number: Int, notification: DeliveredNotification)] = [:]
  private var deliveryCount = 0
  var missed: [MissedNotification] = []
  var deliveryNotes: [Key: DeliveryNote] = [:]
  var responses: [StoredResponse] = []
  var lastResponse: Int64 = 0
  var settings: [String: AppSettings] = [:]
  var apps: [String: RegisteredApp] = [:]
  var categories: [String: [NotificationCategory]] = [:]
  var badges: [String: Int] = [:]
  var notes: [String: String] = [:]
  var questions: [Int64: PresentationState] = [:]
  var lastQuestion: Int64 = 0

  struct PresentationState: Sendable {
    let notification: DeliveredNotification
    let asked: Date
    var options: Int?
  }

  func record(_ key: Key) -> Record? { sequences[key].flatMap { records[$0] } }

  func records(app: String?) -> [Record] {
    let all = records.values.filter { app == nil || $0.scheduled.request.app == app }
    return all.sorted { order($0) < order($1) }
  }

  private func order(_ record: Record) -> (Int64, Int64) {
    (record.scheduled.due.date?.microseconds ?? .max, record.sequence)
  }

  mutating func insert(_ scheduled: ScheduledRequest) {
    lastSequence += 1
    let record = Record(sequence: lastSequence, scheduled: scheduled)
    records[lastSequence] = record
    sequences[record.key] = lastSequence
    counts[record.key.app, default: 0] += 1
    index(record, isIn: true)
  }

  @discardableResult
  mutating func remove(_ sequence: Int64) -> Record? {
    guard let record = records.removeValue(forKey: sequence) else { return nil }
    index(record, isIn: false)
    sequences[record.key] = nil
    counts[record.key.app, default: 1] -= 1
    return record
  }

  /// Changes a record and keeps the order true.
  mutating func update(_ sequence: Int64, _ change: (inout Record) -> Void) {
    guard var record = records[sequence] else { return }
    index(record, isIn: false)
    change(&record)
    records[sequence] = record
    index(record, isIn: true)
  }

  // MARK: What was delivered

  /// Newest first.
  var delivered: [DeliveredNotification] {
    deliveries.values.sorted { $0.number > $1.number }.map(\.notification)
  }

  /// One entry for each identifier, the newest.
  mutating func deliver(_ notification: DeliveredNotification) {
    let request = notification.request
    deliveryCount += 1
    deliveries[Key(app: request.app, identifier: request.identifier)] =
      (deliveryCount, notification)
  }

  /// - Returns: how many there were.
  mutating func removeDelivered(where isMeant: (DeliveredNotification) -> Bool) -> Int {
    let before = deliveries.count
    deliveries = deliveries.filter { !isMeant($0.value.notification) }
    return before - deliveries.count
  }

  // MARK: The order of the dates

  /// Only what is pending is in the order of the dates.
  private mutating func index(_ record: Record, isIn: Bool) {
    guard record.scheduled.state == .pending else { return }
    func apply(_ due: Int64, _ index: inout DueIndex) {
      let entry = DueIndex.Entry(due: due, sequence: record.sequence)
      if isIn { index.insert(entry) } else { index.remove(entry) }
    }
    switch record.scheduled.due {
    case .wall(let date, _): apply(date.microseconds, &wall)
    case .elapsed(let time, _, _): apply(time.microseconds, &elapsed)
    case .crossing: break
    }
  }

  /// The sequences that an order is about, soonest first.
  func due(_ order: ClaimOrder) -> [Int64] {
    let wallNow = order.moment.wall.microseconds
    let elapsedNow = order.moment.elapsed.microseconds
    let bound = order.noLaterThan?.microseconds
    let slices = [
      wall.due(after: bound.map { wallNow - $0 }, through: wallNow),
      elapsed.due(after: bound.map { elapsedNow - $0 }, through: elapsedNow),
    ]
    return slices.flatMap { slice in
      slice.lazy.map(\.sequence)
        .filter { order.app == nil || records[$0]?.scheduled.request.app == order.app }
        .prefix(order.limit)
    }
  }
}
