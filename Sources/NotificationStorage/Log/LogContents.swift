/// The records of a delivery log that the store does not have yet, without the file.
///
/// One record can stand for all records of a delivery, and a later date of a request for its
/// earlier ones. So a log makes room by itself: what is still needed of the oldest records is
/// written again as short records, and the room of the old ones is free.
struct LogContents {
  /// The number of the next record.
  private(set) var next: Int64
  /// The number up to which records are not needed, so that others may take their places.
  private(set) var tail: Int64
  /// A summary record for each delivery that the store does not have. Its number is that of the
  /// first record that is needed.
  private var deliveries: [DeliveryID: LogRecord] = [:]
  /// The deliveries by these numbers, and those that have not ended. Outdated entries stay until
  /// they are met.
  private var order: ArraySlice<(id: DeliveryID, number: Int64)> = []
  private var begun: ArraySlice<(id: DeliveryID, number: Int64)> = []
  /// The newest ended date of each request.
  private var ended: [Int64: Int] = [:]

  /// The contents of the records after the one with the number `tail`.
  init(_ records: [LogRecord] = [], after tail: Int64 = 0) {
    self.tail = tail
    next = tail + 1
    for record in records where record.number > tail { note(record) }
  }

  var isEmpty: Bool { deliveries.isEmpty }

  mutating func note(_ record: LogRecord) {
    next = record.number + 1
    let id = record.id
    if var known = deliveries[id] {
      if record.kind == .begun, known.isEnd { begun.append((id, known.number)) }
      known.add(record)
      deliveries[id] = known.isAsNew ? nil : known
    } else if record.kind == .begun || record.isEnd {
      deliveries[id] = record
      order.append((id, record.number))
      if record.kind == .begun { begun.append((id, record.number)) }
    }
    if record.isEnd { supersede(id) }
  }

  private mutating func supersede(_ id: DeliveryID) {
    guard let old = ended[id.request], old != id.occurrence else {
      ended[id.request] = id.occurrence
      return
    }
    deliveries[DeliveryID(request: id.request, occurrence: min(old, id.occurrence))] = nil
    ended[id.request] = max(old, id.occurrence)
  }

  /// The number up to which a successor need not read once the store has all ends.
  mutating func mark() -> Int64 {
    while let first = begun.first, !isCurrent(first) || deliveries[first.id]?.kind != .begun {
      begun.removeFirst()
    }
    return (begun.first?.number ?? next) - 1
  }

  private func isCurrent(_ entry: (id: DeliveryID, number: Int64)) -> Bool {
    deliveries[entry.id]?.number == entry.number
  }

  /// Frees the records up to `position` and the end of its delivery, which the store has.
  mutating func advance(to position: LogPosition) {
    tail = max(tail, position.number)
    forgetEnd(of: position.delivery)
    while let first = order.first, first.number <= tail {
      order.removeFirst()
      if isCurrent(first) { forget(first.id) }
    }
  }

  mutating func forgetEnd(of id: DeliveryID) {
    if deliveries[id]?.isEnd == true { forget(id) }
  }

  private mutating func forget(_ id: DeliveryID) {
    deliveries[id] = nil
    if ended[id.request] == id.occurrence { ended[id.request] = nil }
  }

  // MARK: Room

  /// Makes room for a record about a delivery, in a log of `capacity` records.
  /// - Parameter write: writes a record in the place that follows from its number.
  /// - Returns: false where all the room is taken by needed records, one for each delivery.
  mutating func makeRoom(
    for id: DeliveryID, in capacity: Int, write: (LogRecord) -> Bool
  ) -> Bool {
    let isNew = deliveries[id] == nil && ended[id.request] == nil
    if isNew, deliveries.count >= Self.limit(of: capacity) { return false }
    // One place is kept for a record that is written again.
    while next - tail >= Int64(capacity) { guard freeOldest(write) else { return false } }
    return true
  }

  /// The maximum number of deliveries in a log of `capacity` records. The other records are spare:
  /// the fuller a log, the more must be written again for each new record.
  static func limit(of capacity: Int) -> Int { capacity / 8 * 7 }

  private mutating func freeOldest(_ write: (LogRecord) -> Bool) -> Bool {
    while let first = order.first, !isCurrent(first) { order.removeFirst() }
    guard let first = order.first, var record = deliveries[first.id] else {
      tail = next - 1
      return true
    }
    // No record before it is needed.
    guard first.number == tail + 1 else {
      tail = first.number - 1
      return true
    }
    record.number = next
    guard write(record) else { return false }
    order.removeFirst()
    deliveries[first.id] = record
    order.append((first.id, next))
    if record.kind == .begun { begun.append((first.id, next)) }
    tail = first.number
    next += 1
    return true
  }
}
