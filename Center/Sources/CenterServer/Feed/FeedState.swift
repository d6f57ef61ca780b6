import Foundation
import NotificationDelivery
import NotificationScheduling

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
  private var fresh: [Int64: Data] = [:]
  private var told: [String: String] = [:]
  private var isFirst = true
  private var looks = true

  init(_ schedule: NotificationSchedule, _ configuration: HostConfiguration) {
    self.schedule = schedule
    self.configuration = configuration
    texts = AppTexts(schedule.store)
  }

  /// The next events; nil when everything was told.
  mutating func next() throws -> [FeedEvent]? {
    var events: [FeedEvent] = []
    if looks {
      looks = false
      try appendLists(to: &events)
      try appendChanges(to: &events)
    }
    if !waiting.isEmpty { events.append(try nextPage()) }
    guard events.isEmpty else { return events }
    looks = true
    return nil
  }

  /// The lists that are short enough to be told as a whole.
  private mutating func appendLists(to events: inout [FeedEvent]) throws {
    let store = schedule.store
    try append("host", HostRecord(configuration, folder: store.folder), to: &events)
    try append("apps", try AppRecord.all(in: store), to: &events)
    let counts = try store.counts()
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
    let numbers = try schedule.store.numbers(of: .delivered())
    let present = Set(numbers)
    let gone = known.subtracting(present)
    let new = numbers.filter { !known.contains($0) }
    let updated = try updates(Array(numbers.prefix(Self.freshCount)).filter(known.contains))
    known = present
    waiting = new[...]
    guard isFirst || !gone.isEmpty || !updated.isEmpty else { return }
    events.append(
      try FeedEvent(
        "delivered",
        DeliveredChange(
          isReset: isFirst, remove: gone.sorted(), add: updated, left: waiting.count)))
    isFirst = false
  }

  /// The notifications among these that are not as they were told.
  private mutating func updates(_ numbers: [Int64]) throws -> [DeliveredRecord] {
    let old = fresh
    fresh = [:]
    return try records(numbers).filter { record in
      let json = try JSON.encode(record)
      fresh[record.number] = json
      return old[record.number] != json
    }
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
