import Foundation
import NotificationDelivery
import NotificationScheduling
import NotificationStorage

/// What one page was told, to tell it only what is new.
struct FeedState {
  /// Notifications in one event; a browser shows the first while the rest is read.
  private static let pageSize = 256
  /// So many of the newest notifications are looked at again: a banner and a sound end after they
  /// were begun.
  private static let freshCount = 32
  /// Pending and missed notifications that are told.
  private static let listLimit = 200

  private let schedule: NotificationSchedule
  private let configuration: HostConfiguration
  private let texts: AppTexts
  private var known: Set<Int64> = []
  /// Notifications that are still to be told.
  private var waiting: ArraySlice<Int64> = []
  /// Of the newest, those that were told before this look.
  private var newest: [Int64] = []
  /// What was told of the newest.
  private var fresh: [Int64: Data] = [:]
  private var told: [String: String] = [:]
  private var isFirst = true
  /// What is still to be told in this look. A new page has to know the names of apps first; later a
  /// notification that has just come does not wait for the lists.
  private var steps: [Step] = [.lists, .changes]

  private enum Step { case lists, changes, updates }

  init(_ schedule: NotificationSchedule, _ configuration: HostConfiguration) {
    self.schedule = schedule
    self.configuration = configuration
    texts = AppTexts(schedule.store)
  }

  /// The next events; nil when everything was told.
  mutating func next() throws -> [FeedEvent]? {
    var events: [FeedEvent] = []
    while events.isEmpty {
      if !waiting.isEmpty {
        events.append(try nextPage())
      } else if let step = steps.first {
        switch step {
        case .lists: try appendLists(to: &events)
        case .changes: try appendChanges(to: &events)
        case .updates: try appendUpdates(to: &events)
        }
        // One that has failed is tried again.
        steps.removeFirst()
      } else {
        steps = [.changes, .updates, .lists]
        return nil
      }
    }
    return events
  }

  /// The lists that are short enough to be told as a whole.
  private mutating func appendLists(to events: inout [FeedEvent]) throws {
    let store = schedule.store
    try append("host", HostRecord(configuration, folder: store.folder), to: &events)
    try append("apps", try AppRecord.all(in: store), to: &events)
    let counts = try store.read(.counts())
    let pending = try store.fetch(.pending(limit: Self.listLimit))
    let begun = BegunDeliveries(in: store)
    try append(
      "pending",
      Listing(
        total: counts.pending,
        items: pending.map { PendingRecord($0, schedule, begun, texts) }), to: &events)
    var missed: [MissedRecord] = []
    try store.forEach(.missed()) {
      missed.append(MissedRecord($0))
      return missed.count < Self.listLimit
    }
    try append("missed", Listing(total: counts.missed, items: missed), to: &events)
  }

  private mutating func append(
    _ name: String, _ value: some Encodable, to events: inout [FeedEvent]
  ) throws {
    let event = try FeedEvent(name, value)
    if told.updateValue(event.text, forKey: name) != event.text { events.append(event) }
  }

  /// Finds out which notifications came and went since the last look.
  private mutating func appendChanges(to events: inout [FeedEvent]) throws {
    let numbers = try schedule.store.read(.numbers(of: .delivered()))
    let present = Set(numbers)
    let gone = known.subtracting(present)
    let new = numbers.filter { !known.contains($0) }
    let recent = numbers.prefix(Self.freshCount)
    newest = recent.filter(known.contains)
    fresh = fresh.filter { recent.contains($0.key) }
    known = present
    waiting = new[...]
    guard isFirst || !gone.isEmpty else { return }
    let change = DeliveredChange(
      isReset: isFirst, remove: gone.sorted(), add: [], left: waiting.count)
    events.append(try FeedEvent("delivered", change))
    isFirst = false
  }

  /// Tells those among the newest that are not as they were told.
  private mutating func appendUpdates(to events: inout [FeedEvent]) throws {
    let updated = try records(newest).filter { record in
      let json = try JSON.encode(record)
      return fresh.updateValue(json, forKey: record.number) != json
    }
    guard !updated.isEmpty else { return }
    let change = DeliveredChange(isReset: false, remove: [], add: updated, left: 0)
    events.append(try FeedEvent("delivered", change))
  }

  private mutating func nextPage() throws -> FeedEvent {
    let page = Array(waiting.prefix(Self.pageSize))
    waiting = waiting.dropFirst(page.count)
    let records = try records(page)
    for record in records.prefix(Self.freshCount) {
      fresh[record.number] = try JSON.encode(record)
    }
    return try FeedEvent(
      "delivered", DeliveredChange(isReset: false, remove: [], add: records, left: waiting.count))
  }

  private func records(_ numbers: [Int64]) throws -> [DeliveredRecord] {
    try schedule.store.fetch(.delivered(), numbered: numbers).map {
      DeliveredRecord($0.number, $0.element, texts)
    }
  }
}

/// A list with the number of all that there are.
struct Listing<Item: Encodable>: Encodable {
  let total: Int
  let items: [Item]
}

/// What came, changed and went in the list of delivered notifications.
struct DeliveredChange: Encodable {
  /// Whether the page forgets what it had.
  let isReset: Bool
  let remove: [Int64]
  /// New ones, or in place of those with the same number.
  let add: [DeliveredRecord]
  /// How many follow.
  let left: Int
}
